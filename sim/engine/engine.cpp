/* The engine on SimGrid: the one C++ file, and the only one that knows it.
 *
 * SimGrid gives the platform with its routes, and flows that share links
 * max-min fairly (actions of its network model). Timed events are ours
 * (clock.c), and so are contexts (contexts.c): SimGrid's actors cost more than
 * twice the memory and the time. While flows are under way SimGrid's clock
 * leads: one of its timers is armed for our next date, so that it stops there
 * or at the end of a flow. While there are none we go from date to date alone,
 * and SimGrid catches up before the next flow starts.
 *
 * Starting an action without an activity around it is not in the installed
 * headers: it is declared in simgrid.hpp, and checked at load, being a virtual
 * function. With ORIEL_ENGINE_COMM the engine uses the public interface only:
 * slower, and flows of a date end after its events; dates are the same.
 *
 * Invariants: flows start on the engine's stack only, when SimGrid's clock has
 * reached the date at which they were asked for; all flows are SimGrid's, or
 * all are of links.c, where those that share a link take turns and nothing else
 * is shared. */
extern "C" {
#include "../../model/encoding.h"
#include "clock.h"
#include "engine.h"
#include "guard.h"
#include "operators.h"
#include "refusals.h"
#include "reread.h"
#include "turns.h"
}

#include "complaint.hpp"
#include "cxx_streams.hpp"
#include "platform.hpp"
#include "simgrid.hpp"

#include <algorithm>
#include <cmath>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace
{
struct completion { /* of a flow */
  void (*f)(void *);
  void *arg;
  unsigned long number; /* of the flow, in the order of engine_flow */
  unsigned next_free;
};

struct deadlock {
};

s4u::Engine *simgrid_engine;

kernel::timer::Timer *timer; /* armed for timer_date, or null */
double timer_date;

std::vector<completion> completions;
unsigned free_completion; /* 1 + index; 0 is none */

struct start { /* of a flow that waits for SimGrid's clock */
  int from, to;
  double bytes;
  unsigned completion;
};
std::vector<start> starts;
unsigned long asked;  /* flows so far */
unsigned long active; /* flows that have not ended, those that wait included */
} // namespace

/* --- opening --- */

namespace
{
/* SimGrid takes these signals when it starts; they are not its to take. */
class signals_kept
{
  static constexpr int which[] = {SIGINT, SIGSEGV, SIGBUS};
  struct sigaction actions[3];
  stack_t stack;

public:
  signals_kept()
  {
    for (int i = 0; i < 3; i++)
      sigaction(which[i], nullptr, &actions[i]);
    sigaltstack(nullptr, &stack);
  }
  ~signals_kept()
  {
    for (int i = 0; i < 3; i++)
      sigaction(which[i], &actions[i], nullptr);
    sigaltstack(&stack, nullptr);
  }
};

void flows_complete();

void configure()
{
  const char *settings[] = {
      "network/model:CM02",         "network/latency-factor:0",
      "network/bandwidth-factor:1", "network/TCP-gamma:1e30",
      "network/crosstraffic:0",     "network/weight-S:0",
      "network/optim:Lazy",         "debug/verbose-exit:no",
      (SIMGRID_PRECISION ":1e-12")};
  for (const char *setting : settings)
    s4u::Engine::set_config(setting);
}
} // namespace

void engine_open(const char *program)
{
  std::string arguments[] = {program, "--log=root.t:critical",
                             "--log=root.fmt:%m",
                             "--cfg=debug/clean-atexit:no"};
  char *argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(),
                  arguments[3].data(), nullptr};
  int argc = 4;
  signals_kept kept;
  simgrid_engine = new s4u::Engine(&argc, argv);
  log_capture();
  configure();
  s4u::Engine::on_deadlock_cb([] { throw deadlock(); });
#ifdef ORIEL_ENGINE_COMM
  flows_complete();
#else
  s4u::Engine::on_time_advance_cb([](double) { flows_complete(); });
#endif
}

/* --- loading --- */

namespace
{
#ifndef ORIEL_ENGINE_COMM
kernel::resource::NetworkModel *network;

kernel::resource::Action *action_start(int from, int to, double bytes)
{
  return network_communicate(network, hosts[from], hosts[to], bytes);
}

void network_find()
{
  network =
      simgrid_engine->get_netzone_root()->get_impl()->get_network_model().get();
  if (!communicate_slot_known())
    throw bad_platform{"the SimGrid library is not the one this engine was "
                       "made for: compile it with -DORIEL_ENGINE_COMM"};
  if (used.size() < 2) return;
  kernel::resource::Action *action = action_start(used[0], used[1], 1.0);
  bool good = action && action->get_model() == network &&
              action->get_cost() == 1.0 && action->get_remains() == 1.0;
  if (!good) throw bad_platform{"SimGrid does not start flows as expected"};
  action->cancel();
  while (kernel::resource::Action *failed = network->extract_failed_action())
    failed->unref();
}
#endif

void load(const char *path)
{
  simgrid_engine->load_platform(path);
  platform_take(simgrid_engine);
}

void use(const char *hosts_used)
{
  platform_use(hosts_used);
#ifndef ORIEL_ENGINE_COMM
  network_find();
#endif
}

std::string loaded; /* the file's name */

std::string load_checked(const char *path)
{
  char refusal[256];
  int line = refusals_find(path, refusal, sizeof refusal);
  if (line)
    return "Parse error at " + std::string(path) + ":" + std::to_string(line) +
           ": " + refusal;
  return error_of(loaded.c_str(), load, path);
}
} // namespace

