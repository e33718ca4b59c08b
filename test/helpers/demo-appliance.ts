/** Tests of the product as an administrator starts it (demo-process.ts), in a browser. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { browserTest, findChromium } from './browser.ts'

export { startAppliance, uploadSample } from './demo-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A test that needs a browser, and a compiler for the speech runtime unless that is there already.
 * One after the other: a box uses every core it has.
 */
export function applianceTest(title: string, run: (t: ExecutionContext) => Promise<void>) {
  if (!findChromium()) return browserTest(title, run)
  if (canHear() || process.env.TEST_REQUIRE_BROWSER === '1') return test.serial(title, run)
  return test.skip(`${title} (no C++ compiler found for the speech runtime)`, run)
}

function canHear(): boolean {
  const { SVC_SPEECH_BINARY, PATH = '' } = process.env
  if (SVC_SPEECH_BINARY || existsSync(join(ROOT, 'runtime'))) return true
  const has = (program: string) =>
    PATH.split(delimiter).some((folder) => existsSync(join(folder, program)))
  return (has('c++') || has('g++') || has('clang++')) && (has('cmake') || has('make'))
}
