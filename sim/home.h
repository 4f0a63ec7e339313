/* Where Oriel is installed. */
#ifndef ORIEL_HOME_H
#define ORIEL_HOME_H

#include <stdbool.h>
#include <stddef.h>

/* The orielrun that belongs to this library, into PATH_MAX bytes; false: there
 * is none. */
bool home_orielrun(char *path);
/* The platform of this name that comes with Oriel; likewise. */
bool home_platform(const char *name, char *path);
/* The names of all of them, as "dragonfly.xml, torus.xml"; or "". */
void home_platforms(char *text, size_t size);

#endif
