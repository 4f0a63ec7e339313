/* Where: from a code address to a source line, by libdw.
 *
 * Results are cached for the run and hold no addresses of this process:
 * "halo.c:88", or "main+0x1f" without debug information, or "?" when nothing
 * is known. Base names of files only. */
#ifndef ORIEL_WHERE_H
#define ORIEL_WHERE_H

/* The place of the call that returns to `site`. Valid until the run ends. */
const char *where_call(const void *site);
/* "halo.c:95, update_edge()". */
const char *where_function(const void *site);

#endif
