import { becomes, browserTest } from '../../helpers/browser.ts'
import { sampleHeic, samplePdf, samplePicture, sampleScan } from '../../helpers/upload-samples.ts'
import {
  type HeardUpload,
  openUploadsPage,
  pdf,
  type SampleFile,
} from '../../helpers/uploads-page.ts'

const ON = { enableFileUpload: true }
const BLOOD = samplePdf(
  'Hemoglobina 13,2 g/dL\nPlaquetas 250.000',
  'Creatinina 0,9 mg/dL, ureia 30 mg/dL',
)

const png = (name: string, buffer: Buffer): SampleFile => ({ name, mimeType: 'image/png', buffer })

browserTest('a file that gets through is told to the host, shown and read', async (t) => {
  const host = await openUploadsPage(t)
  const { page } = host
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  await host.open('c-1', ON)
  await host.tab().click()
  t.true(await page.getByRole('button', { name: 'Gerar documento' }).isDisabled())
  await host.pick(pdf('hemograma.pdf', BLOOD))
  const heard = await host.ended(1)
  const { fileId } = heard[0]!
  const common = { fileId, fileName: 'hemograma.pdf', source: 'user' as const }
  t.regex(fileId!, /^[0-9a-f-]{36}$/)
  t.deepEqual(heard, [
    { event: 'started', ...common, content: null },
    { event: 'success', ...common },
  ])
  const row = host.row('hemograma.pdf')
  await row.getByText('Pronto').waitFor()
  await row.getByText('2 páginas').waitFor()
  await becomes(t, () => page.getByRole('button', { name: 'Gerar documento' }).isEnabled(), true)

  // What generators will read of it.
  await row.getByRole('button', { name: 'Texto lido do arquivo' }).click()
  await row.getByText('Hemoglobina 13,2 g/dL').waitFor()
  await row.getByText('Página 2').waitFor()
  await row.getByText('Creatinina 0,9 mg/dL, ureia 30 mg/dL').waitFor()

  // The same content is the same file, whatever it is called.
  await host.pick(pdf('copia.pdf', BLOOD))
  const copy = { fileId, fileName: 'copia.pdf', source: 'user' as const }
  t.deepEqual((await host.ended(2)).slice(2), [
    { event: 'started', ...copy, content: null },
    { event: 'success', ...copy },
  ])
  await page.getByText('copia.pdf já está nos anexos.').first().waitFor()
  t.is(await page.getByRole('listitem').count(), 1)

  // Two of them at once are one file too.
  const twin = samplePdf('Ureia 32 mg/dL')
  await host.pick(pdf('a.pdf', twin), pdf('b.pdf', twin))
  const twins = (await host.ended(4)).slice(4)
  t.is(twins.filter(({ event }) => event === 'started').length, 2)
  t.is(new Set(twins.map((one) => one.fileId)).size, 1)
  await becomes(t, async () => (await page.getByRole('listitem').count()) === 2, true)

  // A scan is read by recognition, says so, and has a thumbnail.
  await host.pick(png('foto.png', await sampleScan('Glicemia de jejum: 98 mg/dL')))
  await host.ended(5)
  await host.row('foto.png').getByText('Texto reconhecido na imagem, pode conter erros').waitFor()
  await host.row('foto.png').locator('canvas').waitFor()

  // It is taken away after a question, for good.
  await row.getByRole('button', { name: 'Remover hemograma.pdf' }).click()
  await row.getByText('Remover este anexo?').waitFor()
  await page.keyboard.press('Escape')
  await row.getByText('Remover este anexo?').waitFor({ state: 'detached' })
  await row.getByRole('button', { name: 'Remover hemograma.pdf' }).click()
  await row.getByText('Remover este anexo?').waitFor()
  await row.getByRole('button', { name: 'Remover hemograma.pdf' }).click()
  await row.waitFor({ state: 'detached' })
  await host.close()
  t.false(warnings.some((text) => text.includes('includeUploadStartedContent')))

  // Still there the next time, without what was removed; and the host may ask for the file itself.
  await host.open('c-1', { ...ON, includeUploadStartedContent: true })
  t.true(warnings.some((text) => text.includes('includeUploadStartedContent')))
  await host.tab().click()
  await host.row('foto.png').waitFor()
  t.is(await page.getByRole('listitem').count(), 2)
  t.deepEqual(await host.uploads(), [], 'what came before is not told again')
  const shot = await samplePicture('jpeg')
  await host.fromHost({ name: 'raio-x.jpg', mimeType: 'image/jpeg', buffer: shot })
  const [started] = await host.ended(1)
  t.deepEqual(started!.content, { name: 'raio-x.jpg', size: shot.length })
  t.is(started!.source, 'host')
})

browserTest(
  'what was not read of a file stands beside it, and no mark says it is ready',
  async (t) => {
    const host = await openUploadsPage(t)
    await host.open('c-1', ON)
    await host.tab().click()
    await host.pick(png('pele.png', await samplePicture('png')))
    const row = host.row('pele.png')
    await row.getByText('1 de 1 página não foi lida por inteiro').waitFor()
    await row.getByText('Nenhum texto pôde ser lido na página 1.').waitFor()
    t.is(await row.getByText('Pronto').count(), 0)
  },
)

