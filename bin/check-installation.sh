#!/usr/bin/env bash
# Follows docs/guias/instalacao.md word for word: the commands of the page are taken out of it and run by root in a root of their own, with
# a network of its own that leads nowhere. Nothing of this machine is changed.
#   bin/check-installation.sh file BUNDLE FINGERPRINT        the chapters "Do arquivo" and "Depois"
#   bin/check-installation.sh source                         the chapter "Do código-fonte" in a clone of what is committed, then the two
#   bin/check-installation.sh container BUNDLE FINGERPRINT   the chapters "Em contêiner" and "Depois"; see below
# FRESH: a folder with a Debian, as `debootstrap --variant=minbase bookworm FOLDER` makes it; otherwise the root is this machine's system
# without what lies in /usr/local/bin, /opt, /root, /home and /work.
# A systemd of its own is booted in that root and keeps the unit (test/helpers/boot-systemd.sh), where this machine lets one start and the
# service is no container. Two things stand in for what is missing: systemctl (test/helpers/systemctl-stand-in.sh; it takes the unit file
# at its word) and, for the container, docker (test/helpers/docker-stand-in.sh: the program of BUNDLE under the user, the folders and the
# settings of compose.yaml). The image itself is tried by bin/check-container.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
page=docs/guias/instalacao.md
mode=${1:-}

# The commands of one chapter, in order.
commands_of() {
  awk -v title="## $1" '
    /^## / { inside = $0 == title }
    /^```/ { fenced = inside && $0 == "```sh"; next }
    fenced { print }
  ' "$page"
}

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

if [ "$mode" = source ]; then
  clone=$(mktemp -d)
  trap 'rm -rf -- "$clone"' EXIT
  git clone --quiet --local . "$clone/code"
  commands_of 'Do código-fonte' | grep -v '^apt-get ' | sed "s|/root/svc-chave.pem|$clone/key.pem|" >"$clone/commands"
  [ "$(wc -l <"$clone/commands")" -ge 3 ] || fail "$page: the commands of the chapter"
  (cd "$clone/code" && bash -euxo pipefail "$clone/commands")
  fingerprint=$("$clone/code/bin/svcctl" bundle show "$clone/code/svc-0.1.0-linux-x64.tar" --json |
    sed -n 's/^ *"signer": "\(.*\)".*/\1/p')
  "$here/bin/check-installation.sh" file "$clone/code/svc-0.1.0-linux-x64.tar" "$fingerprint"
  exit
fi

bundle=${2:-} fingerprint=${3:-}
case $mode in file | container) ;; *) sed -n '2,13s/^# \{0,1\}//p' "$0"; exit 64 ;; esac
[ -r "$bundle" ] && [ -n "$fingerprint" ] || fail 'which bundle, and whose?'
bundle=$(readlink -f "$bundle")
[ "$(id -u)" = 0 ] || fail 'root is needed'
# Mounts and network of this script are its own, and go with it; so do its processes.
[ -n "${IN_OWN_ROOT:-}" ] ||
  IN_OWN_ROOT=1 exec unshare --mount --net --pid --mount-proc --fork --kill-child --propagation private "$0" "$@"
ip link set lo up 2>/dev/null || :

work=$(mktemp -d)
mount -t tmpfs -o size=3g tmpfs "$work"
root=$work/root
mkdir "$root" "$work/upper" "$work/work"
mount -t overlay -o "lowerdir=${FRESH:-/},upperdir=$work/upper,workdir=$work/work" overlay "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/run"
if [ -z "${FRESH:-}" ]; then
  for place in usr/local/bin opt root home work; do
    if [ -d "$root/$place" ]; then mount -t tmpfs tmpfs "$root/$place"; fi
  done
fi

