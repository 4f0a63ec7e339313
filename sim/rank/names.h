/* Names that a simulated host has, of one kind of object: ranks of one host
 * find by it what one of them has made, ranks of others do not. */
#ifndef ORIEL_NAMES_H
#define ORIEL_NAMES_H

#include "../../model/map.h"

#include <limits.h>
#include <stddef.h>

/* What has a name begins with this. */
struct name {
  struct name *next;
  char text[NAME_MAX + 1];
};

/* Where what has this name is, or would be, at self's host; `hosts` are all of
 * its kind. The name loses its leading slashes, and may have so many other
 * characters. NULL and errno: it is none. */
struct name **name_place(struct map *hosts, const char **name, size_t longest);

/* The name is free for another. */
void name_take_out(struct name **);

#endif
