/* JSON, written as it comes. */
#include "json.h"
#include "utf8.h"

#include <math.h>

int json_open(struct json *j, const char *path)
{
  *j = (struct json){.depth = 1, .first = true};
  if (whole_open(&j->whole, path)) return -1;
  j->file = j->whole.file;
  fputc('{', j->file);
  return 0;
}

int json_close(struct json *j)
{
  fputs("\n}\n", j->file);
  return whole_close(&j->whole);
}

static void put_text(struct json *j, const char *text)
{
  fputc('"', j->file);
  while (*text)
    if (*text == '"' || *text == '\\')
      fprintf(j->file, "\\%c", *text++);
    else if ((unsigned char)*text < 0x20)
      fprintf(j->file, "\\u%04x", *text++);
    else
      text = utf8_put(text, j->file);
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

static void open_bracket(struct json *j, char bracket)
{
  fputc(bracket, j->file);
  j->depth++;
  j->first = true;
}

static void close_bracket(struct json *j, char bracket)
{
  j->depth--;
  if (!j->first) fprintf(j->file, "\n%*s", 2 * j->depth, "");
  fputc(bracket, j->file);
  j->first = false;
}

void json_begin(struct json *j, const char *key)
{
  put_key(j, key);
  open_bracket(j, '{');
}

void json_end(struct json *j)
{
  close_bracket(j, '}');
}

void json_begin_list(struct json *j, const char *key)
{
  put_key(j, key);
  open_bracket(j, '[');
}

void json_item(struct json *j)
{
  fprintf(j->file, j->first ? "\n%*s" : ",\n%*s", 2 * j->depth, "");
  open_bracket(j, '{');
}

void json_end_list(struct json *j)
{
  close_bracket(j, ']');
}
