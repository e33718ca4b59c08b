import test from 'ava'
import sharp from 'sharp'
import { type AnnouncedFile, FILE_TYPES } from '../../core/contract/files.ts'
import { startFileServer } from '../helpers/file-server.ts'
import { makePdf } from '../helpers/make-pdf.ts'

const REPORT = [
  ['Laborat\xf3rio S\xe3o Lucas', 'Hemoglobina 13,2 g/dL', 'Glicemia de jejum 98 mg/dL'],
  ['P\xe1gina dois', 'Creatinina 0,9 mg/dL'],
]

test('a report: announced, sent, read, shown, removed', async (t) => {
  const { call, token, ehr, announce, put, settled, news, sha256 } = await startFileServer(t)
  const pdf = makePdf(REPORT, { packed: true })
  const announced = await announce(pdf, { name: 'Hemograma 12/03.pdf', sha256: sha256(pdf) })
  t.is(announced.status, 201)
  const { file, upload } = announced.body as AnnouncedFile
  t.like(file, { name: 'Hemograma 1203.pdf', state: 'waiting', type: null, error: null })
  t.regex(
    upload!.url,
    /^\/api\/v1\/uploads\/[0-9a-f-]{36}\?expires=\d+&signature=[\w-]{43}&content=[0-9a-f]{64}$/,
  )

  const listed = () => call('GET', `/api/v1/ehrs/${ehr.id}/files`, { token })
  t.deepEqual((await listed()).body.files, [])
  const sent = await put(upload!.url, pdf)
  t.is(sent.status, 202)
  t.like(sent.body, { id: file.id, state: 'processing' })

  const ready = await settled(file.id)
  t.like(ready, {
    state: 'ready',
    type: 'application/pdf',
    pages: 2,
    text_from: 'file',
    error: null,
  })
  t.true(ready.has_thumbnail)
  t.deepEqual((await listed()).body, {
    files: [ready],
    limits: {
      types: [...FILE_TYPES],
      max_bytes: 20 << 20,
      max_files: 20,
      max_total_bytes: 100 << 20,
    },
  })
  const text = await call('GET', `/api/v1/files/${file.id}/text`, { token })
  t.deepEqual(text.body.pages, [
    'Laboratório São Lucas\nHemoglobina 13,2 g/dL\nGlicemia de jejum 98 mg/dL',
    'Página dois\nCreatinina 0,9 mg/dL',
  ])
  t.is(ready.text_length, text.body.pages.join('').length)
  t.deepEqual(
    news.map((one) => (one.type === 'file.changed' ? one.file.state : one.type)),
    ['processing', 'ready'],
  )

  t.is((await call('DELETE', `/api/v1/files/${file.id}`, { token })).status, 204)
  t.deepEqual(news.at(-1), { type: 'file.removed', file_id: file.id })
  t.deepEqual((await listed()).body.files, [])
  for (const path of ['', '/text', '/thumbnail'])
    t.is((await call('GET', `/api/v1/files/${file.id}${path}`, { token })).status, 404)
})

test('the thumbnail is a small WebP', async (t) => {
  const { request, token, upload } = await startFileServer(t)
  const { id } = await upload(makePdf(REPORT))
  const answer = await request('GET', `/api/v1/files/${id}/thumbnail`, { token })
  t.is(answer.headers.get('content-type'), 'image/webp')
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  t.is(format, 'webp')
  t.true(Math.max(width, height) <= 160 && Math.max(width, height) >= 100, `${width} x ${height}`)
})
