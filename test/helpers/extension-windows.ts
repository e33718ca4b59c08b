/**
 * Two windows of one browser with a patient each, and random schedules of what doctors do in them.
 * After each act the sound that arrives is compared with what the windows show.
 */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { beginVisit, openExtension, signIn } from './extension-browser.ts'
import { startExtensionServer } from './extension-server.ts'

interface Act {
  window: 0 | 1
  what: 'press' | 'reload' | 'close'
}

export interface Watched {
  acts: number
  /** After which somebody was recorded. */
  recorded: number
  /** What was not as it has to be, in words. */
  breaches: string[]
}

const VOICE = join(import.meta.dirname, '../fixtures/speech/conversa.wav')
const PATIENTS = ['Maria da Silva', 'João Pereira'] as const
/** Longer than the sound of one frame. */
const WATCH_MS = 800
/** What was on its way has arrived, on a machine that is busy. */
const SETTLED_WITHIN_MS = 10_000

const schedule = fc.array(
  fc.record<Act>({
    window: fc.constantFrom<0 | 1>(0, 1),
    what: fc.constantFrom('press', 'press', 'press', 'reload', 'close'),
  }),
  { minLength: 2, maxLength: 4 },
)

/** Both visits are open, and nothing is recorded. */
export async function openTwoWindows(t: Pick<ExecutionContext, 'teardown'>) {
  const server = await startExtensionServer(t)
  const { openPanel, openWindow } = await openExtension(t, { microphoneWav: VOICE })
  const first = await openPanel()
  await signIn(first, server.origin)
  await first.getByLabel('Nome do paciente').waitFor()
  const panels: [Page, Page] = [first, await openWindow()]
  for (const [index, panel] of panels.entries()) await beginVisit(panel, PATIENTS[index]!)

  const arrived = () =>
    server.visits.map(({ consultation_id }) =>
      server
        .recordingsOf(consultation_id)
        .reduce((total, id) => total + server.recordings.get(id)!.nextOffset, 0),
    )

  /** Whose sound arrives meanwhile. */
  async function heard(): Promise<boolean[]> {
    const before = arrived()
    await panels[0].waitForTimeout(WATCH_MS)
    return arrived().map((samples, index) => samples > before[index]!)
  }

  /** What a window shows where it does not do what it should. */
  async function take(act: Act) {
    await carryOut(act).catch(async (error: unknown) => {
      const shown = await panels[act.window].locator('.root').allInnerTexts().catch(String)
      throw new Error(`${act.what} in window ${act.window}, which shows: ${shown}`, {
        cause: error,
      })
    })
  }

  async function carryOut({ window, what }: Act) {
    const panel = panels[window]
    if (what === 'reload') await panel.reload()
    else if (what === 'close') {
      panels[window] = await openWindow()
      await panel.close()
      const listed = `Abrir a consulta de ${PATIENTS[window]}`
      await panels[window].getByRole('button', { name: listed }).click()
    } else await panel.locator('button.record, button.record-start').first().click()
    await panels[window].getByRole('tab', { name: 'Gravação' }).waitFor()
  }

  async function watch(act: Act): Promise<{ isRecorded: boolean; breaches: string[] }> {
    const untilMs = Date.now() + SETTLED_WITHIN_MS
    const after = `after ${act.what} in window ${act.window}`
    for (;;) {
      const before = await Promise.all(panels.map(showsRecording))
      const grown = await heard()
      const shown = await Promise.all(panels.map(showsRecording))
      const isSame = [0, 1].every((at) => before[at] === shown[at] && grown[at] === shown[at])
      if (!isSame && Date.now() < untilMs) continue
      const names = await Promise.all(
        panels.map((one) => one.locator('.whose strong').textContent()),
      )
      const breaches = [
        ...(isSame ? [] : [`${after}: recorded ${grown}, shown ${shown}`]),
        ...(grown[0] && grown[1] ? [`${after}: both are recorded`] : []),
        ...(names.join() === PATIENTS.join() ? [] : [`${after}: the windows show ${names}`]),
      ]
      return { isRecorded: grown.includes(true), breaches }
    }
  }

  return {
    /** The schedule of a seed: the same acts each time. */
    async run(seed: number): Promise<Watched> {
      const watched: Watched = { acts: 0, recorded: 0, breaches: [] }
      for (const act of fc.sample(schedule, { seed, numRuns: 1 })[0]!) {
        await take(act)
        const { isRecorded, breaches } = await watch(act)
        watched.acts++
        if (isRecorded) watched.recorded++
        watched.breaches.push(...breaches)
      }
      return watched
    },
  }
}

/** What the panel shows of its own visit's recorder. */
async function showsRecording(panel: Page): Promise<boolean> {
  return (await panel.getByRole('button', { name: 'Pausar gravação' }).count()) > 0
}
