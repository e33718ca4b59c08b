#!/bin/sh
# systemctl where no systemd runs, for the one unit svc: what its file says of user, settings, folder and program is what is done. It
# forgets the rest (limits, capabilities), which `systemd-analyze` judges in test/unit/operations-files.test.ts.
set -u
unit=/etc/systemd/system/svc.service
pid=/run/svc.pid
log=/run/svc.log

said() { sed -n "s/^$1=//p" "$unit"; }
running() { [ -f "$pid" ] && kill -0 "$(cat "$pid")" 2>/dev/null; }

start() {
  running && return 0
  [ -f "$unit" ] || { echo "Unit svc.service not found." >&2; exit 5; }
  user=$(said User)
  folder=$(said WorkingDirectory)
  {
    said Environment
    for file in $(said EnvironmentFile); do
      if [ -r "${file#-}" ]; then cat "${file#-}"; fi
    done
  } | grep '^[A-Z]' >/run/svc.environment
  # As of this moment, or the words of the run before would count.
  : >"$log"
  chmod 666 "$log"
  # shellcheck disable=SC2046 # settings without spaces, one a line
  setsid setpriv --reuid "${user:-root}" --regid "$(id -g "${user:-root}")" --init-groups env -i \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin $(cat /run/svc.environment) \
    sh -c "cd '${folder:-/}' && exec $(said ExecStart)" >>"$log" 2>&1 </dev/null &
  echo $! >"$pid"
  tries=0
  until grep -q 'server.started\|Serving on' "$log"; do
    running && [ "$tries" -lt 60 ] || { tail -n 20 "$log" >&2; exit 1; }
    sleep 1
    tries=$((tries + 1))
  done
}

stop() {
  running || return 0
  kill -TERM "$(cat "$pid")"
  while running; do sleep 0.2; done
}

verb=''
now=''
quiet=''
for word in "$@"; do
  case $word in
    --now) now=yes ;;
    --quiet) quiet=yes ;;
    -*) ;;
    *) [ -n "$verb" ] || verb=$word ;;
  esac
done
case $verb in
  daemon-reload) ;;
  enable) [ -z "$now" ] || start ;;
  disable) [ -z "$now" ] || stop ;;
  start) start ;;
  stop) stop ;;
  restart) stop; start ;;
  is-active)
    state=inactive
    if running; then state=active; fi
    [ -n "$quiet" ] || echo "$state"
    [ "$state" = active ] || exit 3
    ;;
  is-failed) exit 1 ;;
  show) echo 0 ;;
  *) echo "systemctl $*: not known here" >&2; exit 64 ;;
esac
