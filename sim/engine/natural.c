/* Names are walked in step; where both have digits, whole numbers compare. */
#include "natural.h"

#include <string.h>

static int digit(char c)
{
  return c >= '0' && c <= '9';
}

/* Both begin with a digit; they move behind their numbers. */
static int numbers_compare(const char **a, const char **b)
{
  size_t n = 0, m = 0;
  *a += strspn(*a, "0");
  *b += strspn(*b, "0");
  while (digit((*a)[n]))
    n++;
  while (digit((*b)[m]))
    m++;
  int order = n != m ? (n < m ? -1 : 1) : memcmp(*a, *b, n);
  *a += n;
  *b += m;
  return order;
}

int natural_compare(const char *a, const char *b)
{
  const char *whole_a = a, *whole_b = b;
  for (; *a && *a == *b; a++)
    b++;
  for (; a > whole_a && digit(a[-1]); a--) /* numbers count as a whole */
    b--;
  while (*a && *b) {
    int order;
    if (digit(*a) && digit(*b))
      order = numbers_compare(&a, &b);
    else
      order = (unsigned char)*a++ - (unsigned char)*b++;
    if (order) return order;
  }
  if (*a || *b) return *a ? 1 : -1;
  return strcmp(whole_a, whole_b); /* h1 and h01 */
}
