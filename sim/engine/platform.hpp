/* The platform that SimGrid has loaded: its hosts and links by number, its
 * properties, its routes; and what a platform must not lack. A part of
 * engine.cpp.
 *
 * Invariant: hosts are numbered in the natural order of their names; whatever
 * is wrong with a platform, or with the routes between the hosts that are used
 * (some of them, where they are many), is thrown as bad_platform, before
 * anything runs. */
#ifndef ORIEL_PLATFORM_HPP
#define ORIEL_PLATFORM_HPP

extern "C" {
#include "natural.h"
}

#include "simgrid.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <typeinfo>
#include <unordered_map>
#include <vector>

namespace
{
namespace s4u = simgrid::s4u;
namespace kernel = simgrid::kernel;

std::vector<s4u::Host *> hosts;
std::vector<s4u::Link *> links;
std::unordered_map<std::string, int> host_numbers; /* made when asked for */
std::unordered_map<const s4u::Link *, int> link_numbers;
std::map<std::string, std::string> properties;

struct bad_platform {
  std::string text;
};

void platform_number(const s4u::Engine *engine)
{
  std::vector<std::pair<const char *, s4u::Host *>> named;
  for (s4u::Host *host : engine->get_all_hosts())
    named.push_back({host->get_cname(), host});
  std::sort(named.begin(), named.end(), [](const auto &a, const auto &b) {
    return natural_compare(a.first, b.first) < 0;
  });
  for (const auto &host : named)
    hosts.push_back(host.second);
  links = engine->get_all_links();
  link_numbers.reserve(links.size());
  for (size_t i = 0; i < links.size(); i++)
    link_numbers[links[i]] = i;
}

bool is_ours(const std::string &property)
{
  return property.compare(0, 6, "oriel:") == 0;
}

/* Our own would be ignored where nobody reads them. SimGrid gives those of a
 * cluster, which is a zone, to its hosts, too, version 4.0 to these alone. */
template <typename Part>
void properties_refuse_of(const Part *part, const char *kind)
{
  for (auto const &property : *part->get_properties()) {
    if (!is_ours(property.first)) continue;
    auto known = properties.find(property.first);
    if (known != properties.end() && known->second == property.second) continue;
    throw bad_platform{"property " + property.first + " of " + kind + " " +
                       part->get_name() +
                       " holds for a part of the machine only; all have those "
                       "of the outermost zone"};
  }
}

void properties_refuse(const s4u::NetZone *zone)
{
  properties_refuse_of(zone, "zone");
  for (const s4u::NetZone *inner : zone->get_children())
    properties_refuse(inner);
}

/* Read the properties of the root zone, and of the zones inside as long as
 * there is just one; the outer value wins. */
void properties_read(const s4u::NetZone *zone)
{
  for (auto const &property : *zone->get_properties())
    properties.insert(property);
  auto inner = zone->get_children();
  if (inner.size() == 1)
    properties_read(inner[0]);
  else
    for (const s4u::NetZone *each : inner)
      properties_refuse(each);
}

bool all_hosts_have(const std::string &name, const std::string &value)
{
  return std::all_of(hosts.begin(), hosts.end(), [&](const s4u::Host *host) {
    const char *own = host->get_property(name);
    return own && value == own;
  });
}

/* What all of them have, with one value, holds for the machine. */
void properties_read_of_hosts()
{
  for (auto const &property : *hosts[0]->get_properties())
    if (is_ours(property.first) &&
        all_hosts_have(property.first, property.second))
      properties.insert(property);
}

void properties_of_parts_refuse()
{
  for (const s4u::Host *host : hosts)
    properties_refuse_of(host, "host");
  for (const s4u::Link *link : links)
    properties_refuse_of(link, "link");
}

void figures_check()
{
  constexpr double large = 1e15; /* dates must stay finite */
  for (s4u::Host *host : hosts)
    if (!(host->get_speed() > 0))
      throw bad_platform{"host " + host->get_name() + " has no speed"};
  for (s4u::Link *link : links) {
    if (!(link->get_bandwidth() > 0) || std::isinf(link->get_bandwidth()))
      throw bad_platform{"link " + link->get_name() +
                         ": its bandwidth is not above zero, or infinite"};
    if (!(link->get_latency() >= 0))
      throw bad_platform{"link " + link->get_name() +
                         ": its latency is negative"};
    if (link->get_latency() > large || link->get_bandwidth() < 1 / large)
      throw bad_platform{"link " + link->get_name() +
                         ": nothing would ever cross it"};
  }
}

std::vector<int> used; /* the hosts that are, in the order of their numbers */

/* Are all of them in one zone, whose routes are made of two halves and nothing
 * else? Zones derived from it, as Vivaldi's, add a latency for the distance. */
bool star;

void star_find()
{
  auto zone_of = [](int host) {
    return hosts[host]->get_netpoint()->get_englobing_zone();
  };
  auto zone = zone_of(used[0]);
  star = used.size() > 1 && typeid(*zone) == typeid(kernel::routing::StarZone);
  for (int host : used)
    star = star && zone_of(host) == zone;
}

using link_list = std::vector<s4u::Link *>;

bool route_find(int from, int to, link_list &route, double *latency)
{
  try {
    hosts[from]->route_to(hosts[to], route, latency);
  } catch (const std::exception &) {
    return false;
  }
  return true;
}

double narrowest = HUGE_VAL; /* of the links at hosts that are used */
struct half {
  const s4u::Link *out, *in; /* null: not one link */
};
std::vector<half> halves; /* of a star, by host; or none */

/* Has every host a half each way, all to itself? A link that both halves of a
 * route have is there once. And where a zone has a backbone, the way to a host
 * without a link looks as two halves: the other host's link and the backbone.
 */
bool halves_apart()
{
  std::vector<int> owners(links.size(), -1);
  for (int host : used)
    for (const s4u::Link *link : {halves[host].out, halves[host].in}) {
      if (!link) return false;
      int &owner = owners[link_numbers.at(link)];
      if (owner >= 0 && owner != host) return false;
      owner = host;
    }
  return true;
}

link_list route_needed(int from, int to)
{
  link_list route;
  if (!route_find(from, to, route, nullptr) || route.empty())
    throw bad_platform{"there is no route of links from host " +
                       hosts[from]->get_name() + " to host " +
                       hosts[to]->get_name()};
  return route;
}

/* Does every host that is used reach the next one, and every other one, where
 * they are few? (All pairs of many would take too long: a route is missed when
 * it is asked for.) What the routes to the next ones begin and end with is
 * kept. */
void routes_check()
{
  constexpr size_t few = 32;
  size_t n = used.size(), step = star ? 1 : 1 + n / 8192;
  if (star) halves.resize(hosts.size());
  for (size_t i = 0; n > 1 && i < n; i += step) {
    int from = used[i], to = used[(i + 1) % n];
    link_list route = route_needed(from, to);
    narrowest = std::min({narrowest, route.front()->get_bandwidth(),
                          route.back()->get_bandwidth()});
    if (!star || route.size() != 2) continue;
    halves[from].out = route.front();
    halves[to].in = route.back();
  }
  if (star && !halves_apart()) halves.clear();
  if (star || n > few) return;
  for (int from : used)
    for (int to : used)
      if (from != to) route_needed(from, to);
}

/* The platform is loaded, and does not change any more. */
void platform_take(s4u::Engine *engine)
{
  if (!engine->get_netzone_root() || engine->get_host_count() == 0)
    throw bad_platform{"the platform has no hosts"};
  engine->seal_platform();
  platform_number(engine);
  properties_read(engine->get_netzone_root());
  properties_read_of_hosts();
  properties_of_parts_refuse();
  figures_check();
}

using link_impl = kernel::resource::StandardLinkImpl;
const link_impl *way_out; /* of who is used alone: its first link; or null */

/* The way to anything that is beside it. SimGrid may die where there is none.
 */
void way_out_find(void *)
{
  auto self = hosts[used[0]]->get_netpoint();
  for (auto other : self->get_englobing_zone()->get_vertices()) {
    std::vector<link_impl *> route;
    if (other == self) continue;
    kernel::routing::NetZoneImpl::get_global_route(self, other, route, nullptr);
    if (!route.empty()) way_out = route.front();
    return;
  }
}

/* Does this link, which is all of the host's route to itself, lead to others
 * as well? The way out and back is but one link where up and down are one. */
bool leads_out(int host, s4u::Link *link)
{
  if (used.size() == 1) return link->get_impl() == way_out;
  link_list route;
  int other = used[0] == host ? used[1] : used[0];
  return route_find(host, other, route, nullptr) && !route.empty() &&
         route.front() == link;
}

/* Of the platform so much is used, by host; null: all. */
void platform_use(const char *hosts_used)
{
  for (size_t i = 0; i < hosts.size(); i++)
    if (!hosts_used || hosts_used[i]) used.push_back(i);
  star_find();
  routes_check();
}
} // namespace

#endif
