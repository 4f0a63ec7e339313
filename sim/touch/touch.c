/* Gathering and telling the runs of the strand in place. */
#include "touch.h"

#include "entries.h"
#include "loops.h"
#include "runs.h"

#include "../image/image.h"
#include "../rank/rank.h"
#include "../where/home.h"
#include "../where/where.h"
#include "../../model/observer.h"

enum {
  RUNS = 4096,
  PLACES_BITS = 12,
  PAGES_BITS = 13, /* twice as many as runs */
  PAGE_SIZE = 1 << PAGE_BITS,
  LINE = 64,
  SCATTERED = 8 /* short runs of a place until marks are kept of it */
};

struct marks {
  uint64_t lines; /* those with bytes that are accessed */
  struct line {
    uint64_t bytes, twice; /* accessed; and more than once */
  } line[PAGE_SIZE / LINE];
};

static struct run runs[RUNS];
static unsigned run_count;
static uint16_t last_of[1 << PLACES_BITS]; /* index of the last run of a place,
                                              or of a site */
static uint16_t pages[1 << PAGES_BITS];    /* index of a page's run, and 1 */
static struct marks marks[RUNS];           /* all zero, but for its runs */
static uintptr_t image_start;              /* of the strand in place */
static unsigned row, synced_row; /* the latter followed MPI_Win_sync */
struct near touch_near[TOUCH_NEAR];
static uint16_t near_used[TOUCH_NEAR]; /* those with a site */
static int near_count;

/* Mostly it is there from the last time. */
static const char *place_of(const char *site)
{
  static struct {
    const char *site, *place;
  } latest[TOUCH_NEAR];
  int i = (int)((uintptr_t)site % TOUCH_NEAR);
  if (latest[i].site != site) {
    latest[i].site = site;
    latest[i].place = where_expression(site);
  }
  return latest[i].place;
}

static uint16_t *last_at(const char *place, unsigned kind)
{
  uint32_t offset = (uint32_t)((uintptr_t)place - image_start);
  return &last_of[(offset * 4 + kind) * 0x9e3779b1u >> (32 - PLACES_BITS)];
}

/* --- telling --- */

unsigned touch_gathered(void)
{
  return run_count;
}

/* A load that no loop makes which waits. */
static bool looks_once(const struct run *r)
{
  return r->loop == LOOP_NONE || r->loop == LOOP_PASSES;
}

static void tell(const struct run *r)
{
  OBSERVE(touch, .strand = observed_strand(self->strand), .site = r->by,
          .from = r->from, .to = r->to, .write = r->kind & TOUCH_WRITE,
          .atomic = r->kind & TOUCH_ATOMIC, .again = r->again,
          .repeated = r->repeated, .once = looks_once(r),
          .threaded = rank_shares, .row = row, .date = self->time);
}

/* What is marked, piece by piece: a piece goes on as long as it can. */
static void tell_piece(struct run *piece, const struct run *r, const char *from,
                       size_t n, bool repeated)
{
  if (piece->site == r->site && piece->kind == r->kind && piece->to == from &&
      piece->repeated == repeated) {
    piece->to += n;
    return;
  }
  if (piece->site) tell(piece);
  *piece = (struct run){.site = r->site,
                        .by = r->by,
                        .from = from,
                        .to = from + n,
                        .kind = r->kind,
                        .loop = r->loop,
                        .repeated = repeated};
}

static void tell_line(struct run *piece, const struct run *r, const char *at,
                      const struct line *l)
{
  for (unsigned low = 0; low < LINE && l->bytes >> low;) {
    low += (unsigned)__builtin_ctzll(l->bytes >> low);
    bool twice = l->twice >> low & 1;
    uint64_t others = ~(twice ? l->twice : l->bytes & ~l->twice) >> low;
    unsigned n = others ? (unsigned)__builtin_ctzll(others) : LINE - low;
    tell_piece(piece, r, at + low, n, twice);
    low += n;
  }
}

static void tell_page(struct run *piece, const struct run *r)
{
  struct marks *m = r->marks;
  for (; m->lines; m->lines &= m->lines - 1) {
    int i = __builtin_ctzll(m->lines);
    tell_line(piece, r, r->from + i * LINE, &m->line[i]);
    m->line[i] = (struct line){0, 0};
  }
  pages[r->slot] = 0;
}

static void tell_last(struct run *piece)
{
  if (piece->site) tell(piece);
  piece->site = NULL;
}

static void forget_near(void)
{
  while (near_count > 0)
    touch_near[near_used[--near_count]].site = NULL;
}

