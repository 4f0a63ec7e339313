/* Is a file that users write plain text? */
#ifndef ORIEL_ENCODING_H
#define ORIEL_ENCODING_H

/* What is wrong with the first bytes of an open file, to be put behind its
 * name; NULL: nothing, or a pipe, into which one cannot look. */
const char *encoding_mistake(int fd);

#endif
