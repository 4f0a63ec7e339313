/* SimGrid as engine.cpp sees it: its headers, what it exports without one, and
 * what differs between its versions (3.32, 4.0 and 4.1 were tried).
 *
 * The classes below are what SimGrid has under these names, as far as it is
 * used; nothing is ever made of them. Invariant: a function that is called
 * through a slot of a table is called after communicate_slot_known. */
#ifndef ORIEL_SIMGRID_HPP
#define ORIEL_SIMGRID_HPP

#include <simgrid/Exception.hpp>
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/kernel/resource/Model.hpp>
#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <simgrid/kernel/routing/StarZone.hpp>
#include <simgrid/s4u.hpp>
#include <simgrid/version.h>
#include <xbt/log.h>

#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <vector>

#if SIMGRID_VERSION < 33400
#define SIMGRID_PRECISION "surf/precision"
using completion_signal = simgrid::s4u::Activity; /* who tells of a Comm's */
#else
#define SIMGRID_PRECISION "precision/timing"
using completion_signal = simgrid::s4u::Comm;
#endif

namespace simgrid::kernel::resource
{
/* Says which slot of the table of virtual functions `communicate` has, after
 * those of Model. */
class NetworkModel : public Model
{
public:
  virtual StandardLinkImpl *create_link(const std::string &,
                                        const std::vector<double> &) = 0;
  virtual StandardLinkImpl *create_wifi_link(const std::string &,
                                             const std::vector<double> &) = 0;
#if SIMGRID_VERSION < 33400
  virtual Action *communicate(s4u::Host *, s4u::Host *, double size,
                              double rate) = 0;
#else
  virtual Action *communicate(s4u::Host *, s4u::Host *, double size,
                              double rate, bool streamed) = 0;
#endif
};
} // namespace simgrid::kernel::resource

using network_model = simgrid::kernel::resource::NetworkModel;

/* The slot of `communicate` in a table of virtual functions, told by a model
 * whose table and function have names that can be looked up. */
inline bool communicate_slot_known()
{
  auto member = &network_model::communicate;
  uintptr_t offset_plus_1;
  memcpy(&offset_plus_1, &member, sizeof offset_plus_1);
#define MODEL "N7simgrid6kernel8resource20NetworkConstantModel"
  auto table = (const char *)dlsym(RTLD_DEFAULT, "_ZTV" MODEL "E");
#if SIMGRID_VERSION < 33400
  auto f = dlsym(RTLD_DEFAULT, "_Z" MODEL "11communicateEPNS_3s4u4HostES5_dd");
#else
  auto f = dlsym(RTLD_DEFAULT, "_Z" MODEL "11communicateEPNS_3s4u4HostES5_ddb");
#endif
#undef MODEL
  if (!table || !f || offset_plus_1 % sizeof(void *) != 1) return false;
  const char *first = table + 2 * sizeof(void *); /* offset, type, slots */
  return *(void *const *)(first + offset_plus_1 - 1) == f;
}

/* Start a flow without an activity around it. */
inline simgrid::kernel::resource::Action *
network_communicate(network_model *network, simgrid::s4u::Host *from,
                    simgrid::s4u::Host *to, double bytes)
{
#if SIMGRID_VERSION < 33400
  return network->communicate(from, to, bytes, -1);
#else
  return network->communicate(from, to, bytes, -1, false);
#endif
}

#endif
