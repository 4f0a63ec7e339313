/* JSON, written as it comes. */
#include "json.h"
#include "../model/memory.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *part_name(const char *path)
{
  static const char suffix[] = ".part";
  size_t length = strlen(path);
  char *part = xmalloc(length + sizeof suffix);

  memcpy(part, path, length);
  memcpy(part + length, suffix, sizeof suffix);
  return part;
}

/* A device or pipe is written to, never replaced. */
static bool is_special(const char *path)
{
  struct stat about;

  return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

int json_open(struct json *j, const char *path)
{
  *j = (struct json){.path = path, .depth = 1, .first = true};
  if (!is_special(path)) j->part = part_name(path);
  j->file = fopen(j->part ? j->part : path, "w");
  if (!j->file) {
    free(j->part);
    return -1;
  }
  fputc('{', j->file);
  return 0;
}

/* Remove what was written, with errno as it is. */
static void remove_part(struct json *j)
{
  int why = errno;

  if (j->part) unlink(j->part);
  free(j->part);
  errno = why;
}

int json_close(struct json *j)
{
  bool failed;

  fputs("\n}\n", j->file);
  failed = ferror(j->file);
  if (fclose(j->file)) failed = true;
  if (!failed && j->part && rename(j->part, j->path)) failed = true;
  if (failed)
    remove_part(j);
  else
    free(j->part);
  return failed ? -1 : 0;
}

int json_check(const char *path)
{
  struct json j = {0};

  if (is_special(path)) {
    if (access(path, W_OK)) return -1;
    j.file = fopen(path, "a"); /* a folder cannot be opened */
    if (j.file) fclose(j.file);
    return j.file ? 0 : -1;
  }
  j.part = part_name(path);
  j.file = fopen(j.part, "w");
  if (j.file) fclose(j.file);
  remove_part(&j);
  return j.file ? 0 : -1;
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
