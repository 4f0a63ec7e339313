/* JSON, written as it comes. */
#include "json.h"
#include "../model/memory.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int json_open(struct json *j, const char *path)
{
  static const char suffix[] = ".part";
  size_t length = strlen(path);

  *j = (struct json){.path = path, .depth = 1, .first = true};
  j->part = xmalloc(length + sizeof suffix);
  memcpy(j->part, path, length);
  memcpy(j->part + length, suffix, sizeof suffix);
  j->file = fopen(j->part, "w");
  if (!j->file) {
    free(j->part);
    return -1;
  }
  fputc('{', j->file);
  return 0;
}

int json_close(struct json *j)
{
  int failed, why;

  fputs("\n}\n", j->file);
  failed = ferror(j->file);
  if (fclose(j->file)) failed = 1;
  if (!failed && rename(j->part, j->path)) failed = 1;
  why = errno;
  if (failed) unlink(j->part);
  free(j->part);
  errno = why;
  return failed ? -1 : 0;
}

static void put_text(struct json *j, const char *text)
{
  fputc('"', j->file);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++)
    if (*c == '"' || *c == '\\')
      fprintf(j->file, "\\%c", *c);
    else if (*c < 0x20)
      fprintf(j->file, "\\u%04x", *c);
    else
      fputc(*c, j->file);
  fputc('"', j->file);
}

static void put_key(struct json *j, const char *key)
{
  fprintf(j->file, j->first ? "\n%*s" : ",\n%*s", 2 * j->depth, "");
  put_text(j, key);
  fputs(": ", j->file);
  j->first = false;
}

void json_string(struct json *j, const char *key, const char *value)
{
  put_key(j, key);
  put_text(j, value);
}

void json_integer(struct json *j, const char *key, unsigned long value)
{
  put_key(j, key);
  fprintf(j->file, "%lu", value);
}

/* JSON has no infinity and no NaN. */
void json_number(struct json *j, const char *key, double value)
{
  put_key(j, key);
  if (isfinite(value))
    fprintf(j->file, "%.17g", value);
  else
    fputs("null", j->file);
}

void json_begin(struct json *j, const char *key)
{
  put_key(j, key);
  fputc('{', j->file);
  j->depth++;
  j->first = true;
}

void json_end(struct json *j)
{
  j->depth--;
  if (!j->first) fprintf(j->file, "\n%*s", 2 * j->depth, "");
  fputc('}', j->file);
  j->first = false;
}