clean=(env -i HOME=/root TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
inside=(chroot "$root")
systemd=''
# The first process of a systemd that runs in the root.
boot() {
  [ -x "$root/lib/systemd/systemd" ] || return 1
  unshare --mount --pid --fork --kill-child --uts --ipc --cgroup --propagation private \
    "$here/test/helpers/boot-systemd.sh" "$root" 2>/dev/null &
  for _ in $(seq 60); do
    sleep 0.5
    kill -0 "$!" 2>/dev/null || return 1
    systemd=$(cat "/proc/$!/task/$!/children" 2>/dev/null) || return 1
    systemd=${systemd%% *}
    inside=(nsenter -t "$systemd" -m -p -u -i -C -r -w)
    if "${inside[@]}" "${clean[@]}" systemctl is-system-running >/dev/null 2>&1; then return 0; fi
  done
  return 1
}
if [ "$mode" = file ] && boot; then
  printf 'The unit is kept by %s.\n' "$("${inside[@]}" "${clean[@]}" systemctl --version | head -n 1)"
else
  systemd=''
  inside=(chroot "$root")
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  # A machine that systemd has started.
  mkdir -p "$root/run/systemd/system"
  install -m 0755 test/helpers/systemctl-stand-in.sh "$root/usr/local/sbin/systemctl"
fi
in_root() { "${inside[@]}" "${clean[@]}" bash -c "$1" </dev/null; }

start=/root
cp "$bundle" "$root/root/svc-0.1.0-linux-x64.tar"
case $mode in
  file) commands_of 'Do arquivo' >"$work/commands" ;;
  container)
    install -m 0755 test/helpers/docker-stand-in.sh "$root/usr/local/sbin/docker"
    ln -s ../local/sbin/docker "$root/usr/bin/docker"
    mkdir "$root/root/code"
    cp -r --parents config/operations/container Dockerfile "$root/root/code"
    start=/root/code
    commands_of 'Em contêiner' >"$work/commands"
    ;;
esac
commands_of Depois >>"$work/commands"
sed -i "s/IMPRESSAO/$fingerprint/" "$work/commands"
[ "$(wc -l <"$work/commands")" -ge 14 ] || fail "$page: the commands of the chapters"

count=0
while IFS= read -r line; do
  printf '\n# %s\n' "$line"
  code=0
  in_root "cd $start && $line" || code=$?
  # Its code says how grave is what it found; on the first day something is still to be done.
  case $line in 'svcctl doctor') [ "$code" -le 1 ] && code=0 ;; esac
  [ "$code" = 0 ] || fail "exit code $code of: $line"
  count=$((count + 1))
done <"$work/commands"

# What the page's table promises.
[ "$(in_root 'stat -c "%U %a" /var/lib/svc')" = 'svc 700' ] || fail 'the data folder'
in_root '[ -d /var/lib/svc/keys ]' || fail 'the keys'
in_root '[ -d /opt/svc ] && [ -f /etc/systemd/system/svc.service ]' || fail 'programs and unit'
strangers=$(in_root 'find /var/lib/svc ! -user svc')
[ -z "$strangers" ] || fail "files that the service does not own: $strangers"

# What only a systemd does.
unit() { in_root "systemctl show svc -p $1 --value"; }
# Until another process serves than the one named.
until_again() {
  for _ in $(seq 240); do
    sleep 0.5
    [ "$(unit ActiveState)" = active ] && [ "$(unit MainPID)" != "$1" ] && return 0
  done
  fail "no other process after $1: $(in_root 'systemctl status svc --no-pager --full | tail -n 20')"
}
if [ -n "$systemd" ]; then
  # What is made of the speech model once is kept: the program's own folder takes nothing.
  # shellcheck disable=SC2016 # the loop is of the other shell
  in_root 'for _ in $(seq 90); do ls /var/lib/svc/prepared/*.bin && exit; sleep 1; done; exit 1' >/dev/null 2>&1 ||
    fail 'nothing prepared is kept'
  main=$(unit MainPID)
  printf '\n# process %s is killed\n' "$main"
  in_root "kill -KILL $main"
  until_again "$main"
  # A stopped process is only ended by the time limit for ending.
  # shellcheck disable=SC2016 # the sign is of systemd's file
  in_root 'mkdir -p /run/systemd/system/svc.service.d
    printf "[Service]\nWatchdogSec=20\nTimeoutStopSec=3\n" >/run/systemd/system/svc.service.d/soon.conf
    systemctl daemon-reload && systemctl restart svc'
  main=$(unit MainPID)
  printf '# process %s takes its turn no more\n' "$main"
  in_root "kill -STOP $main"
  until_again "$main"
  # shellcheck disable=SC2016 # the loop is of the other shell
  in_root 'for _ in $(seq 20); do svcctl status >/dev/null 2>&1 && exit; sleep 1; done; svcctl status' ||
    fail "the service after the watchdog: $(in_root 'systemctl status svc --no-pager --full -n 40')"
  # What it may write is less than what its account may.
  refused=$(in_root 'journalctl -u svc --no-pager -o cat 2>/dev/null || systemctl status svc --no-pager --full -n 1000' |
    grep -E 'EROFS|ENOENT|EACCES|EPERM' || :)
  [ -z "$refused" ] || fail "the unit keeps the service from its work: $refused"
  printf '# it ends\n'
  in_root 'systemctl stop svc'
  [ "$(unit ActiveState) $(unit Result)" = 'inactive success' ] || fail "the service ended by $(unit Result)"
else
  in_root 'systemctl stop svc'
fi
printf '\n%s commands of %s, one after the other, and all well.\n' "$count" "$page"
