/// How many times this process has asked for memory since it began, or -1 where nothing counts.
long allocation_count(void);
