/** The second in which something was said is heard again, from its line and from the value that rests on it, while the box keeps it. */
import { join } from 'node:path'
import { browserTest } from '../../helpers/browser.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

const VOICE = join(import.meta.dirname, '../../fixtures/speech/conversa.wav')
const SAID = ['Bom dia.', 'Estou com dor de cabeça.', 'A pressão está 120 por 80.'].map((text) => ({
  text,
}))

/** In the page: every sound that is played, with its length and loudest sample, and whether it came to its end. */
const EARS = `
globalThis.heard = []
const start = AudioBufferSourceNode.prototype.start
AudioBufferSourceNode.prototype.start = function (...args) {
  const sound = { seconds: this.buffer.duration, loudest: this.buffer.getChannelData(0).reduce((most, one) => Math.max(most, Math.abs(one)), 0), from: this.context.currentTime }
  heard.push(sound)
  this.addEventListener('ended', () => { sound.played = this.context.currentTime - sound.from })
  return start.apply(this, args)
}
`

interface Heard {
  seconds: number
  loudest: number
  played?: number
}

browserTest('words are heard again from their line and from a value’s source', async (t) => {
  const w = await openWorkspacePage(t, {
    viewport: { width: 900, height: 760 },
    initScript: EARS,
  })
  const { page, tab, press, run } = w
  await w.prepare('c1', SAID)
  await w.open('c1')
  await tab('Transcrição')
  const play = page.getByRole('button', { name: /Ouvir o trecho de/ })
  t.is(await play.count(), 0, 'no sound is kept')

  await page.locator('input[type=file]').setInputFiles(VOICE)
  await page
    .getByText(/Áudio importado \(.+\)/)
    .first()
    .waitFor()
  await w.open('c1')
  await tab('Transcrição')
  await play.nth(1).waitFor()

  // The keyboard starts it and stops it.
  await play.nth(1).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Parar o áudio/ }).waitFor()
  await page.waitForFunction('heard.length === 1')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Parar o áudio/ }).waitFor({ state: 'detached' })
  await page.waitForFunction('heard[0].played !== undefined')
  const [stopped] = await run<Heard[]>('heard')
  t.true(stopped!.played! < stopped!.seconds - 1, 'stopped before its end')
  t.true(stopped!.loudest > 0.05, 'a voice, not silence')
  await w.isAccessible('transcript with sound')

  // What a doctor corrects is still heard where it was said.
  const ask = async () => {
    const request = page.waitForRequest(/\/audio\?start_ms=/)
    await play.nth(1).click()
    const url = (await request).url()
    await page.getByRole('button', { name: /Parar o áudio/ }).click()
    return url.slice(url.indexOf('?'))
  }
  const before = await ask()
  t.is(before, '?start_ms=4750&end_ms=10050&channel=mic')
  await press('Corrigir trecho de 00m 05s')
  await page.getByRole('textbox', { name: 'Trecho de 00m 05s' }).fill('Estou com enxaqueca.')
  await page.keyboard.press('Enter')
  await page.getByText('corrigido', { exact: true }).waitFor()
  t.is(await ask(), before)

  const played = (await run<Heard[]>('heard')).length
  await press('Gerar documento')
  await page.getByRole('button', { name: /^Gerar Anamnese padrão/ }).click()
  // The page that shows a document being written gives way to the editor first.
  await page.locator('.editor-text').getByText('120 mmHg').hover()
  await page
    .getByRole('complementary', { name: 'Fonte' })
    .getByRole('button', { name: /Ouvir/ })
    .click()
  await page.waitForFunction(`heard.length > ${played} && heard.at(-1).played !== undefined`)
  const whole = (await run<Heard[]>('heard')).at(-1)
  t.true(Math.abs(whole!.played! - whole!.seconds) < 0.5, 'to its end')
  t.deepEqual(w.faults, [])
})
