# Platform and host files that are missing, malformed or too small: one line that
# names the file and, where there is one, the line; exit code 125.
. "$ROOT/tests/cases/lib.sh"

printf '#include <mpi.h>\nint main(int c, char **v)\n{\n  MPI_Init(&c, &v);\n' >p.c
printf '  return MPI_Finalize();\n}\n' >>p.c
"$ORIELCC" -o p p.c

refuse() { # text... -- arguments
  local texts=()
  while [ "$1" != -- ]; do texts+=("$1"); shift; done
  shift
  expect_refusal "${texts[@]}" -- "$ORIELRUN" --json result.json "$@"
  [ ! -e result.json ] || complain "half-written result of: $*"
}

head='<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">'

refuse "--platform missing.xml" "no such file" "fat-tree.xml, multi" -- \
  --platform missing.xml ./p
refuse "$PWD" -- --platform "$PWD" ./p
echo 'no xml at all' >text.xml
refuse "text.xml" -- --platform text.xml ./p
: >empty.xml
refuse "empty.xml" -- --platform empty.xml ./p
echo "$head"'
<zone id="z" routing="Full">
  <host id="a" speed="1Gf">
</zone></platform>' >unclosed.xml
refuse "unclosed.xml:6" -- --platform unclosed.xml ./p
echo "$head"'
<zone id="z" routing="Full">
  <host id="a" speed="fast"/>
</zone></platform>' >speed.xml
refuse "speed.xml" "fast" -- --platform speed.xml ./p
# SimGrid only warns of a number without a unit, and takes it for bytes and
# seconds.
for figures in 'bandwidth="10" latency="1us"' 'bandwidth="10GBps" latency="1"'; do
  echo "$head"'
<zone id="z" routing="Full">
  <host id="a" speed="1Gf"/><link id="l" '"$figures"'/>
</zone></platform>' >units.xml
  refuse "units.xml:5: " "has no unit; write 1" -- \
    --platform units.xml ./p
done
echo "$head"'
<zone id="z" routing="Full">
  <host id="a" speed="2Gf,3,1Gf"/>
</zone></platform>' >speeds.xml
refuse "speeds.xml:5: " "has no unit; write 3f, or 3Gf" -- \
  --platform speeds.xml ./p
echo "$head"'
<zone id="z" routing="Full">
  <host id="a" speed="1Gf"/><host id="b" speed="1Gf"/>
</zone></platform>' >routes.xml
refuse "routes.xml" "route" -- -np 2 --platform routes.xml ./p
expect_exit 0 "$ORIELRUN" -np 2 --ppn 2 --platform routes.xml ./p
# A digit too many: SimGrid would make hosts until there is no memory.
sed 's/radical="[^"]*"/radical="0-1000000000"/' \
  "$ROOT/platforms/single-switch.xml" >many.xml
refuse "many.xml:" "names 1000000001 hosts" -- --platform many.xml ./p
sed -e 's/radical="[^"]*"/radical="0-7"/' \
  -e 's/topo_parameters="[^"]*"/topo_parameters="1000,1000,1000"/' \
  "$ROOT/platforms/torus.xml" >torus.xml
refuse "torus.xml:" "make 1000000000 hosts" -- --platform torus.xml ./p
sed 's/topo_parameters="[^"]*"/topo_parameters="-2,-2,2"/' \
  "$ROOT/platforms/torus.xml" >torus.xml
refuse "torus.xml:" "none of them is negative" -- --platform torus.xml ./p
# So is one that only some messages take: of few hosts before the run, of many
# when one is sent. What was printed until then is there.
cat >all.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
  int rank, size, to, one = 1, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) puts("begun");
  to = (rank + size / 2) % size;
  MPI_Sendrecv(&one, 1, MPI_INT, to, 0, &other, 1, MPI_INT, to, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return MPI_Finalize();
}
END
"$ORIELCC" -o all all.c
round() { # hosts: a platform where each reaches only the next
  echo "$head<zone id='z' routing='Full'>"
  for ((i = 0; i < $1; i++)); do echo "<host id='h$i' speed='1Gf'/>"; done
  echo '<link id="l" bandwidth="1GBps" latency="1us"/>'
  for ((i = 0; i < $1; i++)); do
    echo "<route src='h$i' dst='h$(((i + 1) % $1))'><link_ctn id='l'/></route>"
  done
  echo '</zone></platform>'
}
round 4 >round.xml
refuse "round.xml: there is no route of links from host h0 to host h2" -- \
  -np 4 --platform round.xml ./all
