#!/bin/sh
# Installs, upgrades and takes back the clinical documentation appliance from one bundle file, without internet.
#
#   tar xf svc-0.2.0-linux-x64.tar install.sh
#   sudo sh install.sh svc-0.2.0-linux-x64.tar --key FINGERPRINT
#
# What can fail is looked at before anything is changed. A version is unpacked beside the others, tried, and becomes the current one
# by the renaming of one link; a run that ends anywhere leaves either the old version or the new one. See config/bundle/README.md.
# shellcheck disable=SC2015 # "a && b || fail": the failure of either is meant
set -u
umask 022
LC_ALL=C
export LC_ALL

usage() {
  cat <<'TEXT'
Usage: install.sh BUNDLE [options]     install, or upgrade what is installed
       install.sh --rollback [options] back to the version before
       install.sh --check BUNDLE       look at everything, change nothing
       install.sh --uninstall          stop and remove programs and service; data and settings stay

  --key FINGERPRINT  of the key that must have signed the bundle; kept for later upgrades
  --prefix FOLDER    where programs go (root: /opt/svc, otherwise ~/svc)
  --data FOLDER      where data go (root: /var/lib/svc, otherwise the prefix's data)
  --user NAME        the account of the service (root only: svc)
  --org NAME         the first organization; its API key is shown once
  --port N           where the service listens (8080)
  --host ADDRESS     on which address (127.0.0.1); 0.0.0.0 for all
  --demo             with the demonstration pages at /demo
  --no-service       no systemd unit, nothing is started or stopped
  -y, --yes          ask nothing
TEXT
}

say() { printf '%s\n' "$*"; }
# sysexits: 64 usage, 65 data, 66 no input, 69 not possible here, 73 cannot create, 75 try again, 77 not trusted
fail() {
  code=$1
  shift
  printf '\nNothing was changed. %s\n' "$*" >&2
  exit "$code"
}

bundle='' key='' prefix='' data='' user='' org='' port='' host='' demo='' service=yes yes='' mode=install
while [ $# -gt 0 ]; do
  case $1 in
    --key | --prefix | --data | --user | --org | --port | --host)
      [ $# -ge 2 ] || { usage >&2; fail 64 "$1 needs a value."; }
      name=${1#--}
      value=$2
      case $name in
        key) key=$value ;;
        prefix) prefix=$value ;;
        data) data=$value ;;
        user) user=$value ;;
        org) org=$value ;;
        port) port=$value ;;
        host) host=$value ;;
      esac
      shift
      ;;
    --rollback) mode=rollback ;;
    --check) mode=check ;;
    --uninstall) mode=uninstall ;;
    --demo) demo=yes ;;
    --no-service) service='' ;;
    -y | --yes) yes=yes ;;
    -h | --help)
      usage
      exit 0
      ;;
    -*)
      usage >&2
      fail 64 "$1 is no option."
      ;;
    *)
      [ -z "$bundle" ] || fail 64 "One bundle, please: $bundle or $1?"
      bundle=$1
      ;;
  esac
  shift
done

root=''
[ "$(id -u)" = 0 ] && root=yes
if [ -z "$prefix" ]; then
  # Run from where it was installed, it means that place.
  own=$(dirname -- "$(readlink -f -- "$0" 2>/dev/null || echo "$0")")
  case $own in
    */versions/*) prefix=${own%/versions/*} ;;
    *) if [ -n "$root" ]; then prefix=/opt/svc; else prefix=${HOME:?}/svc; fi ;;
  esac
fi
case $prefix in /*) ;; *) prefix=$(pwd)/$prefix ;; esac

# What was chosen at the first installation stays.
kept() { [ -r "$prefix/install.conf" ] && sed -n "s/^$1=//p" "$prefix/install.conf" | head -n 1; }
[ -n "$data" ] || data=$(kept data)
[ -n "$user" ] || user=$(kept user)
[ -n "$data" ] || { if [ -n "$root" ]; then data=/var/lib/svc; else data=$prefix/data; fi; }
[ -n "$user" ] || { if [ -n "$root" ]; then user=svc; else user=$(id -un); fi; }
case $data in /*) ;; *) data=$(pwd)/$data ;; esac
case "$prefix$data" in *[\ \'\"\\\&\|]* | *'
'*) fail 64 'Folders with spaces, quotes or bars in their names are not supported.' ;; esac
unit=/etc/systemd/system/svc.service
[ -n "$service" ] && [ -n "$root" ] && [ -d /run/systemd/system ] || service=''

# --- tools -----------------------------------------------------------------------------------------------------------------

for tool in awk basename cat chmod cmp cp cut df dirname find grep gzip head id ln mkdir mktemp mv readlink rm sed sha256sum sort stat tail tar tr uname; do
  command -v "$tool" >/dev/null 2>&1 || fail 69 "The command $tool is missing on this machine."
done

work='' staging='' locked='' stopped=''
cleanup() {
  status=$?
  trap - EXIT INT TERM HUP
  [ -z "$work" ] || rm -rf -- "$work"
  [ -z "$staging" ] || rm -rf -- "$staging"
  [ -z "$locked" ] || rm -rf -- "$prefix/.lock"
  # A line that dropped, a Ctrl-C: whichever version is the current one serves.
  [ -z "$stopped" ] || systemctl start --no-block svc
  exit "$status"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
temporary=${TMPDIR:-/tmp}
# Of runs that were killed.
find "$temporary" -maxdepth 1 -type d -user "$(id -u)" -name 'svc-install.[0-9]*.??????' 2>/dev/null | while read -r left; do
  owner=${left##*/svc-install.}
  kill -0 "${owner%%.*}" 2>/dev/null || rm -rf -- "$left"
