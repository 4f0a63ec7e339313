/* Gathering and telling the runs of the strand in place. */
#include "touch.h"

#include "entries.h"
#include "runs.h"

#include "../image/image.h"
#include "../rank/rank.h"
#include "../../model/observer.h"

enum { RUNS = 4096, PLACES_BITS = 10 };

struct run {
  const char *site;
  const char *from, *to;
  unsigned kind;
  bool again; /* the very same bytes came again */
};

static struct run runs[RUNS];
static unsigned run_count;
static uint16_t last_of[1 << PLACES_BITS]; /* index of a place's last run */
static uintptr_t image_start;              /* of the strand in place */

static unsigned place_of(const char *site, unsigned kind)
{
  uint32_t offset = (uint32_t)((uintptr_t)site - image_start);
  return (offset * 4 + kind) * 0x9e3779b1u >> (32 - PLACES_BITS);
}

/* --- telling --- */

unsigned touch_gathered(void)
{
  return run_count;
}

void touch_tell(void)
{
  unsigned n = run_count;
  run_count = 0;
  observers_withheld = NULL;
  for (const struct run *r = runs; r < runs + n; r++)
    OBSERVE(touch, .strand = observed_strand(self->strand), .site = r->site,
            .from = r->from, .to = r->to, .write = r->kind & TOUCH_WRITE,
            .atomic = r->kind & TOUCH_ATOMIC, .again = r->again,
            .threaded = rank_shares, .date = self->time);
}

/* --- gathering --- */

static void start(const char *at, const char *end, unsigned kind,
                  const char *site)
{
  if (run_count == RUNS) touch_tell();
  if (!run_count) {
    image_start = self->image ? (uintptr_t)image_base(self->image) : 0;
    observers_withheld = touch_tell;
  }
  last_of[place_of(site, kind)] = (uint16_t)run_count;
  runs[run_count++] = (struct run){site, at, end, kind, false};
}

void touch_access(const char *at, size_t n, unsigned kind, const char *site)
{
  const char *end = at + n;
  unsigned i = last_of[place_of(site, kind)];
  struct run *r = i < run_count && runs[i].site == site && runs[i].kind == kind
                      ? &runs[i]
                      : NULL;
  if (r && at >= r->from && end <= r->to) {
    if (at == r->from && end == r->to) r->again = true;
    return;
  }
  if (!self || observers_operator_runs) return;
  if (!rank_shares && !filter_tracks(at, end)) return;
  if (!r || at > r->to || end < r->from) {
    start(at, end, kind, site);
    return;
  }
  if (at < r->from) r->from = at;
  if (end > r->to) r->to = end;
  r->again = false;
}

void touch_bytes(const void *at, size_t n, unsigned kind, const void *site)
{
  const char *from = at;
  if (n && self && (rank_shares || filter_tracks(from, from + n)))
    touch_access(from, n, kind, site);
}

/* --- from outside --- */

void touch_track(const char *from, const char *to, int reasons)
{
  filter_count(from, to, reasons);
}

int touch_open(void)
{
  if (filter_open()) return -1;
  entries_bind();
  return 0;
}
