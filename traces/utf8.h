/* Text of unknown origin (names that programs give, file names) for files that
 * must be UTF-8. */
#ifndef ORIEL_UTF8_H
#define ORIEL_UTF8_H

#include <stddef.h>
#include <stdio.h>

/* The bytes of the character at `text`; 0 when it is none of UTF-8. */
size_t utf8_length(const char *text);
/* Write the character, or U+FFFD where there is none, and return what is behind
 * it. `text` is not at its end. */
const char *utf8_put(const char *text, FILE *out);

#endif
