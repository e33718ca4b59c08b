/**
 * Names of medicines that were misheard: marked, with what was heard, and changed by one press of a
 * key.
 */
import type { Segment } from '../../../core/contract/api.ts'
import { browserTest } from '../../helpers/browser.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

const SAID = [
  { text: 'Bom dia, o que a senhora toma?' },
  { text: 'Tomo Los Artana, 50 miligramas, e sim vastatina.', named: true, doubted: 'Los' },
  { text: 'E também prednisuona de manhã.', named: true },
]

browserTest('a misheard medicine: written, offered, put back and taken', async (t) => {
  const w = await openWorkspacePage(t, { viewport: { width: 360, height: 700 } })
  const { page, tab } = w
  const id = await w.prepare('c1', SAID)
  await w.open('c1')
  await tab('Transcrição')
  const line = (text: string) => page.locator('.line').filter({ hasText: text })
  const written = line('50 mg')
  await written.waitFor()
  t.deepEqual(await written.locator('.medicine').allTextContents(), [
    'losartana (Reconhecido como “Los Artana”; trocado por um nome de som parecido: confira)',
    'sinvastatina (Reconhecido como “sim vastatina”; trocado por um nome de som parecido: confira)',
  ])
  t.is(await written.locator('.doubt').count(), 0)
  await written.getByText('ouvido: «Los Artana»').waitFor()
  await w.isAccessible('medicine names')
  t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))

  const offer = line('prednisuona')
  await offer.locator('.medicine.offered').waitFor()
  await offer.getByRole('button', { name: 'Escrever prednisona' }).focus()
  await page.keyboard.press('Enter')
  await line('E também prednisona').getByText('corrigido').waitFor()

  await written.getByRole('button', { name: 'Desfazer: voltar a «Los Artana»' }).focus()
  await page.keyboard.press('Enter')
  await line('Tomo Los Artana').getByText('corrigido').waitFor()
  const { transcriptions } = await w.api<{ transcriptions: Segment[] }>(
    'GET',
    `/ehrs/${id}/transcriptions`,
  )
  t.deepEqual(
    transcriptions.map(({ text }) => text),
    [
      SAID[0]!.text,
      'Tomo Los Artana, 50 miligramas, e sinvastatina.',
      'E também prednisona de manhã.',
    ],
  )
  t.deepEqual(w.faults, [])
})
