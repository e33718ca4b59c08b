/**
 * Chromium on a computer that an administrator manages: with a policy file that counts for this one
 * browser, which looks for the extensions that it names.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { type BrowserContext, chromium } from 'playwright-core'
import { QUIET_BROWSER } from '../../bin/tools/host-test/find-browser.ts'
import { findChromium } from './open-browser.ts'
import { makeFolder } from './temporary-folder.ts'

/** Where Debian's Chromium looks for policies, and for nothing that it cannot do without. */
const PLACE = '/etc/chromium'
/** Without it the browser asks for no extension of a policy, and for no update of one. */
const NO_UPDATES = '--disable-background-networking'
/** Else nobody, and no test either, is let into what a policy has installed. */
const OPEN_TO_TESTS = JSON.stringify({ DeveloperToolsAvailability: 1 })
const OWN_MOUNTS = ['--map-root-user', '--mount']

/** Why there can be none here: only a process with mounts of its own gets a policy of its own. */
export function unmanageable(): string | undefined {
  if (!existsSync(PLACE)) return `no ${PLACE}`
  const tried = spawnSync('unshare', [...OWN_MOUNTS, 'mount', '--bind', PLACE, PLACE])
  return tried.status === 0 ? undefined : 'mounts of its own are not allowed to a process'
}

export async function openManagedBrowser(
  t: ExecutionContext,
  policy: string,
): Promise<BrowserContext> {
  const folder = await makeFolder(t, 'svc-managed-')
  const managed = join(folder, 'etc', 'policies', 'managed')
  await cp(PLACE, join(folder, 'etc'), { recursive: true })
  await mkdir(managed, { recursive: true })
  await writeFile(join(managed, 'svc-extension.json'), policy)
  await writeFile(join(managed, 'test.json'), OPEN_TO_TESTS)
  const program = join(folder, 'chromium-managed')
  const inside = `mount --bind '${join(folder, 'etc')}' ${PLACE} && exec '${findChromium()}' "$@"`
  // First in turn, as in open-browser.ts: within its own mounts a process may not ask for it.
  const script = `#!/bin/sh\nexec nice -n -10 unshare ${OWN_MOUNTS.join(' ')} sh -c ${quoted(inside)} sh "$@"\n`
  await writeFile(program, script, { mode: 0o700 })
  const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: program,
    headless: true,
    locale: 'pt-BR',
    viewport: { width: 360, height: 720 },
    ignoreDefaultArgs: [NO_UPDATES, '--disable-extensions'],
    args: [
      ...QUIET_BROWSER.filter((flag) => flag !== NO_UPDATES),
      // What it would now ask its maker is found nowhere.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      '--no-sandbox',
      '--disable-gpu',
    ],
  })
  browser.setDefaultTimeout(60_000)
  t.teardown(() => browser.close())
  return browser
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
