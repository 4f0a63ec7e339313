/* Is a file that users write plain text? */
#ifndef ORIEL_ENCODING_H
#define ORIEL_ENCODING_H

#include <stddef.h>

/* What is wrong with the first bytes of an open file, to be put behind its
 * name; NULL: nothing, or a pipe, into which one cannot look. */
const char *encoding_mistake(int fd);
/* What is wrong within a line that getline() has read; NULL: nothing. It may
 * end in "\r\n". */
const char *encoding_mistake_in(const char *line, size_t bytes);

#endif
