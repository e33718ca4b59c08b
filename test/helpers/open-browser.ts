/**
 * Real browsers for tests and benches: finds Chromium, starts it with a fresh profile and without
 * anything that talks to the outside.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { QUIET_BROWSER } from '../../bin/tools/host-test/find-browser.ts'

/**
 * A page waits this long for anything before a test gives up: machines of tests are slow and busy.
 */
const PATIENCE_MS = 60_000

const FLAGS = [...QUIET_BROWSER, '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic']

interface TearDown {
  teardown(end: () => unknown): void
}

export interface BrowserOptions {
  /** A WAV file that plays, in a loop, as the microphone; permission is then given. */
  microphoneWav?: string
  /** The microphone's question is answered with no. */
  denyMicrophone?: boolean
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  flags?: string[]
  /** Flags of playwright’s own that are left out. */
  without?: string[]
  /** Of the fresh profile, as the browser keeps them: `{ profile: { … } }`. */
  preferences?: object
  /** A folder of the test's own, in which an earlier browser may have left something. */
  profileFolder?: string
}

/** Where Chromium is: `CHROMIUM_PATH`, else the Debian place; undefined when there is none. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )
}

/**
 * The running browser whose profiles tests of this process share out among them; none before
 * somebody says so.
 */
let shared: (() => Promise<Browser>) | undefined

/**
 * From now on `openBrowser` gives those who want no browser of a particular kind a profile of their
 * own in one that runs: starting one costs a second or two of processor time, a profile a third of
 * that.
 * @returns closes it
 */
export function shareBrowser(): () => Promise<void> {
  let browser: Promise<Browser> | undefined
  shared = () => {
    browser ??= started((executablePath) =>
      chromium.launch({ executablePath, headless: true, args: FLAGS }),
    )
    return browser
  }
  return async () => (await browser)?.close()
}

/**
 * A profile of its own for this test, closed and wiped at its end; with a microphone or flags it
 * has its own browser too.
 */
export async function openBrowser(
  t: TearDown,
  options: BrowserOptions = {},
): Promise<BrowserContext> {
  const { microphoneWav, denyMicrophone, preferences, flags = [] } = options
  const page = {
    viewport: options.viewport ?? { width: 1280, height: 800 },
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'reduce',
    locale: 'pt-BR',
  }
  if (shared && !microphoneWav && !denyMicrophone && !preferences && flags.length === 0) {
    const context = await (await shared()).newContext(page)
    context.setDefaultTimeout(PATIENCE_MS)
    t.teardown(() => context.close())
    return context
  }
  const profile = options.profileFolder ?? (await mkdtemp(join(tmpdir(), 'svc-browser-')))
  if (preferences) {
    await mkdir(join(profile, 'Default'))
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  }
  const context = await started((executablePath) =>
    chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      ...page,
      args: [...FLAGS, ...microphoneFlags(options), ...flags],
      ignoreDefaultArgs: options.without ?? [],
    }),
  )
  context.setDefaultTimeout(PATIENCE_MS)
  t.teardown(async () => {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  })
  return context
}

/** @param start is told what to run, which is there until it runs */
async function started<Started>(start: (path: string) => Promise<Started>): Promise<Started> {
  const chromiumPath = findChromium()
  if (!chromiumPath) throw new Error('no Chromium: set CHROMIUM_PATH')
  const folder = await mkdtemp(join(tmpdir(), 'svc-chromium-'))
  try {
    return await start(await hurried(chromiumPath, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * A doctor's browser has a computer of its own; here it shares one with the recognizer, and a
 * browser that gets its turn too late drops sound. So it goes first, where that is allowed;
 * elsewhere `nice` only grumbles.
 */
async function hurried(chromiumPath: string, folder: string): Promise<string> {
  const path = join(folder, 'chromium-first')
  await writeFile(path, `#!/bin/sh\nexec nice -n -10 '${chromiumPath}' "$@"\n`, { mode: 0o700 })
  return path
}

function microphoneFlags({ microphoneWav, denyMicrophone }: BrowserOptions): string[] {
  if (denyMicrophone) return ['--use-fake-device-for-media-stream', '--deny-permission-prompts']
  if (!microphoneWav) return []
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${microphoneWav}`,
  ]
}
