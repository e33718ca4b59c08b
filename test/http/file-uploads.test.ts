/**
 * The signed address (spec §3.3): needs no token, works once, for this file and this size and not
 * for ever.
 */
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import type { AnnouncedFile } from '../../core/contract/files.ts'
import { startFileServer } from '../helpers/file-server.ts'
import { makePdf } from '../helpers/make-pdf.ts'

const pdf = makePdf([['Glicemia 98 mg/dL']])
const REFUSED = {
  status: 403,
  body: { error: 'signed_url_failed', details: [{ code: 'SIGNED_URL_FAILED' }] },
}

test('an address works once', async (t) => {
  const { announce, put } = await startFileServer(t)
  const { upload } = (await announce(pdf)).body as AnnouncedFile
  t.is((await put(upload!.url, pdf)).status, 202)
  t.like(await put(upload!.url, pdf), REFUSED)
})

test('an address that was altered, of another file, or of none, opens nothing', async (t) => {
  const { announce, put, newId } = await startFileServer(t)
  const { upload } = (await announce(pdf)).body as AnnouncedFile
  const { file: other } = (await announce(pdf)).body as AnnouncedFile
  const [path, query] = upload!.url.split('?') as [string, string]
  const expires = Number(new URLSearchParams(query).get('expires'))
  const altered = [
    upload!.url.replace(`expires=${expires}`, `expires=${expires + 1}`),
    upload!.url.replace(/signature=./, (start) =>
      start.endsWith('A') ? 'signature=B' : 'signature=A',
    ),
    `${path}?expires=${expires}&signature=A`,
    `/api/v1/uploads/${other.id}?${query}`,
    `/api/v1/uploads/${newId()}?${query}`,
  ]
  for (const url of altered) t.like(await put(url, pdf), REFUSED, url)
  t.is((await put(path, pdf)).status, 400)
  t.is((await put(upload!.url, pdf)).status, 202)
})

test('bytes other than those whose digest was announced are refused, and the address still works', async (t) => {
  const { announce, put, get, sha256 } = await startFileServer(t)
  const { file, upload } = (await announce(pdf, { sha256: sha256(pdf) })).body as AnnouncedFile
  const flipped = Buffer.from(pdf)
  flipped[flipped.length - 20]! ^= 1
  t.like(await put(upload!.url, flipped), { status: 422, body: { error: 'upload_failed' } })
  t.is((await get(file.id)).state, 'waiting')
  // Nor may the digest be taken off the address.
  t.like(await put(upload!.url.replace(/&content=.*/, ''), flipped), REFUSED)
  t.is((await put(upload!.url, pdf)).status, 202)
})

test('an address is over after ten minutes', async (t) => {
  let at = new Date('2026-01-01T12:00:00Z')
  const { announce, put } = await startFileServer(t, { now: () => at })
  const { upload } = (await announce(pdf)).body as AnnouncedFile
  t.is(upload!.expires_at, '2026-01-01T12:10:00.000Z')
  at = new Date('2026-01-01T12:10:00Z')
  t.like(await put(upload!.url, pdf), REFUSED)
})

test('more or less than was announced is refused, and the address still works', async (t) => {
  const {
    announce,
    put,
    get,
    dataDir,
    upload: again,
  } = await startFileServer(t, {
    config: { fileMaxMiB: 1 },
  })
  const { file, upload } = (await announce(pdf)).body as AnnouncedFile
  const failed = { status: 422, body: { error: 'upload_failed' } }
  t.like(await put(upload!.url, pdf.subarray(1)), failed)
  t.like(await put(upload!.url, Buffer.concat([pdf, pdf])), failed)
  t.like(await put(upload!.url, Buffer.alloc(0)), { status: 422, body: { error: 'file_empty' } })
  const huge = Buffer.alloc(2 ** 20 + 1)
  t.like(await put(upload!.url, huge), { status: 413, body: { error: 'file_too_large' } })
  t.is((await get(file.id)).state, 'waiting')
  t.deepEqual(await namesIn(dataDir), [])
  t.is((await put(upload!.url, pdf)).status, 202)
  t.is((await again(makePdf([['outro']]))).state, 'ready')
})

test('a body without a stated length is counted, and cut where it is too long', async (t) => {
  const { announce, url, get, dataDir } = await startFileServer(t)
  const { file, upload } = (await announce(pdf)).body as AnnouncedFile
  const request = httpRequest(url + upload!.url, { method: 'PUT' })
  request.on('error', () => {})
  request.write(pdf)
  request.write(Buffer.alloc(100_000))
  const [response] = await once(request, 'response')
  t.is(response.statusCode, 422)
  request.destroy()
  t.is((await get(file.id)).state, 'waiting')
  t.deepEqual(await namesIn(dataDir), [])
})

test('a broken upload leaves nothing, and the same address accepts the file again', async (t) => {
  const { announce, url, put, settled, dataDir } = await startFileServer(t)
  const { file, upload } = (await announce(pdf)).body as AnnouncedFile
  const request = httpRequest(url + upload!.url, {
    method: 'PUT',
    headers: { 'content-length': pdf.length },
  })
  request.on('error', () => {})
  request.write(pdf.subarray(0, 100))
  await until(async () => (await namesIn(dataDir)).length === 1)
  request.destroy()
  await until(async () => (await namesIn(dataDir)).length === 0)
  t.is((await put(upload!.url, pdf)).status, 202)
  t.is((await settled(file.id)).state, 'ready')
})

