/**
 * Every code that the box produces, over a socket and with real files (SPEC-GAPS 1.12): what can be
 * refused at the announcement, what is refused while the bytes arrive, and what reading them shows.
 */
import { readdir } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import test from 'ava'
import type { AnnouncedFile, UploadErrorCode } from '../../core/contract/files.ts'
import { startFileServer } from '../helpers/file-server.ts'
import { makePdf, stream } from '../helpers/make-pdf.ts'
import {
  animatedWebp,
  apng,
  claimingPng,
  heicHead,
  paintedPicture,
} from '../helpers/make-picture.ts'
import { makeZip } from '../helpers/make-zip.ts'

const LINES = [['Glicemia 98 mg/dL']]
const pdf = makePdf(LINES)
const text = (content: string) => Buffer.from(content)

const announcements: [string, object, number, UploadErrorCode][] = [
  ['an empty file', { size_bytes: 0 }, 422, 'FILE_EMPTY'],
  ['a file beyond the limit', { size_bytes: 20 * 2 ** 20 + 1 }, 413, 'FILE_TOO_LARGE'],
  ['a name of nothing', { name: '' }, 422, 'FILE_NAME_INVALID'],
  [
    'a name of separators and control characters',
    { name: '/\\\u0000\u202e' },
    422,
    'FILE_NAME_INVALID',
  ],
  ['a name of 256 characters', { name: 'n'.repeat(256) }, 422, 'FILE_NAME_INVALID'],
]
test('a file that cannot be accepted is refused when it is announced', async (t) => {
  const { announce, call, token, ehr } = await startFileServer(t)
  for (const [what, body, status, code] of announcements) {
    const refused = await announce(pdf, body)
    t.like(refused, { status, body: { error: code.toLowerCase(), details: [{ code }] } }, what)
    t.regex(refused.body.message, /[a-zçãéí]{3}/, what)
  }
  t.deepEqual((await call('GET', `/api/v1/ehrs/${ehr.id}/files`, { token })).body.files, [])
})

test('a limit says what is accepted instead', async (t) => {
  const { announce } = await startFileServer(t, { config: { fileMaxMiB: 7 } })
  const { body } = await announce(pdf, { size_bytes: 7 * 2 ** 20 + 1 })
  t.is(
    body.message,
    'O arquivo é grande demais. Envie PDF, JPG, PNG, WEBP, TIFF, GIF ou BMP até 7 MB.',
  )
})

test('a consultation takes so many files and no more; a removed one makes room', async (t) => {
  const config = { fileMaxCount: 2 }
  const { announce, upload, call, token } = await startFileServer(t, { config })
  const first = await upload(pdf)
  await announce(makePdf([['outro']]))
  const refused = await announce(makePdf([['mais um']]))
  t.like(refused, { status: 409, body: { error: 'too_many_files' } })
  t.true(refused.body.message.includes('2 arquivos'))
  await call('DELETE', `/api/v1/files/${first.id}`, { token })
  t.is((await announce(makePdf([['mais um']]))).status, 201)
})

test('the files of a consultation together have a limit, also when announced at the same moment', async (t) => {
  const config = { fileMaxMiB: 1, fileMaxTotalMiB: 2 }
  const { announce } = await startFileServer(t, { config })
  const size_bytes = 700 << 10
  const answers = await Promise.all([1, 2, 3].map(() => announce(pdf, { size_bytes })))
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 409])
  const refused = answers.find(({ status }) => status === 409)
  t.like(refused?.body, { error: 'quota_exceeded', details: [{ code: 'QUOTA_EXCEEDED' }] })
})

test('a file announced and never sent stops counting against the quota', async (t) => {
  let at = new Date('2026-01-01T12:00:00Z')
  const { announce, files } = await startFileServer(t, {
    config: { fileMaxCount: 1 },
    now: () => at,
  })
  t.is((await announce(pdf)).status, 201)
  t.is((await announce(pdf)).status, 409)
  at = new Date('2026-01-01T12:10:01Z')
  t.is((await announce(pdf)).status, 201)
  await files.forgetUnsent()
})