expect_exit 0 "$ORIELRUN" -np 3 --platform <(round 3) ./p
round 40 >round.xml
for network in hybrid fluid latency; do
  expect_exit 125 "$ORIELRUN" --quiet -np 40 --network $network \
    --platform round.xml ./all
  expect_file out begun
  expect_file err \
    "oriel: round.xml: there is no route of links from host h0 to host h20"
done
# A host that is not used needs none.
echo "$head"'
<zone id="z" routing="Full">
  <host id="a" speed="1Gf"/><host id="login" speed="1Gf"/>
  <host id="b" speed="1Gf"/>
  <link id="l" bandwidth="1GBps" latency="1us"/>
  <route src="a" dst="b"><link_ctn id="l"/></route>
</zone></platform>' >login.xml
printf 'login\na\n' >login.hosts
refuse "login.xml: there is no route of links from host a to host login" -- \
  -np 2 --platform login.xml --hostfile login.hosts ./p
printf 'b\na\n' >login.hosts
expect_exit 0 "$ORIELRUN" -np 2 --platform login.xml --hostfile login.hosts ./p
for figures in 'bandwidth="1Bps" latency="1e300s"' \
  'bandwidth="1e-300Bps" latency="1us"'; do
  echo "$head"'
<zone id="z" routing="Full">
  <host id="a" speed="1Gf"/><host id="b" speed="1Gf"/>
  <link id="l" '"$figures"'/>
  <route src="a" dst="b"><link_ctn id="l"/></route>
</zone></platform>' >never.xml
  refuse "never.xml" "link l" "ever" -- -np 2 --platform never.xml ./p
done
# What changes with time would be wrong for small messages, and make a link that
# goes a deadlock of the program.
changing() { # FILE:LINE attribute; the platform comes by stdin
  { echo "$head"; cat; } >changing.xml
  refuse "changing.xml:$1: $2:" "time" -- --platform changing.xml ./p
}
changing 5 speed_file <<'END'
<zone id="z" routing="Full">
  <host id="a" speed="1Gf" speed_file="none.trace"/></zone></platform>
END
changing 8 state_file <<'END'
<!-- state_file="" --><zone id="speed_file" routing="Full">
  <host id="a" speed="1Gf" core="2"/>
  <link id="a &quot; state_file" bandwidth="1Gf"
        latency='1us" state_file="a'
        state_file = 'l.trace'/></zone></platform>
END
# Comments without a blank, and instructions, hide nothing behind them, and name
# nothing.
for mark in "<!--the lab's hosts--><!---->" "<?tool it's?>" "<?tool?>"; do
  changing 7 bandwidth_file <<END
$mark
<zone id="z" routing="Full"><host id="a" speed="1Gf"/>
<link id="l" bandwidth="1GBps" latency="1us"
  bandwidth_file="l.trace"/></zone></platform>
END
done
echo "$head"'
<!--a file with no config of its own--><?tool speed_file ?>
<zone id="z" routing="Full"><host id="a" speed="1Gf"/></zone></platform>' \
  >comments.xml
expect_exit 0 "$ORIELRUN" --platform comments.xml ./p
changing 6 trace_connect <<'END'
<zone id="z" routing="Full"><host id="a" speed="1Gf"/></zone>
<trace id="t" periodicity="1">0 1</trace>
<trace_connect trace="t" element="a" kind="SPEED"/></platform>
END
echo "$head"'
<config id="General"><prop id="network/TCP-gamma" value="1"/></config>
<zone id="z" routing="Full"><host id="config" speed="1Gf"/></zone></platform>' \
  >config.xml
refuse "config.xml:4: config: " "oriel:gap" -- --platform config.xml ./p
# Here SimGrid would write and read beyond its arrays, at load or later.
dragonfly() { # topo_parameters
  echo "$head<zone id='z' routing='Full'>"'
<cluster id="c" prefix="h" suffix="" radical="0-31" speed="1Gf" bw="1GBps"
  lat="1us" topology="DRAGONFLY"
  topo_parameters="'"$1"'"/></zone></platform>' >dragonfly.xml
}
for groups in 2 3 16; do
  dragonfly "$groups,1;2,1; 1,1;1"
  refuse "dragonfly.xml:6: topo_parameters: " "$groups groups" "has 1: " -- \
    -np 2 --platform dragonfly.xml ./p
