/* A random program, and the accesses that it makes. */
#ifndef RACES_PROGRAM_H
#define RACES_PROGRAM_H

/* The text; accesses are in order.h, the kind is in text.h. */
const char *program(char kind, unsigned long seed);

#endif
