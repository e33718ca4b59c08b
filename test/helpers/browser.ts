/**
 * Tests that need a browser. Where none is installed they are skipped by name; with
 * `TEST_REQUIRE_BROWSER=1` (CI) they fail instead.
 */
import test, { type ExecutionContext } from 'ava'
import { findChromium, shareBrowser } from './open-browser.ts'

export { type BrowserOptions, findChromium, openBrowser } from './open-browser.ts'

test.after.always('the shared browser is closed', shareBrowser())

/**
 * A test that needs Chromium. One after the other: a browser each, all at once, would starve the
 * machine.
 */
export const browserTest = browserTestOf()

/** @param file where several share a process: which one the title names */
export function browserTestOf(file?: string) {
  return (title: string, run: (t: ExecutionContext) => Promise<void>) => {
    const named = file === undefined ? title : `${file} › ${title}`
    if (findChromium()) return test.serial(named, run)
    if (process.env.TEST_REQUIRE_BROWSER === '1')
      return test(named, (t) =>
        t.fail('TEST_REQUIRE_BROWSER=1, and no Chromium: set CHROMIUM_PATH'),
      )
    return test.skip(`${named} (no Chromium found)`, run)
  }
}

/** Waits until `isSo` holds, as long as a slow machine may need. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let i = 0; i < 1200; i++) {
    if (isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`not so after 60 s: ${what}`)
}

/**
 * Asserts what the page comes to: a change of state is on the screen with the next frame, not with
 * the event that made it.
 */
export async function becomes(
  t: ExecutionContext,
  read: () => Promise<string | boolean>,
  expected: string | boolean,
): Promise<void> {
  for (let attempt = 0; attempt < 1200 && (await read()) !== expected; attempt++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  t.is(await read(), expected)
}
