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
# Files that root makes in the data folder, the service could not read.
if [ "$(id -u)" = 0 ] && [ -d "${SVC_DATA_DIR:-}" ]; then
  case "${1-} ${2-}" in
    'bundle create' | 'bundle verify' | 'bundle show') ;;
    *)
      owner=$(stat -c %U -- "$SVC_DATA_DIR")
      if [ "$owner" != root ] && [ "$owner" != UNKNOWN ]; then
        exec runuser -u "$owner" -- "$run" "$root/bin/svcctl.mjs" "$@"
      fi
      ;;
  esac
fi
exec "$run" "$root/bin/svcctl.mjs" "$@"
