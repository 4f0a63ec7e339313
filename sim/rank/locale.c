/* The locale that a rank has by name, taken up with the rank. Names are kept
 * once, so that most switches compare two pointers and change nothing. */
#include "locale.h"

#include "../../model/memory.h"

#include <string.h>

bool locales_changed;
static char *start;   /* the run's; NULL: no rank has set one */
static char *now;     /* the process's since */
static bool used_own; /* has any thread used one of its own? */

/* One copy of each name: equal ones are one pointer, and the C library frees
 * its own. */
static char *kept(const char *name)
{
  static struct name {
    struct name *next;
    char *text;
  } * all;
  for (struct name *n = all; n; n = n->next)
    if (strcmp(n->text, name) == 0) return n->text;
  struct name *n = xmalloc(sizeof *n);
  *n = (struct name){all, xstrdup(name)};
  all = n;
  return n->text;
}

char *locale_set(struct rank_locale *l, int category, const char *name)
{
  if (!start) start = now = kept(setlocale(LC_ALL, NULL));
  char *answer = setlocale(category, name);
  if (!answer) return NULL;
  answer = kept(answer);
  if (!name) return answer;
  l->name = now = kept(setlocale(LC_ALL, NULL));
  locales_changed = true;
  return answer;
}

locale_t locale_use(locale_t used)
{
  if (used) locales_changed = used_own = true;
  return uselocale(used);
}

void locale_enter(const struct rank_locale *l, locale_t *before, locale_t used)
{
  char *name = l->name ? (char *)l->name : start;
  if (used_own) {
    locale_t had = uselocale(used ? used : LC_GLOBAL_LOCALE);
    if (before) *before = had;
  }
  if (name == now) return;
  setlocale(LC_ALL, name);
  now = name;
}
