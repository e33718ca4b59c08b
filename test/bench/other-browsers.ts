/**
 * The main job in browsers other than Chromium, as they are installed: Firefox, and WebKitGTK,
 * whose engine is Safari's. The demonstration is served as `npm start` serves it, a sample
 * consultation is spoken into a virtual microphone, and what arrives in the EHR's form is compared
 * with what was said. Each step says "ok" or what went wrong; what is not installed is named.
 * `PICTURES=folder` keeps a picture of every step.
 */
import { accessSync, constants } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { decodeSample } from '../helpers/demo-audio.ts'
import { startAppliance } from '../helpers/demo-process.ts'
import { startFaultFront } from '../helpers/fault-front.ts'
import { openFirefox } from '../helpers/marionette.ts'
import { startVirtualDisplay } from '../helpers/virtual-display.ts'
import { startVirtualSound } from '../helpers/virtual-sound.ts'
import { type DrivenBrowser, drivenPage } from '../helpers/webdriver.ts'
import { openWebKit } from '../helpers/webkit-driver.ts'
import { teardowns } from './figures.ts'
import { mainJob, SAMPLE_SOUND } from './other-browsers-job.ts'

/** Debian's places for what has no place in the PATH. */
const MINI_BROWSERS = ['4.1', '6.0', '4.0'].flatMap((version) =>
  ['x86_64', 'aarch64'].map(
    (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
  ),
)

type Environment = NodeJS.ProcessEnv

interface Candidate {
  name: string
  /** Programs by what they are called; undefined where one is not installed. */
  needs: Record<string, string | undefined>
  open(env: Environment): Promise<DrivenBrowser>
}

const firefoxPath = program('firefox', 'firefox-esr')
const driverPath = program('WebKitWebDriver')
const miniBrowserPath = MINI_BROWSERS.find(isProgram)

const CANDIDATES: readonly Candidate[] = [
  {
    name: 'Firefox',
    needs: { firefox: firefoxPath },
    open: (env) => openFirefox({ path: firefoxPath ?? '', env }),
  },
  {
    name: 'WebKitGTK',
    needs: { WebKitWebDriver: driverPath, MiniBrowser: miniBrowserPath, Xvfb: program('Xvfb') },
    open: (env) =>
      openWebKit({ driverPath: driverPath ?? '', browserPath: miniBrowserPath ?? '', env }),
  },
]

/** `only`: browsers whose names hold it, in any casing. */
export async function benchOtherBrowsers({ only = '' }: { only?: string } = {}) {
  const sound = { pulseaudio: program('pulseaudio'), paplay: program('paplay') }
  const results: Record<string, unknown> = {}
  const asked = CANDIDATES.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()))
  for (const { name, needs, open } of asked) {
    const missing = Object.entries({ ...needs, ...sound })
      .filter(([, path]) => !path)
      .map(([what]) => what)
    if (missing.length > 0) {
      console.error(`${name} is left out: ${missing.join(', ')} not installed`)
      results[name] = { missing }
    } else results[name] = await tryBrowser({ name, needs, open })
  }
  return results
}

async function tryBrowser({ name, needs, open }: Candidate) {
  const ends = teardowns()
  try {
    const appliance = await startAppliance(ends)
    await appliance.speech()
    const front = await startFaultFront({
      url: appliance.url,
      token: async () => '',
      wavPath: SAMPLE_SOUND,
    })
    ends.teardown(front.close)
    const sound = await startVirtualSound()
    ends.teardown(sound.close)
    const display = needs.Xvfb ? await startVirtualDisplay(needs.Xvfb) : undefined
    if (display) ends.teardown(display.close)
    const browser = await open({ ...process.env, ...sound.env, ...display?.env })
    ends.teardown(() => browser.transport.close())
    const page = drivenPage(browser)
    const samples = await decodeSample(SAMPLE_SOUND)

    const steps: Record<string, string> = {}
    for (const [step, run] of Object.entries(mainJob({ page, front, sound, samples }))) {
      steps[step] = await run().then(
        () => 'ok',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      console.error(`  ${name}: ${step}: ${steps[step]}`)
      await keepPicture(`${name}-${Object.keys(steps).length}`, page)
    }
    return { version: browser.version, steps }
  } finally {
    await ends.run()
  }
}

async function keepPicture(name: string, page: ReturnType<typeof drivenPage>) {
  const folder = process.env.PICTURES
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const picture = await page.picture().catch(() => undefined)
  if (picture) await writeFile(join(folder, `${name}.png`), picture)
}

/** The first of `names` that the PATH has. */
function program(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