int engine_load(const char *path, char *why, size_t why_size)
{
  std::string error;
  struct stat file = {};
  loaded = path;
  char again[DESCRIPTOR_PATH];
  int fd = reread_open(path, again);
  const std::string unread = "the platform cannot be read: ";
  if (fd < 0)
    error = unread + strerror(errno);
  else if (fstat(fd, &file) == 0 && S_ISDIR(file.st_mode))
    error = unread + strerror(EISDIR); /* SimGrid would end the process */
  else if (const char *mistake = encoding_mistake(fd))
    error = unread + mistake;
  else
    error = load_checked(*again ? again : path);
  if (fd >= 0) close(fd);
  if (error.empty()) return 0;
  if (*again) replace_all(error, again, path);
  snprintf(why, why_size, "%s", one_line(path, error).c_str());
  return -1;
}

int engine_use(const char *hosts_used, char *why, size_t why_size)
{
  const char *path = loaded.c_str();
  std::string error = error_of(path, use, hosts_used);
  if (error.empty() && used.size() == 1)
    guard_run_silently(way_out_find, nullptr);
  if (error.empty()) return 0;
  snprintf(why, why_size, "%s", one_line(path, error).c_str());
  return -1;
}

/* So many flows fill it, whichever they are, where hosts have the narrowest
 * links. (A ratio that is whole but for its rounding is whole.) */
static int flows_that_fill(const s4u::Link *link)
{
  constexpr double most = 1 << 20;
  double fit = std::ceil(link->get_bandwidth() / narrowest - 1e-9);
  return std::clamp(fit, 1.0, most);
}

void engine_limit_links(int one)
{
  bool turns = one && !halves.empty();
#ifdef ORIEL_ENGINE_COMM
  turns = false; /* the oracle of tests/unit/test_flows.c */
#endif
  turns_open(turns ? links.size() : 0);
  for (size_t i = 0; i < links.size(); i++) {
    bool limited = one && links[i]->is_shared();
    int limit = limited ? flows_that_fill(links[i]) : -1;
    links[i]->set_concurrency_limit(limit);
    if (limit == 1) turns_limit(i);
  }
}

int engine_link_count(void)
{
  return links.size();
}

int engine_host_count(void)
{
  return hosts.size();
}

const int *engine_hosts_used(int *n)
{
  *n = used.size();
  return used.data();
}

const char *engine_host_name(int host)
{
  return hosts[host]->get_cname();
}

int engine_host_cores(int host)
{
  return hosts[host]->get_core_count();
}

double engine_host_speed(int host)
{
  return hosts[host]->get_speed();
}

int engine_host_find(const char *name)
{
  for (size_t i = host_numbers.size(); i < hosts.size(); i++)
    host_numbers[hosts[i]->get_name()] = i;
  auto found = host_numbers.find(name);
  return found == host_numbers.end() ? -1 : found->second;
}

void engine_properties(void (*each)(const char *, const char *, void *),
                       void *arg)
{
  for (auto const &property : properties)
    each(property.first.c_str(), property.second.c_str(), arg);
}

/* Is this route of a host to itself what the platform declares as such? Else it
 * is SimGrid's stand-in, or leads out and back. */
static bool is_loopback(int host, const link_list &route)
{
  return route.size() == 1 && route[0]->get_name() != "__loopback__" &&
         !leads_out(host, route[0]);
}

namespace
{
/* What SimGrid keeps of a route, it may ask for on a rank's stack. */
struct in_simgrid {
  in_simgrid()
  {
    engine_in_simgrid = true;
  }
  ~in_simgrid()
  {
    engine_in_simgrid = false;
  }
};
} // namespace

int engine_route(int from, int to, struct route *route)
{
  in_simgrid here;
  link_list links;
  double latency = 0;
  *route = {0, HUGE_VAL, HUGE_VAL, HUGE_VAL, 0, -1, -1};
  if (!route_find(from, to, links, from == to ? nullptr : &latency)) return -1;
  if (from == to && !is_loopback(from, links)) return 0;
  if (links.empty()) return -1;
  for (s4u::Link *link : links) {
    route->bandwidth = std::min(route->bandwidth, link->get_bandwidth());
    if (from == to) latency += link->get_latency(); /* SimGrid takes long */
  }
  route->latency = latency;
  route->out = links.front()->get_bandwidth();
  route->in = links.back()->get_bandwidth();
  route->links = links.size();
  route->first = link_numbers.at(links.front());
  route->last = link_numbers.at(links.back());
  return 0;
}

static struct half_route half_of(const s4u::Link *link)
{
  return {link->get_latency(), link->get_bandwidth(), link_numbers.at(link)};
}

