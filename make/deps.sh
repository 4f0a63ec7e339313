#!/bin/sh
# Installs what Oriel is built with, when it is missing. The names are those of
# Debian 12, 13 and testing (November 2026).
# With "quiet" it says nothing when all is there.
packages="gcc g++ make libsimgrid-dev libcmocka-dev libdw-dev libelf-dev pkg-config"
missing=
for p in $packages; do
  dpkg-query -W -f='${Status}' "$p" 2>/dev/null |
    grep -q 'ok installed' || missing="$missing $p"
done
if [ -z "$missing" ]; then
  [ "$1" = quiet ] || echo "oriel: all packages are there"
  exit 0
fi
install="apt-get update && apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
  sh -c "DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; $install"
elif command -v sudo >/dev/null 2>&1; then
  sudo sh -c "DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; $install"
else
  echo "oriel: missing packages; as root: $install" >&2
  exit 1
fi