/* What is gathered. */
static void touch_tell(void)
{
  struct run piece = {0};
  unsigned n = run_count;
  run_count = 0;
  row++;
  forget_near();
  observers_withheld = NULL;
  for (const struct run *r = runs; r < runs + n; r++) {
    if (r->marks) {
      tell_page(&piece, r);
      continue;
    }
    tell_last(&piece);
    tell(r);
  }
  tell_last(&piece);
}

/* --- gathering --- */

/* The last run of a place; NULL: none. */
static struct run *run_at(const char *place, unsigned kind)
{
  uint16_t i = *last_at(place, kind);
  struct run *r = &runs[i];
  return i < run_count && r->place == place && r->kind == kind ? r : NULL;
}

static void note_last(const struct run *r)
{
  *last_at(r->site, r->kind) = *last_at(r->place, r->kind) =
      (uint16_t)(r - runs);
}

static struct run *run_new(void)
{
  if (run_count == RUNS) touch_tell();
  if (!run_count) {
    image_start = self->image ? (uintptr_t)image_base(self->image) : 0;
    observers_withheld = touch_tell;
  }
  return &runs[run_count++];
}

/* Whose strands share all memory has all of it tracked, until another one is in
 * place. */
static const char *const everywhere = (const char *)UINTPTR_MAX;

static void note_near(struct near *c, struct near new)
{
  if (!c->site) near_used[near_count++] = (uint16_t)(c - touch_near);
  *c = new;
}

/* The place's next plain accesses, of as many bytes, may find it so: one of all
 * its bytes would have to be noted. */
static void come_near(struct run *r, size_t n, const char *site)
{
  struct near *c = near_of(site);
  if ((size_t)(r->to - r->from) <= n && !r->again) return;
  if (c->site == site && c->run == r && r->to < c->limit) return;
  const char *limit = rank_shares ? everywhere : filter_reach(r->to - 1);
  note_near(c, (struct near){site, r, limit});
}

/* What a place counts that begins another run after this one. */
static unsigned scattered_after(const struct run *before)
{
  if (!before || before->to - before->from >= LINE) return 0;
  return before->scattered + (before->scattered < SCATTERED);
}

/* Nobody asks for that of other accesses. */
static uint8_t loop_of(const char *site, unsigned kind)
{
  return kind || synced_row != row ? 0 : (uint8_t)loop_around(site);
}

static struct run *start(const char *at, const char *end, unsigned kind,
                         const char *site, struct run *before)
{
  unsigned scattered = scattered_after(before);
  uint8_t loop = loop_of(site, kind);
  if (before && before->marks) forget_near();
  struct run *r = run_new();
  *r = (struct run){.site = site,
                    .place = place_of(site),
                    .by = home_of(place_of(site)),
                    .from = at,
                    .to = end,
                    .kind = (uint8_t)kind,
                    .loop = loop,
                    .scattered = (uint8_t)scattered};
  note_last(r);
  return r;
}

/* Where the page's run is found, or would be. */
static uint16_t slot_of(const char *page, const char *site, unsigned kind)
{
  uint64_t key = (uintptr_t)page / PAGE_SIZE * 4 + kind;
  key = (key + (uintptr_t)site * 0x9e3779b97f4a7c15u) * 0x9e3779b97f4a7c15u;
  uint16_t slot = (uint16_t)(key >> (64 - PAGES_BITS));
  for (; pages[slot]; slot = (slot + 1) % (1 << PAGES_BITS)) {
    const struct run *r = &runs[pages[slot] - 1];
    if (r->from == page && r->site == site && r->kind == kind) break;
  }
  return slot;
}

static struct run *page_new(const char *page, const char *site, unsigned kind)
{
  uint8_t loop = loop_of(site, kind);
  struct run *r = run_new();
  *r = (struct run){.site = site,
                    .place = place_of(site),
                    .by = home_of(place_of(site)),
                    .from = page,
                    .to = page,
                    .marks = &marks[r - runs],
                    .slot = slot_of(page, site, kind),
                    .kind = (uint8_t)kind,
                    .loop = loop,
                    .scattered = SCATTERED};
  pages[r->slot] = (uint16_t)(r - runs + 1);
  return r;
}

/* The bytes of an access within a line that is marked, or would be. */
static uint64_t bytes_of(const char *at, size_t n)
{
  return ~(uint64_t)0 >> (LINE - n) << (uintptr_t)at % LINE;
}

static struct line *line_of(const struct run *r, const char *at)
{
  return &r->marks->line[(uintptr_t)at % PAGE_SIZE / LINE];
}

/* Is it all marked, in the page that the site was in before? So it is where
 * threads read pointers to what they share out of a frame, from two words at
 * one place. (A mark, unlike a run, has no limit.) */
