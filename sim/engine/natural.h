/* The natural order of names: h2 before h10, as digits compare as numbers.
 * Below, at or above 0 as strcmp; 0 for equal names only. */
#ifndef ORIEL_NATURAL_H
#define ORIEL_NATURAL_H

int natural_compare(const char *a, const char *b);

#endif
