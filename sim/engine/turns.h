/* Do the flows of a platform take turns at its links, as links.c has it?
 *
 * They do where each route is one link of its first host and one of its last,
 * no two hosts have a link in common, and each link is limited to one flow. */
#ifndef ORIEL_TURNS_H
#define ORIEL_TURNS_H

#include <stdbool.h>

/* A platform whose links are 0 .. n - 1, none of them limited; 0: they do not,
 * whatever the routes. */
void turns_open(int n);
/* This link is limited to one flow at a time. */
void turns_limit(int link);
bool turns_taken(void);
/* A flow from host to host, as links_flow; turns are taken. */
void turns_flow(int from, int to, double bytes, void (*f)(void *), void *arg);

#endif