done
dragonfly '4,1;2,1;4,1;1'
expect_exit 0 "$ORIELRUN" -np 32 --platform dragonfly.xml ./p
# SimGrid dies in the middle of malloc(): that is told all the same.
{
  echo "$head"
  for i in $(seq 1000); do echo "<zone id='z$i' routing='Full'>"; done
  echo "<host id='a' speed='1Gf'/><host id='b' speed='1Gf'/>"
  for i in $(seq 1000); do echo "</zone>"; done
  echo "</platform>"
} >deep.xml
refuse "deep.xml: SimGrid cannot read this platform" -- \
  -np 2 --platform deep.xml ./p
# Here it would leave hosts out, or take the second of two.
cluster() { # topology parameters radical
  echo "$head<zone id='z' routing='Full'>
    <cluster id='c' prefix='h' suffix='' speed='1Gf' bw='1GBps' lat='1us'
    topology='$1' topo_parameters='$2' radical='$3'/></zone></platform>" \
    >cluster.xml
}
many=$(seq -s, 0 400)
while read -r topology parameters; do
  for radical in 0-8 0-3,5-9 0,1-8 $many; do
    cluster $topology "$parameters" $radical
    refuse "cluster.xml:5: radical names" "have places for 8" -- \
      -np 2 --platform cluster.xml ./p
  done
  for radical in 0-7 0-3,5-8 7,0-6; do
    cluster $topology "$parameters" $radical
    expect_exit 0 "$ORIELRUN" -np 8 --platform cluster.xml ./p
  done
done <<'END'
TORUS 2,2,2
FAT_TREE 2;2,4;1,2;1,1
DRAGONFLY 2,1;1,1;2,1;2
END
cluster FLAT 2,2,2 0-8 # which uses no parameters
expect_exit 0 "$ORIELRUN" -np 8 --platform cluster.xml ./p
# A cabinet behind such a cluster has no topology.
echo "$head<zone id='z' routing='Full'><cluster id='c' prefix='h' suffix=''
    radical='0-7' speed='1Gf' bw='1GBps' lat='1us' topology='TORUS'
    topo_parameters='2,2,2'/>
  <zone id='y' routing='Cluster'><cabinet id='b' prefix='b' suffix=''
    radical='0-9' speed='1Gf' bw='1GBps' lat='1us'/></zone></zone></platform>" \
  >cabinet.xml
expect_exit 0 "$ORIELRUN" -np 8 --platform cabinet.xml ./p
prop='<prop id="oriel:gap" value="1e-8"/>'
other='<prop id="oriel:ack" value="0"/><prop value="1" id="x"/>'
hosts='<host id="a" speed="1Gf"><prop id="x" value="1"/></host>'
echo "$head<zone id='z' routing='Full'>$prop
$other
$prop$hosts</zone></platform>" >twice.xml
refuse "twice.xml:5: property oriel:gap is given twice" -- \
  --platform twice.xml ./p
echo "$head<zone id='y' routing='Full'>$prop<zone id='z' routing='Full'>$prop
$other$hosts</zone></zone></platform>" >twice.xml
expect_exit 0 "$ORIELRUN" --platform twice.xml ./p
echo "$head"'
<zone id="z" routing="Fool"><host id="a" speed="1Gf"/></zone></platform>' >fool.xml
refuse "fool.xml" "unknown routing" -- --platform fool.xml ./p
echo "$head"'
<zone id="z" routing="Full"><host id="a" speed="1Gf" core="99999999999"/></zone>
</platform>' >cores.xml
refuse "cores.xml" "too large" -- --platform cores.xml ./p
echo "$head"'
<zone id="z" routing="Full"><host id="a" speed="1Gf"/></zone></platform>' |
  sed 's/ version="4.1"//' >version.xml
refuse "version.xml" "has no version" -- --platform version.xml ./p
for policy in WIFI SPLITDUPLEX; do
  sed "s/latency=\"1us\"/& sharing_policy=\"$policy\"/" round.xml >policy.xml
  refuse "policy.xml: " "sharing_policy $policy " -- \
    -np 2 --platform policy.xml ./p
