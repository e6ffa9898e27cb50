#include "CHeap.h"

#if defined(__APPLE__)

#include <malloc/malloc.h>

long heap_bytes(void) {
  malloc_statistics_t all;
  malloc_zone_statistics(0, &all);
  return (long)all.size_in_use;
}

#elif defined(__linux__)

#include <malloc.h>

long heap_bytes(void) {
#if defined(__GLIBC__)
  struct mallinfo2 all = mallinfo2();
  return (long)(all.uordblks + all.hblkhd);
#else
  return -1;
#endif
}

#else

long heap_bytes(void) { return -1; }

#endif