/** Refused while they arrive: whatever they are called. */
const foreign: [string, Buffer][] = [
  ['a page', text('<!doctype html><script>alert(1)</script>')],
  ['a vector graphic', text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['an archive or Office document', makeZip('word/document.xml', '<w:document/>')],
  ['plain text', text('Hemoglobina 13,2')],
  ['a program', Buffer.concat([text('MZ'), Buffer.alloc(200)])],
  ['a PDF behind a page', makePdf(LINES, { before: '<html><body>' })],
  ['a PDF behind an archive', makePdf(LINES, { before: 'PK\x03\x04' })],
  ['a PDF that begins too late', makePdf(LINES, { before: ' '.repeat(1020) })],
  ['a short file of nothing', text('\0')],
]
test('a file that only claims to be a PDF is refused during the upload', async (t) => {
  const config = { fileMaxCount: foreign.length }
  const { announce, put, get } = await startFileServer(t, { config })
  for (const [what, content] of foreign) {
    const { file, upload } = (await announce(content)).body as AnnouncedFile
    const code = 'FILE_TYPE_NOT_ALLOWED'
    const refused = await put(upload!.url, content)
    const body = { error: 'file_type_not_allowed', details: [{ code }] }
    t.like(refused, { status: 415, body }, what)
    t.true(refused.body.message.endsWith('WEBP, TIFF, GIF ou BMP até 20 MB.'), what)
    t.like(await get(file.id), { state: 'failed', error: { code } }, what)
  }
})

test('a photograph in an unsupported format has an error code of its own', async (t) => {
  const { announce, put, get } = await startFileServer(t)
  const { file, upload } = (await announce(heicHead())).body as AnnouncedFile
  const refused = await put(upload!.url, heicHead())
  t.like(refused, { status: 415, body: { error: 'image_heic', details: [{ code: 'IMAGE_HEIC' }] } })
  t.true(refused.body.message.includes('Salve a foto como JPG'))
  t.like(await get(file.id), { state: 'failed', error: { code: 'IMAGE_HEIC' } })
})

const bomb = deflateSync(Buffer.alloc(80 << 20), { level: 9 }).toString('latin1')

const painted = paintedPicture(400, 300)
const photo = () => painted.clone().jpeg().toBuffer()
const drawing = () => painted.clone().png().toBuffer()

/** Refused when they are read. */
async function refusedContents(): Promise<[string, Buffer, UploadErrorCode][]> {
  const [jpeg, png] = await Promise.all([photo(), drawing()])
  return [
    ['a header with nothing behind it', text('%PDF-1.7\nstartxref\n0\n%%EOF'), 'PDF_INVALID'],
    ['a PDF without pages', makePdf([]), 'PDF_INVALID'],
    [
      'an encrypted PDF',
      makePdf(LINES, { trailer: '/Encrypt 6 0 R', objects: [ENCRYPTION()] }),
      'PDF_ENCRYPTED',
    ],
    ['a PDF of 101 pages', makePdf(Array.from({ length: 101 }, () => ['p'])), 'PDF_TOO_MANY_PAGES'],
    [
      'a PDF with a stream of 80 MiB in 80 KiB',
      makePdf(LINES, {
        objects: [`<< /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n${bomb}\nendstream`],
      }),
      'PDF_INVALID',
    ],
    [
      'a PDF packed in three layers',
      makePdf(LINES, { objects: [stream('oi', '', 3)] }),
      'PDF_INVALID',
    ],
    ['a JPEG of its first bytes only', jpeg.subarray(0, 40), 'IMAGE_INVALID'],
    ['a PNG that claims 60,000 pixels a side', claimingPng(60_000, 60_000), 'IMAGE_DIMENSIONS'],
    ['a PNG of 65,001 pixels', claimingPng(65_001, 40), 'IMAGE_DIMENSIONS'],
    ['a PNG of 51 megapixels', claimingPng(8500, 6000), 'IMAGE_DIMENSIONS'],
    ['a picture of 31 pixels', await paintedPicture(31, 200).png().toBuffer(), 'IMAGE_DIMENSIONS'],
    ['a PNG that claims more than it holds', claimingPng(400, 400), 'IMAGE_INVALID'],
    ['an animated PNG', apng(png), 'IMAGE_INVALID'],
    ['an animated WebP', await animatedWebp(), 'IMAGE_INVALID'],
  ]
}

test('a file that proves unreadable is refused with its code, and is not kept', async (t) => {
  const { upload, call, token, ehr, dataDir, announce, sha256 } = await startFileServer(t, {
    config: { fileMaxCount: 200 },
  })
  const contents = await refusedContents()
  const files = await Promise.all(
    contents.map(([what, content]) => upload(content, { name: `${what}.pdf` })),
  )
  for (const [index, [what, , code]] of contents.entries()) {
    const file = files[index]!
    t.is(file.error?.code, code, what)
    t.is(file.state, 'failed')
    t.regex(file.error!.message, /\.$/)
    t.is((await call('GET', `/api/v1/files/${file.id}/text`, { token })).status, 404)
    const retried = await call('POST', `/api/v1/files/${file.id}/retry`, { token })
    t.like(
      retried,
      { status: code === 'FILE_TYPE_NOT_ALLOWED' ? 415 : 422, body: { error: code.toLowerCase() } },
      what,
    )
  }
  t.deepEqual(await bytesKept(dataDir), [])
  const listed = await call('GET', `/api/v1/ehrs/${ehr.id}/files`, { token })
  t.is(listed.body.files.length, contents.length)
  const [, content, code] = contents[0]!
  const again = await announce(content, { sha256: sha256(content) })
  t.like(again, { status: 200, body: { upload: null, file: { state: 'failed', error: { code } } } })
})

const harmless = (jpeg: Buffer, png: Buffer): [string, Buffer, string][] => [
  [
    'a PDF behind a printer’s lines',
    makePdf(LINES, { before: '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\n' }),
    'application/pdf',
  ],
  ['a PDF with zeros behind its end', Buffer.concat([pdf, Buffer.alloc(300)]), 'application/pdf'],
  [
    'a PDF that speaks of JavaScript',
    makePdf([['Curso de /JavaScript e /JS (Launch)']], {
      objects: ['(/JS /Launch \\) /EmbeddedFile)', '<< /Title (/OpenAction) >> % /JS'],
    }),
    'application/pdf',
  ],
  [
    'a JPEG with a film behind it',
    Buffer.concat([jpeg, text('ftypmp42'), Buffer.alloc(500, 7)]),
    'image/jpeg',
  ],
  ['a PNG under the name of a PDF', png, 'image/png'],
]
test('files made by real programs and telephones are accepted', async (t) => {
  const { upload } = await startFileServer(t)
  for (const [what, content, type] of harmless(await photo(), await drawing()))
    t.like(await upload(content), { state: 'ready', type, error: null }, what)
})

async function bytesKept(dataDir: string): Promise<string[]> {
  const names = await readdir(`${dataDir}/files`, { recursive: true, withFileTypes: true })
  return names.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** RC4, 40 bits; the numbers are of a real one. */
function ENCRYPTION(): string {
  return `<< /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -44 >>`
}
