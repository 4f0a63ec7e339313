# Let programs that are linked by -loriel alone find the library that was
# installed into folder $1: by the system's list, where that has the folder and
# may be written; else it is said what they need. What orielcc or pkg-config
# links has the folder itself.
PATH=$PATH:/usr/sbin:/sbin
if ldconfig -v -N -X 2>/dev/null | sed 's/:.*//' | grep -qxF "$1"; then
  [ "$(id -u)" != 0 ] || ldconfig
fi
ldconfig -p 2>/dev/null | grep -qF "=> $1/liboriel.so.0" ||
  echo "Programs that are linked by -loriel alone, not by orielcc or pkg-config," \
    "find the library with LD_LIBRARY_PATH=$1, or once ldconfig has listed it."
