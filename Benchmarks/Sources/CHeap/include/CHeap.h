/// The bytes that this process has allocated and not given back, or -1 where nothing tells.
long heap_bytes(void);
