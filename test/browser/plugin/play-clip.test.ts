/**
 * The second in which something was said is heard again, from its line and from the value that
 * rests on it, while the box keeps it.
 */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { openDatabase } from '../../../models/database/database.ts'
import { browserTest } from '../../helpers/browser.ts'
import { buildCli } from '../../helpers/cli.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

const VOICE = join(import.meta.dirname, '../../fixtures/speech/conversa.wav')
const SAID = ['Bom dia.', 'Estou com dor de cabeça.', 'A pressão está 120 por 80.'].map((text) => ({
  text,
}))

/**
 * In the page: every sound that is played, with its length and loudest sample, and whether it came
 * to its end.
 */
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
  // A busy page hears late that it has ended.
  t.true(whole!.played! > whole!.seconds - 0.5, 'to its end')

  // And by one key from the text, without leaving it.
  await page.locator('.editor-text').getByText('120 mmHg').click()
  await page.keyboard.press('F9')
  await page.waitForFunction(`heard.length > ${played + 1}`)
  await page.keyboard.press('F9')
  await page.waitForFunction('heard.at(-1).played !== undefined')
  const cut = (await run<Heard[]>('heard')).at(-1)
  t.true(cut!.played! < cut!.seconds - 0.5, 'stopped by the same key')

  // Its time is over: playing goes, the doctor is told why, and words and sources stay.
  await eraseSound(t, w.service.dataDir)
  await w.open('c1')
  await tab('Documentos')
  await page.getByText('Anamnese padrão').first().click()
  await page.locator('.editor-text').getByText('120 mmHg').hover()
  const source = page.getByRole('complementary', { name: 'Fonte' })
  await source.getByText(/O áudio foi apagado em \d\d\/\d\d\/\d{4}, ao fim do prazo/).waitFor()
  t.is(await source.getByRole('button', { name: /Ouvir/ }).count(), 0)
  t.is(await source.locator('mark').count(), 1)
  await w.isAccessible('a source whose sound was erased')
  t.deepEqual(w.faults, [])
})

/**
 * As the service does it a day after the final transcript, which stands in the database as if it
 * had been written long ago.
 */
async function eraseSound(t: ExecutionContext, dataDir: string) {
  const database = await openDatabase({ url: `sqlite:${join(dataDir, 'svc.sqlite')}` })
  const replacements = { at: new Date(Date.now() - 9 * 86_400_000) }
  await database.sequelize.query("UPDATE jobs SET state = 'done', updated_at = :at", {
    replacements,
  })
  // The take whose lines were written down for this test has no job of its own.
  await database.sequelize.query(
    `INSERT INTO jobs (id, kind, consultation_id, recording_id, state, attempts, run_after, created_at, updated_at)
     SELECT id, 'transcription.final', consultation_id, id, 'done', 0, :at, :at, :at FROM recordings
     WHERE id NOT IN (SELECT recording_id FROM jobs)`,
    { replacements },
  )
  await database.close()
  const cli = await buildCli(t, { SVC_DATA_DIR: dataDir })
  const run = await cli.run(['retention', 'run', '--yes', '--json'])
  const sound = run.json.lines.find(({ category }: { category: string }) => category === 'audio')
  t.is(sound.erased.items, 2, run.stderr)
}
