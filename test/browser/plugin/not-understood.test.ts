/**
 * Stretches that were not understood, on the whole service: a doctor sees them counted, is led to
 * each, hears it, writes what was said or that nobody spoke, with the keyboard alone, and the
 * transcript is whole. The recognizer is a server that understands one sentence.
 */
import { join } from 'node:path'
import type { TranscriptBody } from '../../../core/contract/api.ts'
import { NOT_UNDERSTOOD } from '../../../core/transcription/ports.ts'
import { browserTest } from '../../helpers/browser.ts'
import { hearsFirstSentence } from '../../helpers/deaf-recognizer.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

const VOICE = join(import.meta.dirname, '../../fixtures/speech/conversa.wav')
const DESK = { width: 900, height: 760 }
const PHONE = { width: 360, height: 740 }
const DARK = (on: boolean) =>
  `document.querySelector('[data-svc-plugin]').toggleAttribute('data-dark', ${on})`

browserTest('what was not understood is found, heard and completed', async (t) => {
  t.timeout(300_000)
  const settings = await hearsFirstSentence(t)
  const w = await openWorkspacePage(t, { viewport: DESK, settings })
  const { page, tab, press } = w
  const id = await w.prepare('c1')
  const read = () => w.api<TranscriptBody>('GET', `/ehrs/${id}/transcriptions`)
  await w.open('c1')
  await tab('Transcrição')
  await page.locator('input[type=file][accept^="audio"]').setInputFiles(VOICE)
  await page.getByText(/Transcrição pronta, com \d+ trechos não compreendidos/).waitFor()
  const missed = page.locator('.line.not-understood')
  const count = await missed.count()
  t.true(count >= 2)
  t.deepEqual((await read()).not_understood.segments, count)
  t.is(await page.getByText(NOT_UNDERSTOOD).count(), 0)
  const looks = async (name: string) => {
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size)
      for (const dark of [false, true]) {
        await w.run(DARK(dark))
        await page.waitForTimeout(300)
        await w.isAccessible(`${name} ${size.width} ${dark ? 'dark' : 'light'}`)
      }
      t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name)
    }
    await w.run(DARK(false))
  }
  await looks('not understood')

  // Before a document is written, and over it, one line leads to the first, and to the next.
  const notice = page.getByRole('button', {
    name: `${count} trechos não compreendidos: ouça e complete`,
  })
  await press('Gerar documento')
  await page.getByRole('button', { name: /^Gerar Anamnese padrão/ }).click()
  await page.locator('.editor-text').waitFor()
  t.notRegex((await page.locator('.editor-text').textContent()) ?? '', /não compreendido/)
  await looks('a document over it')
  await notice.click()
  await page.locator('.line.not-understood.highlighted').waitFor()
  await w.run(`document.querySelector('[data-svc-plugin]').shadowRoot.activeElement.blur()`)
  // Drawn a moment after the click.
  const highlighted = page.locator('.highlighted')
  await missed.first().and(highlighted).waitFor()
  await notice.click()
  await missed.nth(1).and(highlighted).waitFor()
  t.is(await highlighted.count(), 1)

  // With the keyboard: heard, then written.
  await missed
    .first()
    .getByRole('button', { name: /^Ouvir o trecho de/ })
    .focus()
  await page.keyboard.press('Enter')
  await missed
    .first()
    .getByRole('button', { name: /^Parar o áudio/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: /^Trecho de/ })
  t.is(await field.inputValue(), '')
  await page
    .locator('.line.editing')
    .getByRole('button', { name: /^Ouvir o trecho de/ })
    .waitFor()
  await page.keyboard.type('Tomo losartana de manhã.')
  await page.keyboard.press('Enter')
  await page.getByText('Tomo losartana de manhã.').waitFor()
  t.is(await missed.count(), count - 1)

  // Nobody spoke: one after the other, until it is whole.
  for (let left = count - 1; left > 0; left--) {
    await missed
      .first()
      .getByRole('button', { name: /^Ninguém falou em/ })
      .press('Enter')
    await missed.nth(left - 1).waitFor({ state: 'detached' })
  }
  await page.getByText('Transcrição completa').waitFor()
  t.is(await page.locator('.missed-notice').count(), 0)
  t.like(await read(), { finished: true, complete: true })
  const told = await w.heard('svc.plugin.ehr.transcriptions')
  const wholes = told.map(({ eventData }) => eventData.complete)
  t.deepEqual([...new Set(wholes)], [undefined, true])
  t.is(wholes.indexOf(true), wholes.length - 1, 'whole once, at the end')
  t.deepEqual(w.faults, [])
})
