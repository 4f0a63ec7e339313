/* Text of users: of files that they write, and of names that programs give. */
#ifndef ORIEL_ENCODING_H
#define ORIEL_ENCODING_H

/* What is wrong with the first bytes of an open file, to be put behind its
 * name; NULL: nothing, or a pipe, into which one cannot look. */
const char *encoding_mistake(int fd);

/* Control characters but line ends and tabs, which may do anything to a
 * terminal, become '?'. */
void encoding_plain(char *text);

#endif
