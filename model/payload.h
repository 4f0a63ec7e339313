/* Payloads: the bytes of messages that are on their way.
 *
 * They come and go by the thousand, in a few sizes: pools of powers of two up
 * to 64 KiB, the general allocator beyond. Freed by payload_free only. */
#ifndef ORIEL_PAYLOAD_H
#define ORIEL_PAYLOAD_H

#include <stddef.h>

void *payload_new(size_t size);
void payload_free(void *); /* NULL: nothing */

#endif
