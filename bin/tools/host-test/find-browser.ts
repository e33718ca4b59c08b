/**
 * A browser of Chromium's family on this machine, for `svcctl host test`. Nothing is downloaded.
 */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { AppError } from '../../../core/errors.ts'

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

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'chrome.exe',
  'msedge.exe',
]
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * @param wanted a path the user named; it must be there
 * @throws {AppError} `browser_not_found`
 */
export function findBrowser(
  wanted: string | undefined,
  env: Record<string, string | undefined>,
  exists: (path: string) => boolean = existsSync,
): string {
  const named = wanted ?? env.CHROMIUM_PATH
  if (named) {
    if (exists(named)) return named
    throw notFound(`There is no browser at ${named}.`)
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...PLACES,
  ]
  const found = candidates.find(exists)
  if (found) return found
  throw notFound('No Chromium, Chrome or Edge was found on this machine.')
}

function notFound(what: string): AppError {
  const fix =
    'Install one (Debian: apt-get install chromium), or name it: --browser /path/to/chrome'
  return new AppError('unavailable', 'browser_not_found', `${what} ${fix}`)
}
