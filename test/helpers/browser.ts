/**
 * Real browsers for tests: finds Chromium, starts it with a fresh profile and without anything that talks to the outside.
 * Where none is installed the tests are skipped by name; with `TEST_REQUIRE_BROWSER=1` (CI) they fail instead.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type BrowserContext, chromium } from 'playwright-core'

const QUIET_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface BrowserOptions {
  /** A WAV file that plays, in a loop, as the microphone; permission is then given. */
  microphoneWav?: string
  /** The microphone's question is answered with no. */
  denyMicrophone?: boolean
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  flags?: string[]
}

/** Where Chromium is: `CHROMIUM_PATH`, else the Debian place; undefined when there is none. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )
}

/** A test that needs Chromium. One after the other: a browser each, all at once, would starve the machine. */
export function browserTest(title: string, run: (t: ExecutionContext) => Promise<void>) {
  if (findChromium()) return test.serial(title, run)
  if (process.env.TEST_REQUIRE_BROWSER === '1')
    return test(title, (t) => t.fail('TEST_REQUIRE_BROWSER=1, and no Chromium: set CHROMIUM_PATH'))
  return test.skip(`${title} (no Chromium found)`, run)
}

/** A browser of its own for this test, closed and wiped at its end. */
export async function openBrowser(
  t: ExecutionContext,
  options: BrowserOptions = {},
): Promise<BrowserContext> {
  const chromiumPath = findChromium()
  if (!chromiumPath) throw new Error('no Chromium: set CHROMIUM_PATH')
  const profile = await mkdtemp(join(tmpdir(), 'svc-browser-'))
  const executablePath = await hurried(chromiumPath, profile)
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: [...QUIET_FLAGS, ...microphoneFlags(options), ...(options.flags ?? [])],
    viewport: options.viewport ?? { width: 1280, height: 800 },
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'reduce',
    locale: 'pt-BR',
  })
  t.teardown(async () => {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  })
  return context
}

/**
 * A doctor's browser has a computer of its own; here it shares one with the recognizer, and a browser that gets its turn too late
 * drops sound. So it goes first, where that is allowed; elsewhere `nice` only grumbles.
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

/** Waits until `isSo` holds, as long as a slow machine may need. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`not so after 30 s: ${what}`)
}

/** Asserts what the page comes to: a change of state is on the screen with the next frame, not with the event that made it. */
export async function becomes(
  t: ExecutionContext,
  read: () => Promise<string | boolean>,
  expected: string | boolean,
): Promise<void> {
  for (let attempt = 0; attempt < 200 && (await read()) !== expected; attempt++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  t.is(await read(), expected)
}
