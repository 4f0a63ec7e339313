/* UTF-8 as Unicode defines it: no surrogates, nothing longer than needed. */
#include "utf8.h"

/* The second byte alone is limited further than to 80..BF. */
size_t utf8_length(const char *text)
{
  static const struct {
    unsigned char first, last;     /* lead bytes */
    unsigned char lowest, highest; /* of the second */
    size_t length;
  } forms[] = {{0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2},
               {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
               {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
               {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4},
               {0xf4, 0xf4, 0x80, 0x8f, 4}};
  const unsigned char *c = (const unsigned char *)text;
  size_t f = 0, i = 2, n = sizeof forms / sizeof *forms;

  while (f < n && (*c < forms[f].first || *c > forms[f].last))
    f++;
  if (f == n) return 0;
  if (forms[f].length > 1 &&
      (c[1] < forms[f].lowest || c[1] > forms[f].highest))
    return 0;
  for (; i < forms[f].length; i++)
    if ((c[i] & 0xc0) != 0x80) return 0;
  return forms[f].length;
}

const char *utf8_put(const char *text, FILE *out)
{
  size_t n = utf8_length(text);

  if (n)
    fwrite(text, 1, n, out);
  else
    fputs("\xef\xbf\xbd", out);
  return text + (n ? n : 1);
}