done
echo "$head"'<zone id="z" routing="Full">
  <host id="a" speed="1Gf"/><host id="b" speed="1Gf"/>
  <route src="a" dst="b"><link_ctn id="l"/></route>
  <link id="l" bandwidth="1GBps" latency="1us"/></zone></platform>' >behind.xml
refuse "behind.xml: " "l; links stand before routes" -- --platform behind.xml ./p
for version in 9 4.9; do
  sed "s/4.1/$version/" speed.xml >version.xml
  refuse "version.xml:3: " '<platform version="4.1"> is meant' -- \
    --platform version.xml ./p
done
echo "$head"'
<zone id="z" routing="Full"><host id="a" speed="1Gf"/>
<prop id="oriel:gap" value="1e-8"/></zone></platform>' >order.xml
refuse "order.xml:5: Starting tag <prop>" "in this order: prop, hosts" -- \
  --platform order.xml ./p
echo "$head"'
<zone id="z" routing="Full"><host id="a" speed="1Gf"/></zone>
<zone id="y" routing="Full"><host id="b" speed="1Gf"/></zone></platform>' >two.xml
# SimGrid 4 takes both, but there is no way between them.
refuse "two.xml: " -- -np 2 --platform two.xml ./p
echo "$head"'
<zone id="z" routing="Full"><host id="a" speed="1Gf"/>
<link id="l" bandwidth="1GBps" latency="1us"/>
<route src="a" dst="b"><link_ctn id="l"/></route></zone></platform>' >route.xml
refuse "route.xml:6: Route dst='b' is none of the hosts, routers and zones" \
  -- --platform route.xml ./p
echo "$head"'
<zone id="z" routing="Vivaldi"><host id="a" speed="1Gf" coordinates="1 2 x"/>
</zone></platform>' >number.xml
refuse "number.xml" "a number is too large, or something else" -- \
  --platform number.xml ./p
for lines in 2d 1,2d 's/simgrid.dtd/platform.dtd/' 1,9d; do
  sed "$lines" speed.xml >start.xml
  refuse "start.xml:" 'begins with <?xml version="1.0"?> and <!DOCTYPE' -- \
    --platform start.xml ./p
done
sed 's/https:.*simgrid.dtd/simgrid.dtd/' speed.xml >start.xml
refuse "start.xml:2: Bad declaration" 'simgrid.dtd">; a platform file begins' -- \
  --platform start.xml ./p
if [ -r /proc/self/mem ]; then
  refuse "/proc/self/mem:1: the platform cannot be read: " -- \
    --platform /proc/self/mem ./p
fi
echo "$head"'
<zone id="z" routing="Dijkstra"><host id="a" speed="1Gf"/>
<host id="b" speed="1Gf"/><host id="c" speed="1Gf"/>
<link id="l" bandwidth="1GBps" latency="1us"/>
<route src="a" dst="b"><link_ctn id="l"/></route></zone></platform>' >alone.xml
refuse "alone.xml" "no route of a Dijkstra zone" -- \
  -np 3 --platform alone.xml ./p
expect_exit 0 "$ORIELRUN" -np 2 --platform alone.xml ./p
echo "$head"'
<zone id="z" routing="Full"></zone></platform>' >hosts.xml
refuse "hosts.xml" "host" -- --platform hosts.xml ./p
echo "$head"'
<zone id="z" routing="Full">
  <prop id="oriel:no_such" value="1"/>
  <host id="a" speed="1Gf"/>
</zone></platform>' >property.xml
refuse "property.xml" "no_such" -- --platform property.xml ./p
echo "$head"'
<zone id="z" routing="Full">
  <zone id="inner" routing="Full">
    <prop id="oriel:gap" value="1e-8"/>
    <host id="a" speed="1Gf"/>
  </zone>
  <zone id="other" routing="Full"/>
</zone></platform>' >part.xml
refuse "part.xml" "oriel:gap of zone inner" -- --platform part.xml ./p
echo "$head"'
<zone id="z" routing="Full">
  <host id="a" speed="1Gf"><prop id="oriel:gap" value="1e-8"/></host>
  <host id="b" speed="1Gf"><prop id="oriel:gap" value="2e-8"/></host>
