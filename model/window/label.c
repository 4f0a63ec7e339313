/* What messages call a window: by its name, or by where it was made.
 *
 * A run that has made one window so far has "the window". Invariant: words for
 * a window without a name live to the end; asking for them is for messages
 * only, since a source line takes long to find the first time. */
#include "window.h"

#include "../memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *(*window_place)(const void *site);

static int made;

void window_made(struct window *w, const void *site)
{
  w->site = site;
  made++;
}

/* The label is kept with the bare name behind it. */
void window_set_name(struct window_view *v, const char *name)
{
  free(v->label);
  v->label = xmalloc(2 * strlen(name) + sizeof "window \"\" ");
  sprintf(v->label, "window \"%s\"%c%s", name, 0, name);
}

const char *window_name(const struct window_view *v)
{
  return v->label ? v->label + strlen(v->label) + 1 : "";
}

/* "the window of halo.c:40", once for each place. */
static const char *words_of(const char *place)
{
  static struct words {
    struct words *next;
    const char *place;
    char text[];
  } * all;
  for (struct words *w = all; w; w = w->next)
    if (strcmp(w->place, place) == 0) return w->text;
  struct words *w =
      xmalloc(sizeof *w + sizeof "the window of " + strlen(place));
  w->next = all;
  w->place = place;
  sprintf(w->text, "the window of %s", place);
  all = w;
  return w->text;
}

const char *window_unnamed(const void *site)
{
  if (made < 2 || !site || !window_place) return "the window";
  return words_of(window_place(site));
}

const char *window_label(const struct window_view *v)
{
  return v->label ? v->label : window_unnamed(v->window->site);
}