done
work=$(mktemp -d "$temporary/svc-install.$$.XXXXXX") || fail 73 'No temporary folder could be made.'

lock() {
  mkdir -p -- "$prefix" || fail 73 "$prefix cannot be made."
  if ! mkdir -- "$prefix/.lock" 2>/dev/null; then
    other=$(cat "$prefix/.lock/pid" 2>/dev/null)
    if [ -n "$other" ] && kill -0 "$other" 2>/dev/null; then
      fail 75 "Another installation is running (process $other)."
    fi
    # Its owner was killed.
    rm -rf -- "$prefix/.lock"
    mkdir -- "$prefix/.lock" || fail 73 "$prefix is not writable."
  fi
  locked=yes
  echo "$$" >"$prefix/.lock/pid"
}

idOf() { [ -L "$prefix/$1" ] && basename -- "$(readlink -- "$prefix/$1")"; }
svcctl() {
  version=$1
  shift
  SVC_DATA_DIR=$data "$prefix/versions/$version/bin/svcctl" "$@"
}

# One rename: whoever looks sees the one or the other.
point() {
  ln -sfn -- "versions/$2" "$prefix/.$1.new" && mv -fT -- "$prefix/.$1.new" "$prefix/$1"
}

isServing() { [ -n "$service" ] && systemctl is-active --quiet svc; }
stopService() {
  [ -n "$service" ] || return 0
  if isServing; then stopped=yes; fi
  systemctl stop svc 2>/dev/null || :
}
# As the current version has it: an older one does not tell systemd that it is ready.
placeUnit() {
  [ -n "$service" ] || return 0
  sed -e "s|/opt/svc|$prefix|g" -e "s|/var/lib/svc|$data|g" -e "s|^User=.*|User=$user|" -e "s|^Group=.*|Group=$(id -gn "$user")|" \
    -e "s|/etc/svc/svc.env|$prefix/svc.env|" -e '/SVC_RUNTIME_DIR/d' \
    -e "s|^StateDirectory=svc|ReadWritePaths=$data|" -e '/^StateDirectoryMode/d' \
    "$prefix/current/config/operations/svc.service" >"$work/svc.service"
  if ! cmp -s "$work/svc.service" "$unit"; then cp -- "$work/svc.service" "$unit" && systemctl daemon-reload; fi
}
startService() {
  stopped=''
  [ -n "$service" ] || return 0
  systemctl daemon-reload || return 1
  # Back when it is ready, or its first try has failed: it is tried again.
  timeout 60 systemctl restart svc || :
  tries=0
  while [ "$tries" -lt 60 ]; do
    systemctl is-active --quiet svc && svcctl "$1" status >/dev/null 2>&1 && return 0
    systemctl is-failed --quiet svc && return 1
    # It would be started again for ever.
    restarts=$(systemctl show svc -p NRestarts --value 2>/dev/null)
    [ "${restarts:-0}" -lt 4 ] || { systemctl stop svc; return 1; }
    sleep 1
    tries=$((tries + 1))
  done
  return 1
}

