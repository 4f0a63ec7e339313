/* Formats: the memory that printf and scanf access by their further arguments.
 *
 * The format says where: what %s prints is read, what %d scans is written. */
#ifndef ORIEL_FORMATS_H
#define ORIEL_FORMATS_H

#include <stdarg.h>
#include <stdbool.h>

/* Tell what printf is about to read and, by %n, to write. */
void formats_printed(const char *format, va_list args, const void *site);
/* Tell what scanf has written, which has returned `assigned`; `old`: that of
 * before C99, whose %as allocates. */
void formats_scanned(const char *format, va_list args, int assigned, bool old,
                     const void *site);

#endif
