/**
 * The whole product killed while it reads a file: taken up again at the next start, once, and no
 * reader is left behind.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import type { GenerationEvent } from '../../core/contract/api.ts'
import type { AnnouncedFile, FileInfo } from '../../core/contract/files.ts'
import { startAppliance } from '../helpers/appliance.ts'
import { makePdf } from '../helpers/make-pdf.ts'
import { printedPicture } from '../helpers/make-picture.ts'

test('kill -9 while a file is read and another arrives: one is read, the other waits again, a document quotes both', async (t) => {
  const appliance = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off' })
  const token = await appliance.token()
  const ask = async (method: string, path: string, body?: object | Buffer) => {
    const response = await fetch(appliance.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what the test asserts
    return { status: response.status, body: (await response.json()) as any }
  }
  const ids = { consultation_id: 'c-1', doctor_id: 'd-1', patient_id: 'p-1', type: 'IN_PERSON' }
  const ehr = (await ask('PUT', '/api/v1/ehrs/by-external-id', ids)).body
  const announce = async (content: Buffer): Promise<AnnouncedFile> =>
    (
      await ask('POST', `/api/v1/ehrs/${ehr.id}/files`, {
        name: 'exame',
        size_bytes: content.length,
        source: 'user',
        sha256: createHash('sha256').update(content).digest('hex'),
      })
    ).body
  const file = async (id: string): Promise<FileInfo> =>
    (await ask('GET', `/api/v1/files/${id}`)).body

  const page = Array.from({ length: 24 }, (_, row) => `Exame ${row} de jejum: ${90 + row} mg/dL`)
  const picture = await printedPicture(page).png().toBuffer()
  const { file: first, upload } = await announce(picture)
  t.is((await ask('PUT', upload!.url, picture)).status, 202)
  while ((await readersOf(appliance.pid())).length === 0) await sleep(5)
  const [reader] = await readersOf(appliance.pid())

  const pdf = makePdf([['Glicemia de jejum 98 mg/dL']])
  const second = await announce(pdf)
  const half = fetch(appliance.url + second.upload!.url, {
    method: 'PUT',
    body: new ReadableStream({
      start: (stream) => stream.enqueue(new Uint8Array(pdf.subarray(0, 200))),
    }),
    duplex: 'half',
  } as RequestInit).catch(() => 'broken')
  const filesDir = join(appliance.dataDir, 'files', ehr.id)
  while (!(await readdir(filesDir)).some((name) => name.endsWith('.part'))) await sleep(5)

  await appliance.kill('SIGKILL')
  t.is(await half, 'broken')
  while (await isRunning(reader!)) await sleep(10)
  await appliance.restart()

  for (let state = 'processing'; state === 'processing'; await sleep(300))
    state = (await file(first.id)).state
  t.like(await file(first.id), { state: 'ready', text_from: 'recognition', error: null })
  const { pages } = (await ask('GET', `/api/v1/files/${first.id}/text`)).body
  t.true(pages[0].split('\n').length >= 20, pages[0])
  t.deepEqual(await readdir(filesDir), [first.id])

  t.is((await file(second.file.id)).state, 'waiting')
  t.is((await ask('PUT', second.upload!.url, pdf)).status, 202)
  for (let state = 'processing'; state === 'processing'; await sleep(300))
    state = (await file(second.file.id)).state
  t.like(await file(second.file.id), { state: 'ready', text_from: 'file' })

  const written = await fetch(`${appliance.url}/api/v1/ehrs/${ehr.id}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ template_id: 'anamnesis' }),
  })
  const events = (await written.text()).trim().split('\n')
  const done = JSON.parse(events.at(-1)!) as Extract<GenerationEvent, { type: 'done' }>
  t.is(done.type, 'done')
  t.true(done.document.markdown.includes('Glicemia de jejum 98 mg/dL'))
  const spans = done.document.evidence.flatMap((one) => one.spans)
  for (const file_id of [first.id, second.file.id])
    t.true(spans.some((span) => span.source === 'file' && span.file_id === file_id))
})

async function readersOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const pids = children.trim().split(' ').filter(Boolean).map(Number)
  const lines = await Promise.all(pids.map(commandOf))
  return pids.filter((_, index) => lines[index]?.includes('file-child'))
}

async function isRunning(pid: number): Promise<boolean> {
  return (await commandOf(pid)).includes('file-child')
}

function commandOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}