# A server that no systemd knows must be stopped by whoever started it: it would write into data that are being copied.
refuseIfInUse() {
  [ -d "$data" ] || return 0
  # shellcheck disable=SC2046 # numbers of processes, one word each
  users=$(find $(ls -d /proc/[0-9]*/fd 2>/dev/null) -maxdepth 1 -lname "$data/*" 2>/dev/null | cut -d/ -f3 | sort -u | tr '\n' ' ')
  [ -z "$users" ] || fail 75 "A program is working in $data (process $users). Stop it, then run this again."
}

confirm() {
  [ -n "$yes" ] && return 0
  [ -t 0 ] || fail 64 "$1 There is nobody to ask: run this again with --yes to agree."
  printf '%s [y/N] ' "$1"
  read -r answer
  case $answer in y | Y | yes) ;; *) fail 65 'As you wish.' ;; esac
}

# --- rollback --------------------------------------------------------------------------------------------------------------

rollback() {
  from=$(idOf current)
  to=$(idOf previous)
  [ -n "$from" ] && [ -n "$to" ] && [ "$from" != "$to" ] && [ -d "$prefix/versions/$to" ] ||
    fail 66 "There is no earlier version in $prefix to go back to."
  lock
  if isServing; then wasServing=yes; else wasServing=''; refuseIfInUse; fi
  if ! svcctl "$to" config show >/dev/null 2>"$work/settings"; then
    cat "$work/settings" >&2
    fail 65 "Version $to does not understand the settings as they are now. Take back what was set since (svcctl config set), then run this again."
  fi
  stopService
  # The newer program knows both: what its database has that the older one cannot read.
  if ! plan=$(svcctl "$from" bundle step-back --manifest "$prefix/versions/$to/manifest" --dry-run); then
    [ -z "$wasServing" ] || startService "$from"
    fail 69 "Version $from cannot tell what a return to $to would mean for the data."
  fi
  say "$plan"
  case $plan in *'will not be in it'*)
    if [ -z "$yes" ] && [ ! -t 0 ] && [ -n "$wasServing" ]; then startService "$from"; fi
    confirm "Go back to version $to all the same?" ;;
  esac
  svcctl "$from" bundle step-back --manifest "$prefix/versions/$to/manifest" >"$work/back" || {
    cat "$work/back" >&2
    printf '\nThe data could not be put back. Version %s stays. Run this again; then: svcctl doctor\n' "$from" >&2
    exit 69
  }
  point current "$to" || exit 73
  point previous "$from" || exit 73
  placeUnit
  if [ -n "$wasServing" ] && ! startService "$to"; then
    printf 'Version %s is back, and does not start. See: journalctl -u svc\n' "$to" >&2
    exit 69
  fi
  say "Version $to is in use again. Version $from is kept: install.sh --rollback goes to it."
}

if [ "$mode" = rollback ]; then
  rollback
  exit 0
fi

# --- uninstall: what belongs to patients and to the administrator is none of it -------------------------------------------------------