static bool comes_back(const char *at, size_t n, const char *site)
{
  const struct near *c = near_of(site);
  if (c->site != site || c->limit) return false;
  if ((size_t)(at - c->run->from) >= PAGE_SIZE) return false;
  if ((uintptr_t)at % LINE + n > LINE) return false;
  struct line *l = line_of(c->run, at);
  uint64_t bytes = bytes_of(at, n);
  if (bytes & ~l->bytes) return false;
  l->twice |= bytes;
  return true;
}

/* Mark an access within a line; `last` is the place's last run. */
static void mark(const char *at, size_t n, unsigned kind, const char *site,
                 struct run *last)
{
  const char *page = at - (uintptr_t)at % PAGE_SIZE;
  uint64_t bytes = bytes_of(at, n);
  struct run *r = last;
  if (!r->marks || r->from != page || r->site != site) {
    unsigned found = pages[slot_of(page, site, kind)];
    r = found ? &runs[found - 1] : NULL;
  }
  if (!r || bytes & ~line_of(r, at)->bytes) {
    if (!self || observers_operator_runs) return;
    if (!rank_shares && !filter_tracks(at, at + n)) return;
    if (!r) r = page_new(page, site, kind);
  }
  struct line *l = line_of(r, at);
  r->marks->lines |= (uint64_t)1 << (l - r->marks->line);
  struct near *c = near_of(site);
  if (c->site == site || (rank_shares && !(bytes & ~l->bytes)))
    note_near(c, (struct near){site, r, NULL});
  l->twice |= l->bytes & bytes;
  l->bytes |= bytes;
  note_last(r);
}

/* The very same bytes, as a loop loads them that waits. A macro may load what
 * it is given twice; the copies of a loop that gives up are more. */
static void note_again(struct run *r, const char *site)
{
  if (site != r->site && !r->copied)
    r->copied = true;
  else
    r->again = true;
}

/* Is it all of the run, or within it? */
static bool is_there(struct run *r, const char *at, const char *end,
                     const char *site)
{
  if (at < r->from || end > r->to) return false;
  if (at == r->from && end == r->to) note_again(r, site);
  return true;
}

static bool meets(const struct run *r, const char *at, const char *end)
{
  return !r->marks && at <= r->to && end >= r->from;
}

static void grow(struct run *r, const char *at, const char *end)
{
  if (at < r->from) r->from = at;
  if (end > r->to) r->to = end;
  r->again = false;
}

/* The last run of the place; or that of the site, if it is the one to go on
 * with. (What one load comes back to after others begins anew, as it would if
 * it were one place.) */
static struct run *run_for(const char *at, const char *end, unsigned kind,
                           const char *site)
{
  struct run *r = run_at(place_of(site), kind);
  if (!r || r->site == site || meets(r, at, end)) return r;
  uint16_t i = *last_at(site, kind);
  struct run *own = &runs[i];
  bool is_own = i < run_count && own->site == site && own->kind == kind;
  if (!is_own || !meets(own, at, end)) return r;
  return at == own->from && end == own->to ? r : own;
}

void touch_access(const char *at, size_t n, unsigned kind, const char *site)
{
  const char *end = at + n;
  if (rank_shares && comes_back(at, n, site)) return;
  struct run *r = run_for(at, end, kind, site);
  if (r && is_there(r, at, end, site)) {
    come_near(r, n, site);
    return;
  }
  if (r && r->scattered >= SCATTERED && (uintptr_t)at % LINE + n <= LINE &&
      !meets(r, at, end)) {
    mark(at, n, kind, site, r);
    return;
  }
  if (!self || observers_operator_runs) return;
  if (!rank_shares && !filter_tracks(at, end)) return;
  if (r && meets(r, at, end))
    grow(r, at, end);
  else
    r = start(at, end, kind, site, r);
  come_near(r, n, site);
}

void touch_bytes(const void *at, size_t n, unsigned kind, const void *site)
{
  const char *from = at;
  if (n && self && (rank_shares || filter_tracks(from, from + n)))
    touch_access(from, n, kind, site);
}

/* --- loops that wait --- */

struct touch_look touch_looks(const char *site)
{
  struct run *r = run_at(place_of(site), 0);
  if (!r || r->marks) return (struct touch_look){NULL, NULL, NULL, NULL};
  r->again = true;
  return (struct touch_look){r->site, r->by, r->from, r->to};
}

void touch_found(const struct touch_look *l)
{
  if (l->site) start(l->from, l->to, 0, l->site, NULL)->again = true;
}

/* --- from outside --- */

void touch_track(const char *from, const char *to, int reasons)
{
  filter_count(from, to, reasons);
}

static void on_sync(struct observer *o, const struct observed_sync *e)
{
  (void)o;
  if (e->window) synced_row = row;
}

int touch_open(void)
{
  static struct observer observer = {.sync = on_sync};
  if (filter_open()) return -1;
  synced_row = row - 1;
  observer_add(&observer);
  entries_bind();
  return 0;
}
