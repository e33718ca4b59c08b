/**
 * Flags that keep a Chromium from talking to its maker. `--disable-component-update` is not enough:
 * a fresh profile still asks for updates within its first seconds, for what the fields of every
 * form mean, and for who is signed in. It is told to ask a port of this machine where nobody
 * listens. What remains is a question to the machine's own routing table, by which nothing is sent
 * (a datagram socket connected to 2001:4860:4860::8888).
 */
export const QUIET_BROWSER: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--component-updater=url-source=http://127.0.0.1:9/',
  '--autofill-server-url=http://127.0.0.1:9/',
  '--gaia-url=http://127.0.0.1:9/',
  // Where dictionaries for checking what is typed come from, and hints for loading pages sooner.
  '--host-resolver-rules=MAP *.gvt1.com ~NOTFOUND, MAP *.googleapis.com ~NOTFOUND',
  '--disable-sync',
  '--no-first-run',
]
