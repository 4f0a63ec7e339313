/* What a strand has read in a round of its loop. */
#ifndef ORIEL_SEEN_H
#define ORIEL_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct seen_span {
  uint64_t at;
  size_t size; /* bytes */
};
enum { SEEN_SPANS = 256, SEEN_BYTES = 4096 }; /* that are kept, at most */

struct seen; /* of a strand; NULL: what it reads is not known */

/* The bytes as they are now, which can be read, instead of those kept there
 * before. No spans: it is not known. */
void seen_keep(struct seen **, const struct seen_span *, int count);
/* Are they others now, or may they be? */
bool seen_changed(struct seen *);

#endif
