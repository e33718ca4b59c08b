#!/bin/sh
# docker where there is none, as far as docs/guias/instalacao.md calls it: the image is the program of the bundle beside the code, a
# container a process under the number, the folder and the settings that compose.yaml and .env name.
set -eu
image=/srv/image

value() { sed -n "s/^$1=//p" /opt/svc/.env; }
inside() {
  data=$(value DATA_FOLDER)
  [ "$(stat -c %u "$data")" = 10001 ] || { echo "$data is not of 10001" >&2; exit 1; }
  grep -q "^    user: \"10001:10001\"" /opt/svc/compose.yaml
  exec setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs env -i HOME=/data PATH=/usr/bin:/bin \
    SVC_DATA_DIR="$data" SVC_MASTER_KEY_PASSPHRASE_FILE="$(value MASTER_KEY_PASSPHRASE_FILE)" \
    "$image/node/bin/node" "$image/bin/svcctl.mjs" "$@"
}

case "$1 ${2:-}" in
  'build -t')
    [ -f Dockerfile ]
    mkdir -p "$image"
    tar xOf /root/svc-0.1.0-linux-x64.tar program.tar.gz | tar xzf - -C "$image" --no-same-owner
    ;;
  'compose up') cd /opt/svc && inside serve ;;
  'compose ps') if systemctl is-active svc >/dev/null; then echo svc; fi ;;
  'compose exec' | 'compose run')
    while [ "$1" != svcctl ]; do shift; done
    shift
    cd /opt/svc && inside "$@"
    ;;
  *) echo "docker $*: not known here" >&2; exit 64 ;;
esac
