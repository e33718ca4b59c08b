import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { browserTest } from '../../helpers/browser.ts'
import { beginVisit, openExtension, signIn } from '../../helpers/extension-browser.ts'
import { startExtensionServer } from '../../helpers/extension-server.ts'
import { VOICE } from '../../helpers/plugin-page.ts'

const PATIENTS = ['Maria da Silva', 'João Pereira'] as const
/** More with `TEST_SCHEDULES=200`; the host of the recorders has as many in its unit test. */
const SCHEDULES = Number(process.env.TEST_SCHEDULES ?? 6)
/** What was on its way has arrived. */
const SETTLE_MS = 1500
const WATCH_MS = 2000

const schedule = fc.array(
  fc.record({
    window: fc.constantFrom<0 | 1>(0, 1),
    act: fc.constantFrom('press', 'press', 'press', 'reload', 'close'),
  }),
  { minLength: 2, maxLength: 4 },
)

/** What the panel shows of its own visit's recorder. */
async function showsRecording(panel: Page): Promise<boolean> {
  await panel.getByRole('tab', { name: 'Gravação' }).waitFor()
  return (await panel.getByRole('button', { name: 'Pausar gravação' }).count()) > 0
}

browserTest('two windows, two patients, any order: only what is shown is recorded', async (t) => {
  const server = await startExtensionServer(t)
  const { openPanel, openWindow } = await openExtension(t, { microphoneWav: VOICE })
  const first = await openPanel()
  await signIn(first, server.origin)
  await first.getByLabel('Nome do paciente').waitFor()
  const panels: Page[] = [first, await openWindow()]
  for (const [index, panel] of panels.entries()) await beginVisit(panel, PATIENTS[index]!)

  const samplesOf = (index: number) =>
    server
      .recordingsOf(server.visits[index]!.consultation_id)
      .reduce((total, id) => total + server.samplesOf(id).length, 0)

  async function take(index: number, act: string) {
    const panel = panels[index]!
    if (act === 'reload') await panel.reload()
    else if (act === 'close') {
      const next = await openWindow()
      await panel.close()
      panels[index] = next
      await next.getByRole('button', { name: `Abrir a consulta de ${PATIENTS[index]}` }).click()
    } else await panel.locator('button.record, button.record-start').first().click()
    await panels[index]!.getByRole('tab', { name: 'Gravação' }).waitFor()
  }

  let recordedSteps = 0
  const property = fc.asyncProperty(schedule, async (steps) => {
    for (const { window, act } of steps) {
      await take(window, act)
      await panels[window]!.waitForTimeout(SETTLE_MS)
      const before = [samplesOf(0), samplesOf(1)]
      const shown = await Promise.all(panels.map(showsRecording))
      await panels[window]!.waitForTimeout(WATCH_MS)
      const grown = before.map((count, index) => samplesOf(index) > count)
      t.deepEqual(grown, shown, `after ${act} in window ${window}`)
      t.false(grown[0] && grown[1], 'both are recorded')
      if (grown[0] || grown[1]) recordedSteps++
      const names = panels.map((panel) => panel.locator('.whose strong').textContent())
      t.deepEqual(await Promise.all(names), [...PATIENTS])
    }
  })
  await fc.assert(property, { numRuns: SCHEDULES, endOnFailure: true })
  t.true(recordedSteps > 0, 'nothing was ever recorded')
})
