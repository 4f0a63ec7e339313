/* Work on a stack of its own. */
#ifndef ORIEL_LARGE_STACK_H
#define ORIEL_LARGE_STACK_H

/* Call f(arg), wherever one is, with half a MiB of stack. */
void on_large_stack(void (*f)(void *arg), void *arg);

#endif