browserTest('what is no report is refused here, at once, and never sent', async (t) => {
  const host = await openUploadsPage(t)
  const { page, proxy } = host
  const picture = await samplePicture('png')
  const huge = Buffer.from(picture)
  huge.writeUInt32BE(66_000, 16)
  const accepted = 'PDF, JPG, PNG, WEBP, TIFF, GIF ou BMP até 20 MB'
  const refused: [SampleFile, string, string][] = [
    [pdf('vazio.pdf', Buffer.alloc(0)), 'FILE_EMPTY', accepted],
    [pdf('grande.pdf', Buffer.alloc(20 * 2 ** 20 + 1)), 'FILE_TOO_LARGE', accepted],
    [pdf(`${'n'.repeat(252)}.pdf`, BLOOD), 'FILE_NAME_INVALID', '255'],
    [pdf('texto.pdf', Buffer.from('Hemoglobina 13,2')), 'FILE_TYPE_NOT_ALLOWED', accepted],
    [pdf('pagina.pdf', Buffer.from('<!doctype html>')), 'FILE_TYPE_NOT_ALLOWED', accepted],
    [png('desenho.png', Buffer.from('<svg xmlns="x"/>')), 'FILE_TYPE_NOT_ALLOWED', accepted],
    [png('celular.png', sampleHeic()), 'FILE_TYPE_NOT_ALLOWED', 'HEIC'],
    [png('corte.png', picture.subarray(0, 20)), 'IMAGE_INVALID', 'danificada'],
    [png('larga.png', huge), 'IMAGE_DIMENSIONS', '65.000'],
    [
      png('icone.png', await samplePicture('png', { width: 31, height: 64 })),
      'IMAGE_DIMENSIONS',
      '32',
    ],
  ]
  await host.open('c-1', ON)
  await host.tab().click()
  for (const [file, code, words] of refused) {
    const before = (await host.uploads()).length
    await host.pick(file)
    await page.waitForFunction(`uploads.length > ${before}`)
    const heard = (await host.uploads()).slice(before)
    t.like(heard, [{ event: 'error', fileId: null, fileName: file.name, source: 'user' }])
    t.is(heard.length, 1)
    t.deepEqual(Object.keys(heard[0]!).sort(), ['error', 'event', 'fileId', 'fileName', 'source'])
    t.is(heard[0]!.error!.code, code, file.name)
    t.true(heard[0]!.error!.message.includes(words), heard[0]!.error!.message)
    const row = host.row(file.name)
    await row.getByText(heard[0]!.error!.message).waitFor()
    t.is(await row.getByRole('button', { name: 'Tentar de novo' }).count(), 0)
    await row.getByRole('button', { name: 'Remover' }).click()
    await row.waitFor({ state: 'detached' })
  }
  const asked = proxy.passed.filter(
    ({ method, path }) => method !== 'GET' && /files|uploads/.test(path),
  )
  t.deepEqual(asked, [])

  // What only reading it whole shows, the box refuses: then it was on its way.
  await host.pick(pdf('quebrado.pdf', Buffer.from(`%PDF-1.4\n${'x'.repeat(400)}\n%%EOF`)))
  const [started, failed] = (await host.ended(refused.length + 1)).slice(-2)
  t.is(started!.event, 'started')
  t.like(failed, { event: 'error', fileId: started!.fileId, error: { code: 'PDF_INVALID' } })
  await host.row('quebrado.pdf').getByText('O PDF está danificado').waitFor()

  // A fourth one in one call is too many; a fourth one that the doctor picks waits its turn.
  await host.close()
  await host.open('c-2', ON)
  const files = [1, 2, 3, 4, 5].map((n) => pdf(`${n}.pdf`, samplePdf(`Exame ${n}`)))
  await host.fromHost(...files)
  const heard = await host.ended(5)
  const byEvent = (event: HeardUpload['event']) =>
    heard
      .filter((one) => one.event === event)
      .map(({ fileName }) => fileName)
      .sort()
  t.deepEqual(byEvent('started'), ['1.pdf', '2.pdf', '3.pdf'])
  t.deepEqual(byEvent('success'), ['1.pdf', '2.pdf', '3.pdf'])
  t.deepEqual(byEvent('error'), ['4.pdf', '5.pdf'])
  for (const { error, fileId, source } of heard.filter(({ event }) => event === 'error')) {
    t.is(fileId, null)
    t.is(source, 'host')
    t.deepEqual(error, {
      code: 'TOO_MANY_FILES',
      message: 'Arquivos demais de uma vez: o prontuário pode enviar até 3 por vez.',
    })
  }
  await host.tab().click()
  await host.row('4.pdf').getByRole('button', { name: 'Tentar de novo' }).click()
  t.like((await host.ended(6)).slice(-2), [
    { event: 'started', fileName: '4.pdf', source: 'host' },
    { event: 'success', fileName: '4.pdf', source: 'host' },
  ])
})

browserTest('a browser that shows HEIC sends it as JPEG', async (t) => {
  const host = await openUploadsPage(t, {
    // This Chromium cannot: it is given what other browsers give.
    initScript: `const real = createImageBitmap
      globalThis.createImageBitmap = async (blob) => {
        if (!/heic/.test(await blob.slice(0, 16).text())) return real(blob)
        return real(new ImageData(200, 150))
      }`,
  })
  await host.open('c-1', ON)
  await host.tab().click()
  await host.pick({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: sampleHeic() })
  const heard = await host.ended(1)
  t.like(heard, [{ event: 'started', fileName: 'IMG_1.HEIC' }, { event: 'success' }])
  t.like(await host.api('GET', `/files/${heard[0]!.fileId}`), {
    name: 'IMG_1.jpg',
    type: 'image/jpeg',
    state: 'ready',
  })
})