int engine_half_routes(int host, struct half_route *out, struct half_route *in)
{
  if (halves.empty() || !halves[host].out) return -1;
  *out = half_of(halves[host].out);
  *in = half_of(halves[host].in);
  return 0;
}

/* --- who leads --- */

namespace
{
void flow_begin(const start &);

void timer_fired()
{
  double due = s4u::Engine::get_clock();
  timer = nullptr; /* SimGrid deletes it */
  clock_running = true;
  for (const start &flow : starts)
    flow_begin(flow);
  starts.clear();
  do {
    clock_run(due);
    due = clock_next();
  } while (due < HUGE_VAL && (due <= engine_now() || !active));
  clock_running = false;
  clock_arm();
}
} // namespace

void clock_arm(void)
{
  double next = starts.empty() ? clock_next() : engine_now();
  if (next == HUGE_VAL || (timer && timer_date <= next)) return;
  if (timer) timer->remove();
  timer_date = next;
  timer = kernel::timer::Timer::set(next, [] { timer_fired(); });
}

/* --- flows --- */

namespace
{
unsigned completion_new(void (*f)(void *), void *arg)
{
  if (!free_completion) {
    completions.push_back({nullptr, nullptr, 0, 0});
    free_completion = completions.size();
  }
  unsigned index = free_completion - 1;
  free_completion = completions[index].next_free;
  completions[index] = {f, arg, asked++, 0};
  return index;
}

void completion_run(unsigned index)
{
  completion done = completions[index];
  completions[index].next_free = free_completion;
  free_completion = index + 1;
  active--;
  clock_flow_ended(s4u::Engine::get_clock());
  done.f(done.arg);
}
} // namespace

#ifdef ORIEL_ENGINE_COMM
namespace
{
std::unordered_map<const s4u::Activity *, std::pair<s4u::CommPtr, unsigned>>
    comms;
std::vector<s4u::CommPtr> ended_comms; /* must outlive their callback */

template <class A> void comm_ended(A const &activity)
{
  auto found = comms.find(&activity);
  if (found == comms.end()) return;
  unsigned index = found->second.second;
  ended_comms.clear();
  ended_comms.push_back(std::move(found->second.first));
  comms.erase(found);
  completion_run(index);
}

void flows_complete()
{
  completion_signal::on_completion_cb(comm_ended<completion_signal>);
}

void flow_begin(const start &flow)
{
  s4u::CommPtr comm = s4u::Comm::sendto_init(hosts[flow.from], hosts[flow.to]);
  comm->set_payload_size(flow.bytes);
  comms[comm.get()] = {comm, flow.completion};
  comm->start();
}
} // namespace
#else
namespace
{
unsigned completion_of(const kernel::resource::Action *action)
{
  return action->get_cost(); /* where flow_begin left it */
}

bool asked_before(const kernel::resource::Action *a,
                  const kernel::resource::Action *b)
{
  return completions[completion_of(a)].number <
         completions[completion_of(b)].number;
}

/* Complete the flows that ended at this date, in the order in which they were
 * asked for. */
void flows_complete()
{
  static std::vector<kernel::resource::Action *> done;
  clock_running = true;
  while (kernel::resource::Action *action = network->extract_done_action())
    done.push_back(action);
  if (!std::is_sorted(done.begin(), done.end(), asked_before))
    std::sort(done.begin(), done.end(), asked_before);
  for (kernel::resource::Action *action : done) {
    unsigned index = completion_of(action);
    action->unref();
    completion_run(index);
  }
  done.clear();
  clock_running = false;
  clock_arm();
}

void flow_begin(const start &flow)
{
  action_start(flow.from, flow.to, flow.bytes)->set_cost(flow.completion);
}
} // namespace
#endif

void engine_flow(int from, int to, double bytes, void (*f)(void *), void *arg)
{
  clock_flow_begun();
  if (turns_taken()) {
    turns_flow(from, to, bytes, f, arg);
    clock_due();
    return;
  }
  start flow = {from, to, bytes, completion_new(f, arg)};
  active++;
  if (s4u::Engine::get_clock() >= engine_now()) {
    flow_begin(flow);
    return;
  }
  starts.push_back(flow);
  clock_due();
}

/* --- running --- */

/* SimGrid's run ends when its last actor has; this one only waits. */
static void keeper_spawn()
{
  static bool spawned;
  if (spawned) return;
  spawned = true;
  auto keeper = s4u::Actor::init("keeper", hosts[0]);
  keeper->start([] { s4u::this_actor::suspend(); });
}

void engine_run(void)
{
  keeper_spawn();
  try {
    simgrid_engine->run();
  } catch (const deadlock &) {
    /* Those that are parked stay so: the caller says what they wait for. */
  }
}

void engine_redirect_streams(FILE *(*input)(void))
{
  cxx_streams_redirect(input);
}

void engine_redirect_terminate(void (*(*handler)(void))(void))
{
  static void (*(*handler_of_self)(void))(void);
  handler_of_self = handler;
  std::set_terminate([] { handler_of_self()(); });
}
