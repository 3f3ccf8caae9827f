#!/usr/bin/env bash
# Stands in, below the root $STAND_IN_ROOT, for the programs of a system by whose name it is called: systemctl, which starts what
# the units say as their user and with their environment and confines nothing; useradd and userdel.
set -euo pipefail
root=${STAND_IN_ROOT-}
state=$root/run/stand-in
mkdir -p "$state"

setting() { sed -n "s/^$2=//p" "$root/etc/systemd/system/$1"; }
below() { sed "s#/opt/byname#$root/opt/byname#g; s#/var/lib/byname#$root/var/lib/byname#g; s#/run/byname#$root/run/byname#g"; }
id_of() { sed -n "s/^$1:[^:]*:\([0-9]*\):\([0-9]*\):.*/--reuid=\1 --regid=\2/p" "$root/etc/passwd"; }

is_running() { [ -e "$state/$1.pid" ] && kill -0 "$(cat "$state/$1.pid")" 2> /dev/null; }

start() {
  local unit=$1 line name user become=()
  if [[ $unit != *.service ]]; then setting "$unit" ListenStream | sed 's/^[0-9]*$/[::]:&/; s/$/ (Stream)/' > "$state/$unit.active"; return; fi
  user=$(setting "$unit" User)
  if [ "$(id -u)" = 0 ]; then read -r -a become <<< "setpriv $(id_of "$user") --clear-groups"; fi
  for name in $(setting "$unit" RuntimeDirectory); do
    install -d -m 750 "$root/run/$name"
    [ "$(id -u)" != 0 ] || chown "$(stat -c %u:%g "$root/var/lib/$user")" "$root/run/$name"
  done
  # The last ExecStart, after the environment of the unit and its file.
  (
    for line in $(setting "$unit" Environment | below); do export "${line?}"; done
    while IFS= read -r line; do [[ $line != [A-Z]*=* ]] || export "${line?}"; done < "$root$(setting "$unit" EnvironmentFile)"
    cd "$(setting "$unit" WorkingDirectory | below)"
    umask 077
    read -r -a command <<< "$(setting "$unit" ExecStart | below)"
    exec setsid "${become[@]}" "${command[@]}" > "$state/$unit.log" 2>&1 < /dev/null
  ) &
  echo $! > "$state/$unit.pid"
}

stop() {
  rm -f "$state/$1.active"
  ! is_running "$1" || { kill "$(cat "$state/$1.pid")"; tail -s 0.05 --pid="$(cat "$state/$1.pid")" -f /dev/null; }
  rm -f "$state/$1.pid"
}

is_active() { [ -e "$state/$1.active" ] || is_running "$1"; }

systemctl() {
  local verb=$1 isNow=no unit
  shift
  while [[ ${1-} == --* ]]; do [ "$1" != --now ] || isNow=yes; shift; done
  for unit; do
    [[ $unit == *.* ]] || unit+=.service
    case $verb in
      enable) touch "$state/$unit.enabled"; [ $isNow = no ] || is_active "$unit" || start "$unit" ;;
      disable) rm -f "$state/$unit.enabled"; [ $isNow = no ] || stop "$unit" ;;
      start) is_active "$unit" || start "$unit" ;;
      restart) stop "$unit"; start "$unit" ;;
      stop) stop "$unit" ;;
      is-enabled) [ -e "$state/$unit.enabled" ] ;;
      is-active) is_active "$unit" ;;
      # Of a socket: the address that it has been started with.
      show) cat "$state/$unit.active" 2> /dev/null || true ;;
      daemon-reload) ;;
      *) echo "systemctl $verb is not played here." >&2; exit 1 ;;
    esac
  done
}

useradd() {
  local name=${*: -1} gid
  local uid=$((61000 + $(wc -l < "$root/etc/passwd")))
  [[ " $* " != *' --gid byname '* ]] && gid=$uid || gid=$(sed -n 's/^byname:[^:]*:[0-9]*:\([0-9]*\):.*/\1/p' "$root/etc/passwd")
  echo "$name:x:$uid:$gid::/:/usr/sbin/nologin" >> "$root/etc/passwd"
}

userdel() { sed -i "/^${*: -1}:/d" "$root/etc/passwd"; }

echo "${0##*/} $*" >> "$state/calls"
"${0##*/}" "$@"