test('a second upload takes over before the broken connection is noticed', async (t) => {
  const { announce, url, put, settled, dataDir } = await startFileServer(t)
  const { file, upload } = (await announce(pdf)).body as AnnouncedFile
  const first = httpRequest(url + upload!.url, {
    method: 'PUT',
    headers: { 'content-length': pdf.length },
  })
  first.on('error', () => {})
  const answered = once(first, 'response')
  first.write(pdf.subarray(0, 100))
  await until(async () => (await namesIn(dataDir)).length === 1)
  t.is((await put(upload!.url, pdf)).status, 202)
  first.end(pdf.subarray(100))
  const [late] = await answered
  t.true([403, 422].includes(late.statusCode), `${late.statusCode}`)
  t.is((await settled(file.id)).state, 'ready')
})

test('a page of an allowed origin may send without a token; every other route asks for one', async (t) => {
  const { announce, request, call, ehr, buildApiKey, buildSession, buildConsultation } =
    await startFileServer(t)
  const { file, upload } = (await announce(pdf)).body as AnnouncedFile
  const origin = 'http://localhost:3000'
  const preflight = await request('OPTIONS', upload!.url, {
    headers: { origin, 'access-control-request-method': 'PUT' },
  })
  t.is(preflight.headers.get('access-control-allow-origin'), origin)
  t.regex(preflight.headers.get('access-control-allow-methods') ?? '', /PUT/)
  const sent = await request('PUT', upload!.url, { body: pdf, headers: { origin } })
  t.is(sent.headers.get('access-control-allow-origin'), origin)
  t.is(sent.status, 202)

  const routes: [string, string][] = [
    ['POST', `/api/v1/ehrs/${ehr.id}/files`],
    ['GET', `/api/v1/ehrs/${ehr.id}/files`],
    ['GET', `/api/v1/files/${file.id}`],
    ['GET', `/api/v1/files/${file.id}/text`],
    ['GET', `/api/v1/files/${file.id}/thumbnail`],
    ['POST', `/api/v1/files/${file.id}/retry`],
    ['DELETE', `/api/v1/files/${file.id}`],
  ]
  const stranger = await buildSession({ secret: (await buildApiKey()).secret })
  const bound = await buildSession()
  await buildConsultation(bound)
  for (const [method, path] of routes) {
    t.is((await call(method, path, {})).status, 401, `${method} ${path}`)
    const body = method === 'POST' ? { name: 'a', size_bytes: 1, source: 'user' } : undefined
    for (const token of [stranger, bound])
      t.like(await call(method, path, { token, ...(body && { body }) }), {
        status: 404,
        body: { error: 'not_found' },
      })
  }
})

test('the same content in the same consultation is one file, with or without its digest', async (t) => {
  const { announce, put, upload, sha256, call, token, ehr, buildConsultation } =
    await startFileServer(t)
  const first = await upload(pdf)
  const known = await announce(pdf, { name: 'de novo.pdf', sha256: sha256(pdf).toUpperCase() })
  t.like(known, { status: 200, body: { upload: null, file: { id: first.id, name: 'exame.pdf' } } })

  const unknown = (await announce(pdf, { name: 'outra vez.pdf' })).body as AnnouncedFile
  const sent = await put(unknown.upload!.url, pdf)
  t.like(sent, { status: 202, body: { id: first.id, state: 'ready' } })
  t.is((await call('GET', `/api/v1/files/${unknown.file.id}`, { token })).status, 404)
  const listed = await call('GET', `/api/v1/ehrs/${ehr.id}/files`, { token })
  t.deepEqual(listed.body.files, [first])

  const elsewhere = await buildConsultation(token)
  const body = { name: 'a.pdf', size_bytes: pdf.length, source: 'host', sha256: sha256(pdf) }
  const other = await call('POST', `/api/v1/ehrs/${elsewhere.id}/files`, { token, body })
  t.is(other.status, 201)
})

test('an address used twice at the same moment leaves the file there', async (t) => {
  const { announce, put, get } = await startFileServer(t)
  for (let round = 0; round < 20; round++) {
    const content = makePdf([[`Glicemia ${90 + round} mg/dL`]])
    const { file, upload } = (await announce(content)).body as AnnouncedFile
    // Each may be cut off or told that the other was first; what was sent is there whatever they
    // hear.
    await Promise.allSettled([put(upload!.url, content), put(upload!.url, content)])
    t.is((await get(file.id)).id, file.id, `round ${round}`)
  }
})

test('the same content twice at the same moment is one file', async (t) => {
  const { announce, put, call, token, ehr } = await startFileServer(t)
  const announced = await Promise.all([1, 2, 3].map(() => announce(pdf)))
  const sent = await Promise.all(
    announced.map(({ body }) => put((body as AnnouncedFile).upload!.url, pdf)),
  )
  t.deepEqual(
    sent.map(({ status }) => status),
    [202, 202, 202],
  )
  t.is(new Set(sent.map(({ body }) => body.id)).size, 1)
  t.is((await call('GET', `/api/v1/ehrs/${ehr.id}/files`, { token })).body.files.length, 1)
})

test('leftovers of a crash are removed at the next start; known files stay', async (t) => {
  const { upload, files, dataDir, ehr } = await startFileServer(t)
  const { id } = await upload(pdf)
  const folder = join(dataDir, 'files', ehr.id)
  await writeFile(join(folder, `${id}.12345678.part`), 'half')
  await mkdir(join(dataDir, 'files', 'a8b5d7f0-0000-4000-8000-000000000000'))
  await writeFile(
    join(dataDir, 'files', 'a8b5d7f0-0000-4000-8000-000000000000', id.replace(/.$/, 'x')),
    'of nobody',
  )
  await files.start()
  t.deepEqual(await namesIn(dataDir), [id])
})

async function namesIn(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await sleep(10)
}
