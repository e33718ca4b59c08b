#!/usr/bin/env bash
# Follows docs/guias/instalacao.md word for word: the commands of the page are taken out of it and run by root in a root of their own, with
# a network of its own that leads nowhere. Nothing of this machine is changed.
#   bin/check-installation.sh file BUNDLE FINGERPRINT        the chapters "Do arquivo" and "Depois"
#   bin/check-installation.sh source                         the chapter "Do código-fonte" in a clone of what is committed, then the two
#   bin/check-installation.sh container BUNDLE FINGERPRINT   the chapters "Em contêiner" and "Depois"; see below
# FRESH: a folder with a Debian, as `debootstrap --variant=minbase bookworm FOLDER` makes it; otherwise the root is this machine's system
# without what lies in /usr/local/bin, /opt, /root, /home and /work.
# Two things stand in for what is missing here: systemctl (test/helpers/systemctl-stand-in.sh; it takes the unit file at its word) and, for
# the container, docker (test/helpers/docker-stand-in.sh: the program of BUNDLE under the user, the folders and the settings of
# compose.yaml). The image itself is tried by bin/check-container.sh.
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
case $mode in file | container) ;; *) sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 64 ;; esac
[ -r "$bundle" ] && [ -n "$fingerprint" ] || fail 'which bundle, and whose?'
bundle=$(readlink -f "$bundle")
[ "$(id -u)" = 0 ] || fail 'root is needed'
# Mounts and network of this script are its own, and go with it; so do its processes.
[ -n "${IN_OWN_ROOT:-}" ] ||
  IN_OWN_ROOT=1 exec unshare --mount --net --pid --fork --kill-child --propagation private "$0" "$@"
ip link set lo up 2>/dev/null || :

work=$(mktemp -d)
mount -t tmpfs -o size=3g tmpfs "$work"
root=$work/root
mkdir "$root" "$work/upper" "$work/work"
mount -t overlay -o "lowerdir=${FRESH:-/},upperdir=$work/upper,workdir=$work/work" overlay "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/run"
if [ -z "${FRESH:-}" ]; then
  for place in usr/local/bin opt root home work; do
    if [ -d "$root/$place" ]; then mount -t tmpfs tmpfs "$root/$place"; fi
  done
fi
# A machine that systemd has started.
mkdir -p "$root/run/systemd/system"
install -m 0755 test/helpers/systemctl-stand-in.sh "$root/usr/local/sbin/systemctl"

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

clean=(env -i HOME=/root TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
count=0
while IFS= read -r line; do
  printf '\n# %s\n' "$line"
  code=0
  chroot "$root" "${clean[@]}" bash -c "cd $start && $line" </dev/null || code=$?
  # Its code says how grave is what it found; on the first day something is still to be done.
  case $line in 'svcctl doctor') [ "$code" -le 1 ] && code=0 ;; esac
  [ "$code" = 0 ] || fail "exit code $code of: $line"
  count=$((count + 1))
done <"$work/commands"

# What the page's table promises.
[ "$(stat -c '%U %a' "$root/var/lib/svc" 2>/dev/null || chroot "$root" stat -c '%U %a' /var/lib/svc)" = 'svc 700' ] ||
  [ "$(chroot "$root" stat -c '%U %a' /var/lib/svc)" = 'svc 700' ] || fail 'the data folder'
[ -d "$root/var/lib/svc/keys" ] || fail 'the keys'
[ -d "$root/opt/svc" ] && [ -f "$root/etc/systemd/system/svc.service" ] || fail 'programs and unit'
strangers=$(chroot "$root" find /var/lib/svc ! -user svc)
[ -z "$strangers" ] || fail "files that the service does not own: $strangers"
chroot "$root" systemctl stop svc
printf '\n%s commands of %s, one after the other, and all well.\n' "$count" "$page"
