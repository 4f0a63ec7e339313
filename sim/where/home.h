/* Home: the program's own line for what a function of C++'s headers does. */
#ifndef ORIEL_WHERE_HOME_H
#define ORIEL_WHERE_HOME_H

/* Self executes what precedes `site`. In a function that the program's file has
 * from one of the system's headers: where the program's own code calls that, if
 * frame pointers lead there. Else the same. */
const void *home_of(const void *site);
/* In a function that the program calls: of that call. */
#define HOME_SITE home_of(__builtin_return_address(0))

struct strand;
/* The same of a strand that waits in what it called before `site`, in `frame`
 * as in struct pause: frame pointers are not needed. */
const void *home_of_waiting(const struct strand *, const void *site,
                            const void *frame);

#endif
