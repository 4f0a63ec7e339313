/* What is wrong with a platform, in one line: what we throw, what SimGrid
 * throws, and what it writes into its log before it aborts. A part of
 * engine.cpp.
 *
 * Invariant: of SimGrid's log nothing is shown but such a line; when it has
 * died of a platform, this process ends without asking it anything more. */
#ifndef ORIEL_COMPLAINT_HPP
#define ORIEL_COMPLAINT_HPP

extern "C" {
#include "../../model/memory.h"
#include "../exit.h"
#include "guard.h"
}

#include "platform.hpp"
#include "simgrid.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <sys/types.h>
#include <unistd.h>

namespace
{
/* SimGrid's log goes here: the last message of a failed load is what the user
 * is told, the rest is nobody's business. */
char last_message[1024];

ssize_t message_write(void *, const char *text, size_t n)
{
  size_t kept = std::min(n, sizeof last_message - 1);
  memcpy(last_message, text, kept);
  last_message[kept] = 0;
  return n;
}

void log_capture()
{
  cookie_io_functions_t io = {nullptr, message_write, nullptr, nullptr};
  FILE *stream = fopencookie(nullptr, "w", io);
  if (!stream) return;
  setvbuf(stream, nullptr, _IONBF, 0);
  xbt_log_appender_set(&_XBT_LOGV(XBT_LOG_ROOT_CAT),
                       xbt_log_appender_stream(stream));
}

void replace_all(std::string &text, const std::string &what,
                 const std::string &by)
{
  for (size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size())
    text.replace(at, what.size(), by);
}

/* SimGrid's "Parse error at FILE:LINE: Invalid XML (...): TEXT", in several
 * lines perhaps, as "FILE:LINE: TEXT". */
std::string one_line(const char *path, std::string text)
{
  const std::string prefix = "Parse error at ", xml = "Invalid XML (";
  if (text.compare(0, prefix.size(), prefix) == 0)
    text.erase(0, prefix.size());
  else
    text = std::string(path) + ": " + text;
  replace_all(text, "Not a valid model!", "a zone has an unknown routing");
  if (text == std::string(path) + ": stoi")
    text += ": a number is too large, or something else stands for one";
  if (text.find("BIG FAT WARNING") != text.npos)
    text = std::string(path) + ": its platform element has no version, or an "
                               "old one; <platform version=\"4.1\"> is meant";
  size_t start = text.find(xml), end = text.find("): ", start);
  if (start != text.npos && end != text.npos)
    text.replace(start, end + 3 - start, "");
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && text.back() == ' ')
    text.pop_back();
  return text;
}

struct attempt {
  void (*f)(const char *);
  const char *argument;
  std::string error;
  bool exhausted; /* out of memory */
};

void attempt_guarded(void *arg)
{
  auto attempt = (struct attempt *)arg;
  try {
    attempt->f(attempt->argument);
  } catch (const bad_platform &bad) {
    attempt->error = bad.text;
  } catch (const std::bad_alloc &) {
    attempt->exhausted = true;
  } catch (const std::exception &e) {
    attempt->error = e.what();
  }
}

/* What is wrong with the platform, as f finds; empty: nothing. */
std::string error_of(const char *path, void (*f)(const char *),
                     const char *argument)
{
  struct attempt attempt = {f, argument, "", false};
  bool ended = guard_run(attempt_guarded, &attempt);
  if (attempt.exhausted) {
    dprintf(STDERR_FILENO, "orielrun: %s: out of memory%s\n", path,
            memory_limit());
    _exit(EXIT_LIMIT);
  }
  if (!ended)
    return last_message[0] ? last_message
                           : "SimGrid cannot read this platform, and does not "
                             "say why; one cause is a host that no route of a "
                             "Dijkstra zone reaches";
  return attempt.error;
}
} // namespace

#endif
