#include <glib-unix.h>
#include <gtk/gtk.h>

// libdispatch exports these for run loops that drain its main queue, as that of Foundation does.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);
