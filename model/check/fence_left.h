/* When a rank leaves a fence: then what that completes there is over. */
#ifndef ORIEL_CHECK_FENCE_LEFT_H
#define ORIEL_CHECK_FENCE_LEFT_H

#include "strand.h"

#include "../window/window.h"

struct fence_left;

/* Of a fence that the rank has not left, to keep: what others complete there
 * is over when it does. */
struct fence_left *fence_left_new(struct window_view *, unsigned fence);
void fence_left_unref(struct fence_left *);
bool fence_left_known(const struct fence_left *, const struct viewer *);

/* The rank has left its latest fence, in the first of what that tells. */
void fence_left_now(struct window_view *, const struct check_strand *);
/* The view is gone. */
void fence_left_forget(struct window_view *);

#endif
