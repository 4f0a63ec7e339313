/* Where Oriel is installed. */
#ifndef ORIEL_HOME_H
#define ORIEL_HOME_H

#include <stdbool.h>

/* The orielrun that belongs to this library, into PATH_MAX bytes; false: there
 * is none. */
bool home_orielrun(char *path);
/* The platform of this name that comes with Oriel; likewise. */
bool home_platform(const char *name, char *path);

#endif
