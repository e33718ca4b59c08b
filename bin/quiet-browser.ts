/**
 * Flags that keep a Chromium from talking to its maker. `--disable-component-update` is not enough: a fresh profile still asks for
 * updates within its first seconds, so they are looked for at a port of this machine where nobody listens. What remains is a question to
 * the machine's own routing table, by which nothing is sent (a datagram socket connected to 2001:4860:4860::8888).
 */
export const QUIET_BROWSER: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--component-updater=url-source=http://127.0.0.1:9/',
  '--disable-sync',
  '--no-first-run',
]