</zone></platform>' >part.xml
refuse "part.xml" "oriel:gap of host a" -- --platform part.xml ./p
echo "$head"'
<zone id="z" routing="Full">
  <host id="a" speed="1Gf"/>
  <link id="l" bandwidth="1GBps" latency="1us">
    <prop id="oriel:gap" value="1e-8"/></link>
</zone></platform>' >part.xml
refuse "part.xml" "oriel:gap of link l" -- --platform part.xml ./p
echo "$head"'
<cluster id="c" prefix="h" suffix="" radical="0-1" speed="1Gf" bw="1GBps"
  lat="1us"><prop id="oriel:gap" value="1e-8"/></cluster></platform>' >whole.xml
expect_exit 0 "$ORIELRUN" --platform whole.xml ./p
echo "$head"'
<zone id="z" routing="Full">
  <host id="a" speed="1Gf"><prop id="oriel:clock" value="-1"/></host>
</zone></platform>' >hosts.xml
refuse "hosts.xml" "clock" "-1" -- --platform hosts.xml ./p

sed 's/oriel:gap" value="1e-8"/oriel:protocol" value="message"/
  s/<prop[^>]*>/&<prop id="oriel:progress" value="hardware"\/>/' whole.xml >words.xml
refuse "words.xml: protocol=message" -- --platform words.xml ./p

switch=$ROOT/platforms/ethernet-pair.xml
refuse "missing.hosts" "No such file" -- --hostfile missing.hosts ./p
printf 'no-such-host slots=1\n' >unknown.hosts
refuse "unknown.hosts:1" "no-such-host" "of its 4" "h0" "h3" -- -np 4 \
  --hostfile unknown.hosts ./p
refuse "unknown.hosts:1" "no-such-host" -- --platform "$switch" \
  --hostfile unknown.hosts ./p
: >empty.hosts
refuse "empty.hosts" -- --platform "$switch" --hostfile empty.hosts ./p

# What follows a host, with its limit. Nothing of a line is lost without a word:
# a carriage return belongs to the end of it, a byte 0 nowhere.
for line in h0: h0:+2 'h0: 2' h0:2x h0:0x2 h0:-1 'h0 2' 'h0 slots' \
  'h0 slots= 2' 'h0 slots=+2'; do
  printf '# ours\n%s\n' "$line" >odd.hosts
  refuse 'odd.hosts:2: after the host comes' -- --hostfile odd.hosts ./p
done
for ranks in 0 1048577 99999999999999999999; do
  echo "h0:$ranks" >odd.hosts
  refuse "odd.hosts:1: a host takes from 1 to 1048576 ranks, not \"$ranks\"" -- \
    --hostfile odd.hosts ./p
done
printf 'h0:1 # one\r\nh1  slots=1\t\r\n\r\nh0\r' >odd.hosts
expect_exit 0 "$ORIELRUN" -np 2 --hostfile odd.hosts ./p
printf 'h0\rh1\r' >odd.hosts
refuse "odd.hosts:1: a carriage return" -- -np 2 --hostfile odd.hosts ./p
printf 'h0:1\nh1:1\0:5\n' >odd.hosts
refuse "odd.hosts:2: a byte 0" -- -np 2 --hostfile odd.hosts ./p

refuse "100000" "--map-by node" -- -np 100000 --platform "$switch" --map-by core ./p
refuse "--ppn 7" "14 on 2 hosts" -- -np 15 --platform "$switch" --ppn 7 ./p
! grep -q -e --map-by err || complain "--map-by is no cure: $(cat err)"

# Where the file limits every host, only the file can be the cure.
printf 'h0:1\nh1:2\n' >limits.hosts
for by in core node; do
  refuse "4 ranks, but host file limits.hosts gives room for 3" -- \
    -np 4 --platform "$switch" --hostfile limits.hosts --map-by $by ./p
  ! grep -q -e --map-by err || complain "--map-by is no cure: $(cat err)"
done
printf 'h0:1\nh1\n' >limits.hosts
refuse "--map-by node" -- \
  -np 90 --platform "$switch" --hostfile limits.hosts --map-by core ./p
expect_exit 0 "$ORIELRUN" -np 90 --platform "$switch" --hostfile limits.hosts ./p
