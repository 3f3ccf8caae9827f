#!/usr/bin/env bash
# Stands in for systemctl on the machines of try-year.sh, where no systemd can run: starts what the units in /etc/systemd/system
# say, as their user and with their environment, and restarts it. It confines nothing, and no timer waits for the night.
set -euo pipefail

setting() { sed -n "s/^$2=//p" "/etc/systemd/system/$1"; }

# Becomes the command of the unit, in its environment and as its user, after its folders are made.
become() {
  local unit=$1 setting name user
  user=$(setting "$unit" User)
  for name in $(setting "$unit" StateDirectory); do install -d -m 700 -o "$user" -g "$user" "/var/lib/$name"; done
  for setting in $(setting "$unit" Environment); do export "${setting?}"; done
  while IFS= read -r setting; do export "${setting?}"; done < "$(setting "$unit" EnvironmentFile)"
  cd "$(setting "$unit" WorkingDirectory)"
  umask 077
  eval "exec setpriv --reuid=$user --regid=$user --init-groups $(setting "$unit" ExecStart | sed 's/%%/%/g; s/\$\$/$/g')"
}

# Until another supervisor, or none, is wanted.
supervise() {
  local state=/run/$1
  echo $$ > "$state.wanted"
  while [ "$(cat "$state.wanted" 2> /dev/null)" = $$ ]; do
    become "$1" >> "/var/log/$1.log" 2>&1 &
    echo $! > "$state.pid"
    wait $! || true
    [ "$(cat "$state.wanted" 2> /dev/null)" = $$ ] || break
    sleep "$(setting "$1" RestartSec)"
  done
}

start() {
  case $(setting "$1" Type) in
    oneshot) (become "$1") ;;
    exec | notify)
      rm -f "/run/$1.pid"
      setsid "$0" supervise "$1" < /dev/null > /dev/null 2>&1 &
      until [ -s "/run/$1.pid" ]; do sleep 0.01; done
      ;;
  esac
}

# Until its process has exited, or for TimeoutStopSec.
stop() {
  local state=/run/$1 pid
  rm -f "$state.wanted"
  pid=$(cat "$state.pid" 2> /dev/null) || return 0
  kill -TERM "$pid" 2> /dev/null || return 0
  timeout "$(setting "$1" TimeoutStopSec)" tail --pid="$pid" -f /dev/null || kill -KILL "$pid"
}

verb=$1
shift
isNow=no
if [ "${1-}" = --now ]; then
  isNow=yes
  shift
fi
for name; do
  [[ $name == *.* ]] || name+=.service
  case $verb in
    supervise) supervise "$name" ;;
    start) start "$name" ;;
    stop) stop "$name" ;;
    restart) stop "$name"; start "$name" ;;
    enable) [ $isNow = no ] || start "$name" ;;
    disable) [ $isNow = no ] || stop "$name" ;;
    *) echo "systemctl $verb is not played here." >&2; exit 1 ;;
  esac
done
