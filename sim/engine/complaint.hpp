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

bool ends_with(const std::string &text, const std::string &end)
{
  return text.size() >= end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/* What SimGrid says, by words in it, and what is meant. */
const struct {
  const char *words, *meaning;
} meanings[] = {
    {"Not a valid model!", "a zone has an unknown routing"},
    {"BIG FAT WARNING", "its platform element has no version, or an old one; "
                        "<platform version=\"4.1\"> is meant"},
    {"COMES FROM THE FUTURE", "its platform element has a version that this "
                              "SimGrid does not know; <platform "
                              "version=\"4.1\"> is meant"},
    {"set_host_rate", "links with sharing_policy WIFI are not simulated"},
    {"Have you set the parent of this NetZone",
     "it has more than one outermost zone or cluster; put them into one zone"},
};

const char beginning[] =
    "; a platform file begins with <?xml version=\"1.0\"?> and <!DOCTYPE "
    "platform SYSTEM \"https://simgrid.org/simgrid.dtd\">";

std::string meaning_of(std::string text)
{
  const std::string xml = "Invalid XML (";
  size_t start = text.find(xml), end = text.find("): ", start);
  if (start != text.npos && end != text.npos)
    text.replace(start, end + 3 - start, "");
  for (auto const &each : meanings)
    if (text.find(each.words) != text.npos) return each.meaning;
  if (ends_with(text, "stoi") || ends_with(text, "stod"))
    return text + ": a number is too large, or something else stands for one";
  replace_all(text, "does name a node. Existing netpoints:",
              "is none of the hosts, routers and zones there:");
  if (text.find("Link not found: ") == 0)
    return text + "; links stand before routes, and one with sharing_policy "
                  "SPLITDUPLEX is found where link_ctn names a direction, UP "
                  "or DOWN";
  if (ends_with(text, " is not allowed here."))
    return text +
           " A zone has, in this order: prop, hosts and routers or zones "
           "and clusters, links, routes";
  if (text.find(" in prolog.") == text.npos &&
      text.find("Bad declaration ") == text.npos)
    return text;
  text.erase(std::min(
      {text.find(". If you are using"), text.rfind('.'), text.size()}));
  return text + beginning;
}

/* SimGrid's "Parse error at FILE:LINE: TEXT", in several lines perhaps, as
 * "FILE:LINE: MEANING". */
std::string one_line(const std::string &path, std::string text)
{
  const std::string prefix = "Parse error at ";
  std::string place = path + ": ";
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (text.compare(0, prefix.size(), prefix) == 0) {
    text.erase(0, prefix.size());
    size_t end = text.find(": ", path.size());
    place = end == text.npos ? "" : text.substr(0, end + 2);
    text.erase(0, place.size());
  }
  text = meaning_of(text);
  while (!text.empty() && text.back() == ' ')
    text.pop_back();
  return place + text;
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

void error_write(const char *text)
{
  if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

/* It has died, and without a word: perhaps in malloc(), whose lock is held for
 * ever then. So nothing that takes memory is called, as dprintf() does. */
[[noreturn]] void died_silently(const char *path)
{
  error_write("orielrun: ");
  error_write(path);
  error_write(": SimGrid cannot read this platform, and does not say why; one "
              "cause is a host that no route of a Dijkstra zone reaches; "
              "another, of SimGrid 4, a cluster with a topology that is in no "
              "zone; another, hundreds of zones in each other\n");
  _exit(EXIT_USAGE);
}

/* What is wrong with the platform, as f finds; empty: nothing. */
std::string error_of(const char *path, void (*f)(const char *),
                     const char *argument)
{
  struct attempt attempt = {f, argument, "", false};
  bool ended = guard_run_silently(attempt_guarded, &attempt);
  if (attempt.exhausted) {
    dprintf(STDERR_FILENO, "orielrun: %s: out of memory%s\n", path,
            memory_limit());
    _exit(EXIT_LIMIT);
  }
  if (!ended && !last_message[0]) died_silently(path);
  return ended ? attempt.error : last_message;
}
} // namespace

#endif
