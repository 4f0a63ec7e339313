/* Work on a stack of its own. */
#ifndef ORIEL_APART_H
#define ORIEL_APART_H

/* Call f(arg), wherever one is, with half a MiB of stack. */
void apart(void (*f)(void *arg), void *arg);

#endif