uninstall() {
  [ -z "$bundle" ] || fail 64 'No bundle is needed to uninstall.'
  [ -f "$prefix/install.conf" ] || fail 66 "Nothing is installed in $prefix."
  confirm "Remove the programs in $prefix and the service? Data in $data stay."
  lock
  if isServing; then wasServing=yes; else wasServing=''; refuseIfInUse; fi
  if [ -n "$service" ] && grep -q "^ExecStart=$prefix/" "$unit" 2>/dev/null; then
    systemctl disable --quiet --now svc
    rm -f -- "$unit"
    systemctl daemon-reload
  fi
  case $(readlink /usr/local/bin/svcctl 2>/dev/null) in "$prefix"/*) rm -f -- /usr/local/bin/svcctl ;; esac
  rm -rf -- "$prefix/current" "$prefix/previous" "$prefix/install.sh" "$prefix"/.staging.* "$prefix"/.*.new
  rm -rf -- "$prefix/versions"
  say "Removed${wasServing:+ and stopped}. What stays: the data in $data, settings and the trusted key in $prefix${root:+, the account $user}."
  say "Installed again, it goes on with them. The data are erased by whoever removes $data; the keys in its keys/ first."
}

if [ "$mode" = uninstall ]; then
  uninstall
  exit 0
fi

# --- the bundle: whole, and from whom ------------------------------------------------------------------------------------------

[ -n "$bundle" ] || { usage >&2; fail 64 'Which bundle?'; }
[ -r "$bundle" ] || fail 66 "$bundle cannot be read."
tar xf "$bundle" -C "$work" install.sh manifest manifest.sig signer.pem 2>/dev/null ||
  fail 65 "$bundle is damaged, or is no bundle. Copy it again and compare its SHA-256."
[ "$(head -n 1 "$work/manifest")" = 'svc-bundle 1' ] || fail 65 "$bundle is of another kind than this installer knows."

fact() { sed -n "s/^$1 //p" "$work/manifest" | head -n 1; }
id=$(fact id)
case $id in '' | *[!A-Za-z0-9.+_-]* | .*) fail 65 "$bundle is damaged: its id is none." ;; esac
# An installer that handed over has said so much already.
saidBefore=${INSTALL_HANDED_OVER:-}
[ -n "$saidBefore" ] || say "Bundle      $id for $(fact platform)"

# The C library and Node.js come first: without them its own signature check would not run.
os=$(uname -s | tr '[:upper:]' '[:lower:]')
case $(uname -m) in
  x86_64 | amd64) arch=x64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) arch=$(uname -m) ;;
esac
[ "$(fact platform)" = "$os $arch" ] ||
  fail 69 "This bundle is for $(fact platform); this machine is $os $arch. Ask for the bundle of this kind of machine."
need=$(fact glibc)
if [ -n "$need" ]; then
  libc=$( (getconf GNU_LIBC_VERSION || ldd --version) 2>/dev/null | sed -n '1s/.* \([0-9][0-9]*\.[0-9][0-9]*\)$/\1/p')
  [ -n "$libc" ] || fail 69 "This machine has no glibc (Alpine, for one, has another C library). The bundle needs glibc $need."
  awk -v have="$libc" -v need="$need" 'BEGIN { split(have, h, "."); split(need, n, "."); exit !(h[1] > n[1] || (h[1] == n[1] && h[2] >= n[2])) }' ||
    fail 69 "This system has glibc $libc; the bundle needs $need or newer. A newer release of the system has it (Debian 12, Ubuntu 22.04, RHEL 9)."
fi
lacking=''
flags=" $(sed -n -e 's/^flags[^:]*: //p' -e 's/^Features[^:]*: //p' "${INSTALL_CPUINFO:-/proc/cpuinfo}" 2>/dev/null | head -n 1) "
for flag in $(fact cpu); do
  case $flags in *" $flag "*) ;; *) lacking="$lacking $flag" ;; esac
done
[ -z "$lacking" ] || fail 69 "This processor is too old for the programs in the bundle; it lacks:$lacking. In a virtual machine, choose the processor type \"host\"."
if [ "$arch" = x64 ]; then
  case $flags in *' avx2 '*) ;; *) say 'Note        This processor has no AVX2: speech recognition will work, and slowly.' ;; esac
fi
memory=$(awk '$1 == "MemTotal:" { printf "%d", $2 / 1024 }' "${INSTALL_MEMINFO:-/proc/meminfo}" 2>/dev/null)
if [ -z "$saidBefore" ] && [ "${memory:-4096}" -lt 3500 ]; then
  say "Note        This machine has $memory MiB of memory: enough to try it. For patients' speech 4 GiB, for a language model 8 and more (svcctl model advise)."
fi
[ -n "$saidBefore" ] || say "Machine     $os $arch${need:+, glibc $libc}, processor fit"

digestOf() { sha256sum -- "$1" | cut -d' ' -f1; }
fileDigest() { awk -v path="$1" '$1 == "file" && $5 == path { print $2; exit }' "$work/manifest"; }
current=$(idOf current)
trusted=$prefix/trusted-key.pem
verifier=''
# In order of trust: what was installed before, the system's own openssl, and, last, the bundle's Node.js, whose digest the manifest has.
if [ -n "$current" ] && [ -x "$prefix/versions/$current/node/bin/node" ]; then
  verifier="$prefix/versions/$current/node/bin/node"
elif ! openssl version 2>/dev/null | grep -q '^OpenSSL [3-9]'; then
  tar xOf "$bundle" program.tar.gz 2>/dev/null | tar xzf - -C "$work" --no-same-owner --wildcards node/bin/node 'lib/*' 2>/dev/null
  [ -f "$work/node/bin/node" ] && [ "$(digestOf "$work/node/bin/node")" = "$(fileDigest node/bin/node)" ] ||
    fail 65 "$bundle is damaged. Copy it again and compare its SHA-256."
  LD_LIBRARY_PATH="$work/lib" "$work/node/bin/node" --version >/dev/null 2>&1 ||
    fail 69 "The signature cannot be checked: no openssl 3 here, and nothing can be run from $work. Name another place: TMPDIR=FOLDER sh install.sh …"
  verifier=$work/node/bin/node
fi
if [ -n "$verifier" ]; then
  cat >"$work/verify.cjs" <<'JS'
const { createHash, createPublicKey, verify } = require('node:crypto')
const { readFileSync } = require('node:fs')
const [folder] = process.argv.slice(2)
const read = (name) => readFileSync(`${folder}/${name}`)
const key = createPublicKey(read('signer.pem'))
const good = key.asymmetricKeyType === 'ed25519' && verify(null, read('manifest'), key, read('manifest.sig'))
if (!good) process.exit(1)
console.log(createHash('sha256').update(key.export({ type: 'spki', format: 'der' })).digest('hex'))
JS
  signer=$(LD_LIBRARY_PATH="$work/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$verifier" "$work/verify.cjs" "$work" 2>/dev/null)
else
  signer=''
  if openssl pkeyutl -verify -pubin -inkey "$work/signer.pem" -rawin -in "$work/manifest" -sigfile "$work/manifest.sig" >/dev/null 2>&1; then
    signer=$(openssl pkey -pubin -in "$work/signer.pem" -outform DER | sha256sum | cut -d' ' -f1)
  fi
fi
[ -n "$signer" ] || fail 77 'The signature does not belong to this content: the bundle is damaged, or somebody changed it. Do not install it.'
key=$(printf '%s' "$key" | tr -d ' :-' | tr '[:upper:]' '[:lower:]')
if [ -n "$key" ]; then
  [ "$key" = "$signer" ] || fail 77 "The bundle was signed by another key: $signer. Do not install it unless you were told of that key."
elif [ -r "$trusted" ]; then
  cmp -s "$trusted" "$work/signer.pem" ||
    fail 77 "The bundle was signed by another key than what is installed: $signer. If you were told of it by another way, add --key and this fingerprint."
else
  [ -n "$yes" ] || [ -t 0 ] || fail 77 "Whose bundle is it? Compare this fingerprint with the one you were told by another way, and add it: --key $signer"
  say "Signed by   $signer"
  if [ -n "$yes" ]; then fail 77 "Whose bundle is it? Nobody can be asked: add --key and the fingerprint that you were told."; fi
  confirm 'Is this the fingerprint that you were told by another way than the bundle?'
fi
[ -n "$saidBefore" ] || say "Signature   good, key $signer"

# From here on the bundle is trusted: an upgrade goes on with the new version's own installer.
installerDigest=$(awk '$1 == "part" && $4 == "install.sh" { print $2 }' "$work/manifest")
[ "$(digestOf "$work/install.sh")" = "$installerDigest" ] || fail 65 "$bundle is damaged: install.sh in it is not what was signed."
if [ -z "${INSTALL_HANDED_OVER:-}" ] && [ "$(digestOf "$0" 2>/dev/null)" != "$installerDigest" ]; then
  set -- "$bundle" --prefix "$prefix" --data "$data" --user "$user" --key "$signer"
  [ -z "$org" ] || set -- "$@" --org "$org"
  [ -z "$port" ] || set -- "$@" --port "$port"
  [ -z "$host" ] || set -- "$@" --host "$host"
  [ -z "$demo" ] || set -- "$@" --demo
  [ -z "$yes" ] || set -- "$@" --yes
  [ "$mode" = install ] || set -- "$@" --check
  [ -n "$service" ] || set -- "$@" --no-service
  INSTALL_HANDED_OVER=yes
  export INSTALL_HANDED_OVER
  sh "$work/install.sh" "$@"
  exit $?
fi
unset INSTALL_HANDED_OVER

# --- room, and every byte -------------------------------------------------------------------------------------------------------

existing() {
  folder=$1
  while [ ! -d "$folder" ]; do folder=$(dirname -- "$folder"); done
  printf '%s' "$folder"
}
freeKiB() { df -Pk -- "$(existing "$1")" | awk 'NR == 2 { print $4 }'; }
program=$(awk '$1 == "part" && $4 == "program.tar.gz" { print $3 }' "$work/manifest")
models=$(awk '$1 == "model" { sum += $3 } END { printf "%d", sum }' "$work/manifest")
if [ "$current" != "$id" ]; then
  # Unpacked, still packed, and something to breathe; models twice, since they are proven before they take their place.
  needKiB=$(awk -v a="$(fact unpacked)" -v b="$program" 'BEGIN { printf "%d", (a + b) / 1024 + 65536 }')
  dataKiB=$(awk -v m="$models" 'BEGIN { printf "%d", 2 * m / 1024 + 65536 }')
  [ "$(existing "$prefix")" != / ] || [ -w / ] || fail 73 "$prefix cannot be made by this account. Choose another: --prefix FOLDER"
  [ -w "$(existing "$prefix")" ] || fail 73 "$prefix cannot be written by this account. Choose another: --prefix FOLDER"
  freePrefix=$(freeKiB "$prefix")
  [ "$freePrefix" -ge "$needKiB" ] || fail 73 "The disk of $prefix has $((freePrefix / 1024)) MiB free; $((needKiB / 1024)) MiB are needed."
  freeData=$(freeKiB "$data")
  [ "$freeData" -ge "$dataKiB" ] || fail 73 "The disk of $data has $((freeData / 1024)) MiB free; $((dataKiB / 1024)) MiB are needed."
  say "Room        $((freePrefix / 1024)) MiB free, $((needKiB / 1024)) MiB needed"
fi

awk '$1 == "part" { print $2, $4 }' "$work/manifest" >"$work/parts"
while read -r sum name; do
  [ "$name" = install.sh ] && continue
  found=$(tar xOf "$bundle" "$name" 2>/dev/null | sha256sum | cut -d' ' -f1)
  [ "$found" = "$sum" ] || fail 65 "$bundle is damaged: $name is not what was signed. Copy it again and compare its SHA-256."
done <"$work/parts"
say 'Content     every part is what was signed'
isServing || [ "$current" = "$id" ] || refuseIfInUse
if [ "$mode" = check ]; then
  say "This machine can take the bundle. Nothing was changed."
  exit 0
fi

# --- unpack beside, try, and only then switch --------------------------------------------------------------------------------------

lock
rm -rf -- "$prefix"/.staging.*
made=''
[ -d "$prefix/versions/$id" ] || made=yes
undo() {
  # A version that was never the current one leaves no trace; neither does an empty prefix.
  [ -z "$made" ] || rm -rf -- "$prefix/versions/$id"
  [ -n "$current" ] || rmdir -- "$prefix/versions" 2>/dev/null
  if [ -z "$current" ]; then rm -rf -- "$prefix/.lock"; locked=''; rm -f -- "$prefix/trusted-key.pem"; rmdir -- "$prefix" 2>/dev/null; fi
  :
}
failUndone() {
  [ -z "$staging" ] || rm -rf -- "$staging"
  staging=''
  undo
  fail "$@"
}
checkFiles() {
  awk '$1 == "file" { sum = $2; $1 = $2 = $3 = $4 = ""; sub(/^ +/, ""); print sum "  " $0 }' "$work/manifest" >"$work/sums"
  (cd -- "$1" && sha256sum --check --strict --quiet "$work/sums" >/dev/null 2>&1)
}
if [ -n "$made" ] || ! checkFiles "$prefix/versions/$id"; then
  staging=$(mktemp -d "$prefix/.staging.XXXXXX") || fail 73 "$prefix is not writable."
  tar xf "$bundle" -C "$staging" program.tar.gz sbom.cdx.json 2>/dev/null &&
    tar xzf "$staging/program.tar.gz" -C "$staging" --no-same-owner 2>/dev/null &&
    rm -f -- "$staging/program.tar.gz" &&
    cp -- "$work/manifest" "$work/manifest.sig" "$work/signer.pem" "$staging/" ||
    failUndone 73 "The program could not be unpacked into $prefix: is the disk full?"
  checkFiles "$staging" || failUndone 73 "What was unpacked into $prefix is not what was signed: the disk is full, or broken."
  chmod 755 "$staging"

  # Does it live here? Its libraries, database driver and speech runtime are loaded for once.
  try() { "$staging/node/bin/node" "$@" >"$work/tried" 2>&1; }
  if ! try --version; then
    LD_LIBRARY_PATH=$staging/lib
    export LD_LIBRARY_PATH
    try --version || failUndone 69 "Its Node.js does not start on this machine: $(tail -n 1 "$work/tried")"
    : >"$staging/.own-libraries"
  fi
  (cd -- "$staging" && try -e 'require("sqlite3")') || failUndone 69 "Its database driver does not load on this machine: $(tail -n 1 "$work/tried")"
  if [ -d "$staging/node_modules/sharp" ] && ! (cd -- "$staging" && try -e 'require("sharp")'); then
    say "Note        Pictures cannot be read on this machine: $(tail -n 1 "$work/tried")"
  fi
  for speech in "$staging"/runtime/*/whisper-server; do
    [ -x "$speech" ] || continue
    if ! "$speech" --help >/dev/null 2>&1 && [ ! -e "$staging/.own-libraries" ]; then
      : >"$staging/.own-libraries"
      LD_LIBRARY_PATH=$staging/lib "$speech" --help >/dev/null 2>&1 ||
        say 'Note        The speech runtime does not start on this machine; see svcctl doctor after the installation.'
    fi
  done
  unset LD_LIBRARY_PATH
  mkdir -p -- "$prefix/versions" || failUndone 73 "$prefix is not writable."
  # Of this disk alone: a share that hangs elsewhere on the machine is none of our business.
  sync -f "$staging" 2>/dev/null || sync
  if [ -n "$made" ]; then
    mv -T -- "$staging" "$prefix/versions/$id" || failUndone 73 "$prefix is not writable."
  else
    # What somebody damaged by hand is put right; the program that runs keeps its files until it ends.
    mv -T -- "$prefix/versions/$id" "$prefix/.staging.old.$$" && mv -T -- "$staging" "$prefix/versions/$id" || fail 73 "$prefix is not writable."
    rm -rf -- "$prefix/.staging.old.$$"
  fi
  staging=''
fi
say "Unpacked    $prefix/versions/$id"

if [ -n "$root" ] && [ "$user" != root ] && ! id "$user" >/dev/null 2>&1; then
  nologin=$(command -v nologin || echo /usr/sbin/nologin)
  useradd --system --user-group --home-dir "$data" --no-create-home --shell "$nologin" "$user" ||
    failUndone 73 "The account $user could not be made. Name another: --user NAME"
fi
if [ -n "$root" ] && [ "$user" != root ]; then
  runuser -u "$user" -- "$prefix/versions/$id/bin/svcctl" --version >/dev/null 2>&1 ||
    failUndone 73 "The account $user cannot run what lies in $prefix: it must be able to reach that folder."
fi
if [ ! -d "$data" ]; then
  mkdir -p -- "$data" && chmod 700 "$data" || failUndone 73 "$data cannot be made."
  [ -z "$root" ] || chown "$user:" "$data" || failUndone 73 "$data cannot be given to $user."
fi
cp -- "$work/signer.pem" "$prefix/.key.new" && mv -f -- "$prefix/.key.new" "$trusted"
printf 'data=%s\nuser=%s\n' "$data" "$user" >"$prefix/.conf.new" && mv -f -- "$prefix/.conf.new" "$prefix/install.conf"
if [ ! -e "$prefix/svc.env" ]; then
  {
    echo "SVC_DATA_DIR=$data"
    [ -z "$host" ] || echo "SVC_HOST=$host"
    [ -z "$port" ] || echo "SVC_PORT=$port"
    [ -z "$demo" ] || echo 'SVC_DEMO=true'
  } >"$prefix/.env.new" && mv -f -- "$prefix/.env.new" "$prefix/svc.env"
fi

# --- the data: tried on a copy, kept as they are, then the switch --------------------------------------------------------------------

wasServing=''
if [ "$current" != "$id" ]; then
  if isServing; then wasServing=yes; fi
  if [ -n "$current" ]; then
    [ -z "$wasServing" ] || stopService
    if ! svcctl "$id" bundle step-up --from "$current" --to "$id" >"$work/up" 2>&1; then
      cat "$work/up" >&2
      [ -z "$wasServing" ] || startService "$current"
      failUndone 69 "The data could not be brought to the new version on a copy of them. Version $current goes on."
    fi
    cat "$work/up"
    point previous "$current" || exit 73
  fi
  # This is the moment. Before it everything is as it was, after it the new version is there.
  point current "$id" || exit 73
fi
ln -sfn -- current/install.sh "$prefix/install.sh"

if awk '$1 == "model"' "$work/manifest" | grep -q . && [ "$current" != "$id" ]; then
  incoming=$data/models/.from-bundle
  rm -rf -- "$incoming" && mkdir -p -- "$incoming"
  # shellcheck disable=SC2046 # names without spaces, from the signed manifest
  tar xf "$bundle" -C "$incoming" --strip-components=1 --no-same-owner $(awk '$1 == "model" { print "models/" $4 }' "$work/manifest")
  [ -z "$root" ] || chown -R "$user:" "$data/models"
  awk '$1 == "model" { print $4, $5 }' "$work/manifest" >"$work/models"
  while read -r file name; do
    name=${name%.gguf}
    # What no catalogue knows is vouched for by who signed the bundle, under the name that it had there.
    if svcctl "$id" model import "$incoming/$file" --name "${name%.bin}" --accept-licence --yes >/dev/null 2>"$work/imported" </dev/null; then
      say "Model       ${name%.bin}; to work with it: svcctl model use ${name%.bin}"
    else
      say "Note        The model $name could not be taken over: $(tail -n 1 "$work/imported")"
    fi
  done <"$work/models"
  rm -rf -- "$incoming"
fi
brought=''
if awk '$1 == "part" && $4 == "data.json.gz"' "$work/manifest" | grep -q . && [ "$current" != "$id" ]; then
  # Tables of codes and document models: they wait in the data folder until a database and an organization are there.
  brought=yes
  tar xOf "$bundle" data.json.gz >"$data/.from-bundle.new" && mv -f -- "$data/.from-bundle.new" "$data/from-bundle-data.json.gz" ||
    say 'Note        What the bundle brings for the database could not be laid into the data folder.'
  chmod 600 "$data/from-bundle-data.json.gz"
  [ -z "$root" ] || chown "$user:" "$data/from-bundle-data.json.gz"
fi

if [ -n "$root" ]; then
  if [ "$prefix" = /opt/svc ] && [ -d /usr/local/bin ]; then ln -sfn -- "$prefix/current/bin/svcctl" /usr/local/bin/svcctl; fi
fi
if [ -n "$service" ]; then
  placeUnit
  systemctl enable --quiet svc
  if [ "$current" != "$id" ] || ! systemctl is-active --quiet svc; then
    if ! startService "$id"; then
      if [ -n "$current" ] && [ "$current" != "$id" ]; then
        printf 'Version %s does not start; going back to %s.\n' "$id" "$current" >&2
        journalctl -u svc -n 5 --no-pager >&2 || :
        rm -rf -- "$prefix/.lock"
        sh "$prefix/versions/$id/install.sh" --rollback --yes --prefix "$prefix"
        exit 69
      fi
      printf 'It is installed and does not start. See: journalctl -u svc\n' >&2
      exit 69
    fi
  fi
fi

# Beside the running service, which it then speaks of.
if [ -n "$org" ]; then svcctl "$id" init --yes --org "$org"; fi
if [ -n "$brought" ] && [ -e "$data/from-bundle-data.json.gz" ]; then svcctl "$id" bundle take-in || say 'Note        Tables and document models were not taken in; see svcctl bundle take-in.'; fi

# The current version and the one before stay.
for folder in "$prefix"/versions/*; do
  name=$(basename -- "$folder")
  [ "$name" = "$id" ] || [ "$name" = "$(idOf previous)" ] || rm -rf -- "$folder"
done

if [ "$current" = "$id" ]; then
  say "Version $id was installed already; it is whole."
elif [ -n "$current" ]; then
  say "Version $id is installed; $current is kept. Back to it: $prefix/install.sh --rollback"
else
  say "Version $id is installed."
fi
# What the version that is left does not tell of itself.
news() {
  awk -v most=8 '
    function take() {
      if (entry == "") return
      if (!isNew) known[entry] = 1
      else if (!(entry in known) && ++count <= most) print entry
      entry = ""
    }
    FNR == 1 { take(); isNew = NR != 1 }
    /^- / { take(); entry = $0; next }
    /^  [^ ]/ && entry != "" { entry = entry "\n" $0; next }
    { take() }
    END { take(); if (count > most) print "- and " count - most " more" }
  ' "$1" "$2"
}
was=$prefix/versions/$current/CHANGELOG.md is=$prefix/versions/$id/CHANGELOG.md
if [ -n "$current" ] && [ "$current" != "$id" ] && [ -s "$was" ] && [ -r "$is" ]; then
  new=$(news "$was" "$is")
  [ -z "$new" ] || say "New in it, by $is:
$new"
fi
ctl=$prefix/current/bin/svcctl
[ -L /usr/local/bin/svcctl ] && [ "$prefix" = /opt/svc ] && ctl=svcctl
if [ -n "$service" ]; then
  say "It runs     $ctl status"
  say "Try it      $ctl bundle try     # a first document, from an invented visit"
else
  say "Try it      $ctl bundle try     # a first document, from an invented visit"
  say "Start it    $ctl serve"
fi
[ -n "$org" ] || [ -n "$current" ] || say "Prepare it  $ctl init           # your organization, and the key for its EHR"
say "Look at it  $ctl doctor         # what is still to be done"
