#!/bin/sh
# svcctl of an installed bundle: its own Node.js, the installation's settings, and the account that owns the data.
here=$(readlink -f -- "$0") || exit 69
root=$(dirname -- "$(dirname -- "$here")")
prefix=$(dirname -- "$(dirname -- "$root")")

# Whatever the caller's environment does not say. Lines of KEY=VALUE, no shell.
if [ -r "$prefix/svc.env" ]; then
  while IFS='=' read -r key value || [ -n "$key" ]; do
    case $key in
      SVC_[A-Z]*) eval "[ -n \"\${$key+set}\" ]" || export "$key=$value" ;;
    esac
  done <"$prefix/svc.env"
fi

# The system lacked a library when this was installed.
if [ -e "$root/.own-libraries" ]; then
  LD_LIBRARY_PATH="$root/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  export LD_LIBRARY_PATH
fi

if [ "${1-}" = serve ] && [ -e "${SVC_DATA_DIR:-./data}/backups/upgrades/rollback.unfinished" ]; then
  echo "A rollback was interrupted. Finish it first: $prefix/install.sh --rollback" >&2
  exit 75
fi

run="$root/node/bin/node"
program="$root/bin/svcctl.mjs"

# Files that root makes in the data folder, the service could not read: it is done as the account whose data they are.
if [ "$(id -u)" = 0 ]; then
  data=${SVC_DATA_DIR:-}
  before='' noun='' verb=''
  for word in "$@"; do
    case $before in
      --data-dir) data=$word ;;
      --config) ;;
      *)
        case $word in
          --data-dir=*) data=${word#--data-dir=} ;;
          -*) ;;
          *) if [ -z "$noun" ]; then noun=$word; elif [ -z "$verb" ]; then verb=$word; fi ;;
        esac
        ;;
    esac
    before=$word
  done
  owner=$(stat -c %U -- "$data" 2>/dev/null)
  service=$(sed -n 's/^user=//p' "$prefix/install.conf" 2>/dev/null | head -n 1)
  case "$noun $verb" in
    'bundle create' | 'bundle verify' | 'bundle show') ;;
    'backup restore' | 'backups restore')
      # The backup, its passphrase and who has the folder open may be root's alone to see. What comes of it is the service's.
      case $owner in '' | root | UNKNOWN) owner=$service ;; esac
      "$run" "$program" "$@"
      code=$?
      if [ "$code" = 0 ] && [ -n "$owner" ] && [ "$owner" != root ]; then chown -R -- "$owner:" "$data" || code=73; fi
      exit "$code"
      ;;
    *)
      case "$noun $verb" in 'init '* | 'serve '* | 'config set')
        # Moved away, or lost with its disk.
        if [ -n "$data" ] && [ -z "$owner" ] && [ -n "$service" ] && [ "$service" != root ]; then
          mkdir -p -- "$data" && chmod 700 "$data" && chown "$service:" "$data" && owner=$service
        fi ;;
      esac
      case $owner in '' | root | UNKNOWN) ;; *) exec runuser -u "$owner" -- "$run" "$program" "$@" ;; esac
      ;;
  esac
fi
exec "$run" "$program" "$@"
