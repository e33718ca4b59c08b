// Own process: counts the processes that it has started.
/**
 * What is read out of files, by the built child over a socket: print, scans, photographs, and what
 * must not be read.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import sharp from 'sharp'
import { fileReader, type ReadBounds } from '../../ai-local/files/read-file.ts'
import type { AnnouncedFile, FileInfo } from '../../core/contract/files.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { silentLog } from '../../core/log.ts'
import { bytesAtRest } from '../helpers/bytes-at-rest.ts'
import { startFileServer } from '../helpers/file-server.ts'
import { makePdf, makeScannedPdf, stream } from '../helpers/make-pdf.ts'
import { paintedPicture, printedPicture } from '../helpers/make-picture.ts'
import { isStopped } from '../helpers/process-state.ts'

const LINES = [
  'Laboratório São Lucas',
  'Hemoglobina 13,2 g/dL',
  'Glicemia de jejum 98 mg/dL',
  'Observação: não há alterações significativas.',
]

const limits = {
  maxBytes: 1 << 24,
  maxFiles: 1,
  maxTotalBytes: 1 << 24,
  maxPdfPages: 9,
  addressMs: 1,
}

type Server = Awaited<ReturnType<typeof startFileServer>>
const textOf = async ({ call, token }: Server, { id }: FileInfo): Promise<string[]> =>
  (await call('GET', `/api/v1/files/${id}/text`, { token })).body.pages

test.serial('text on a picture is recognized, whichever way the camera was held', async (t) => {
  const server = await startFileServer(t)
  const upright = await printedPicture(LINES).jpeg({ quality: 80 }).toBuffer()
  // As a telephone writes it: the pixels lie on their side, a mark says so.
  const lying = await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  for (const content of [upright, lying]) {
    const file = await server.upload(content, { name: 'foto.jpg' })
    t.like(file, { state: 'ready', type: 'image/jpeg', pages: 1, text_from: 'recognition' })
    t.deepEqual((await textOf(server, file))[0]?.split('\n'), LINES)
  }
})

test.serial('a table on a picture keeps each value with its name', async (t) => {
  const server = await startFileServer(t)
  const cells = ['Hemoglobina|13,2', 'Creatinina|0,9', 'Glicemia|98', 'Plaquetas|245'].map((row) =>
    row.replace('|', '<tspan x="800">').concat('</tspan>'),
  )
  const file = await server.upload(await printedPicture(cells).png().toBuffer())
  const rows = (await textOf(server, file))[0]!.split('\n')
  for (const row of [/Hemoglobina\s+13,2/, /Creatinina\s+0,9/, /Glicemia\s+98/, /Plaquetas\s+245/])
    t.true(
      rows.some((one) => row.test(one)),
      `${row} in ${JSON.stringify(rows)}`,
    )
})

test.serial(
  'a scanned PDF is drawn and recognized; a page with text of its own is not',
  async (t) => {
    const server = await startFileServer(t)
    const scan = await printedPicture(LINES).greyscale().jpeg({ quality: 85 }).toBuffer()
    const file = await server.upload(makeScannedPdf(scan, 1240, 1754))
    t.like(file, { state: 'ready', type: 'application/pdf', text_from: 'recognition' })
    t.deepEqual((await textOf(server, file))[0]?.split('\n'), LINES)
    t.is((await server.upload(makePdf([['Texto impresso nesta página']]))).text_from, 'file')
  },
)

test.serial('a photograph without text gives none, and an empty page neither', async (t) => {
  const server = await startFileServer(t)
  for (const content of [await paintedPicture(640, 480).jpeg().toBuffer(), makePdf([[]])]) {
    const file = await server.upload(content)
    t.like(file, { state: 'ready', text_from: null, text_length: 0, has_thumbnail: true })
    t.deepEqual(await textOf(server, file), [''])
  }
})

test.serial('without recognition a picture is taken and has no text', async (t) => {
  const server = await startFileServer(t, { config: { fileRecognition: 'off' } })
  const file = await server.upload(await printedPicture(LINES).png().toBuffer())
  t.like(file, { state: 'ready', text_from: null, text_length: 0 })
})

test.serial('a stored picture is smaller, upright, and without place and camera', async (t) => {
  const server = await startFileServer(t)
  const photo = await paintedPicture(3200, 1600)
    .withExif({ IFD0: { Make: 'MARCA-SECRETA' }, IFD3: { GPSLatitude: '23/1 33/1 1/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  t.true(photo.includes('Exif'))
  const { id } = await server.upload(photo)
  const kept = Buffer.from((await server.contents.read({ id, consultationId: server.ehr.id }))!)
  const { format, width, height, exif, orientation } = await sharp(kept).metadata()
  t.deepEqual(
    [format, width, height, exif, orientation],
    ['webp', 1200, 2400, undefined, undefined],
  )
  t.false(kept.includes('MARCA-SECRETA'))
})

test.serial('invisible letters are not read: what a model sees, the doctor sees', async (t) => {
  const server = await startFileServer(t)
  const unicode = '<feff00480062200b202e00310033>'
  const tagged = `BT /F1 12 Tf 50 780 Td /Span << /ActualText ${unicode} >> BDC (Hb13) Tj EMC ET`
  const pdf = makePdf([['Texto da primeira linha']], { objects: [stream(tagged)] })
  const hidden = Buffer.from(
    pdf.toString('latin1').replace('/Contents 5 0 R', '/Contents [5 0 R 6 0 R]'),
    'latin1',
  )
  const file = await server.upload(hidden)
  t.notRegex((await textOf(server, file)).join(), /[\u200b\u202e]/)
})

test.serial('a file that takes too long is stopped, and can be tried again', async (t) => {
  const { upload, call, token, settled } = await startFileServer(t, {
    config: { fileReadMaxS: 0.01 },
  })
  const file = await upload(makePdf([['a']]))
  t.like(file, { state: 'failed', error: { code: 'PROCESSING_TIMEOUT' } })
  const again = await call('POST', `/api/v1/files/${file.id}/retry`, { token })
  t.like(again, { status: 202, body: { state: 'processing', error: null } })
  t.is((await settled(file.id)).error?.code, 'PROCESSING_TIMEOUT')
})

test.serial(
  'a crash of the reader is reported; retried or announced again, the file is read',
  async (t) => {
    const broken = join(tmpdir(), `svc-broken-${process.pid}-${Date.now()}`)
    const script = `${broken}.mjs`
    const real = pathToFileURL(join(import.meta.dirname, '../../dist/file-child.js'))
    await writeFile(broken, '')
    await writeFile(
      script,
      `import { existsSync } from 'node:fs'; if (existsSync(${JSON.stringify(broken)})) process.abort(); await import('${real}')`,
    )
    t.teardown(() => Promise.all([rm(broken, { force: true }), rm(script)]))
    const { upload, call, token, settled, announce, sha256 } = await startFileServer(t, {
      childUrl: pathToFileURL(script),
    })
    const pdf = makePdf([['Glicemia de jejum 98 mg/dL']])
    const file = await upload(pdf)
    t.like(file, { state: 'failed', error: { code: 'PROCESSING_FAILED' } })
    await call('POST', `/api/v1/files/${file.id}/retry`, { token })
    t.is((await settled(file.id)).error?.code, 'PROCESSING_FAILED')
    await rm(broken)
    const known = await announce(pdf, { sha256: sha256(pdf) })
    t.like(known.body, { upload: null, file: { id: file.id, state: 'processing' } })
    t.like(await settled(file.id), { state: 'ready', text_from: 'file' })
    const retried = await call('POST', `/api/v1/files/${file.id}/retry`, { token })
    t.like(retried, { status: 202, body: { state: 'ready' } })
    t.false(existsSync(broken))
  },
)

test.serial(
  'a file that is removed while it is read leaves nothing, and its reader ends',
  async (t) => {
    const { announce, put, call, token, dataDir, news } = await startFileServer(t)
    const picture = await printedPicture(LINES, 2400, 3400).png().toBuffer()
    const { file, upload } = (await announce(picture)).body as AnnouncedFile
    await put(upload!.url, picture)
    while ((await readers()).length === 0) await sleep(5)
    t.is((await call('DELETE', `/api/v1/files/${file.id}`, { token })).status, 204)
    while ((await readers()).length > 0) await sleep(5)
    const left = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    t.deepEqual(
      left.filter((entry) => entry.isFile()),
      [],
    )
    t.is(news.at(-1)?.type, 'file.removed')
  },
)

test.serial(
  'live speech goes first: recognition waits for its turn, and what needs none does not',
  async (t) => {
    const server = await startFileServer(t)
    const speech = speak(server)
    const picture = await printedPicture(LINES).png().toBuffer()
    const { file, upload } = (await server.announce(picture)).body as AnnouncedFile
    await server.put(upload!.url, picture)
    const text = await server.upload(makePdf([['Texto impresso nesta página']]))
    t.is(text.state, 'ready')
    t.is((await server.get(file.id)).state, 'processing')
    speech.end()
    t.is((await server.settled(file.id)).state, 'ready')
  },
)

test.serial(
  'recognition that has begun is stopped while somebody speaks, and goes on afterwards',
  async (t) => {
    const server = await startFileServer(t)
    const page = Array.from({ length: 26 }, (_, row) => `Exame ${row} de jejum: ${90 + row} mg/dL`)
    const picture = await printedPicture(page).png().toBuffer()
    const { file, upload } = (await server.announce(picture)).body as AnnouncedFile
    await server.put(upload!.url, picture)
    await server.inTurn()
    const speech = speak(server)
    const [reader] = await readers()
    await until(async () => isStopped(reader!))
    await sleep(300)
    t.is((await server.get(file.id)).state, 'processing')
    speech.end()
    t.is((await server.settled(file.id)).state, 'ready')
  },
)

test.serial('a reader that eats memory is killed, and so is one that hangs', async (t) => {
  const hanging = join(tmpdir(), `svc-hanging-${process.pid}.mjs`)
  await writeFile(hanging, "process.on('message', () => { for (;;); })")
  t.teardown(() => rm(hanging))
  const built = pathToFileURL(join(import.meta.dirname, '../../dist/file-child.js'))
  const read = (childUrl: URL, bounds: Partial<ReadBounds>, bytes: Buffer) =>
    fileReader({
      childUrl,
      bounds,
      recognitionFiles: null,
      limits,
      gate: computeGate(),
      log: silentLog,
    })(bytes, new AbortController().signal)
  // Of some length: on a busy machine one page is read before anybody looks.
  const pdf = makePdf(Array.from({ length: 80 }, () => ['a']))
  const small = { maxMemoryBytes: 40 << 20 }
  await t.throwsAsync(read(built, small, pdf), { code: 'pdf_invalid' })
  const picture = await paintedPicture(6000, 6000).jpeg().toBuffer()
  await t.throwsAsync(read(built, small, picture), { code: 'image_invalid' })
  const stalled = read(pathToFileURL(hanging), { stalledAfterMs: 300 }, pdf)
  await t.throwsAsync(stalled, { code: 'processing_timeout' })
  t.is((await readers()).length, 0)
})

const TASKSET = '/usr/bin/taskset'
const isShared = existsSync(TASKSET) && existsSync('/proc/self/schedstat')
;(isShared ? test.serial : test.serial.skip)(
  'a reader that gets no processor is waited for',
  async (t) => {
    const allowed = /^Cpus_allowed_list:\s+(\d+)/m.exec(await readFile('/proc/self/status', 'utf8'))
    const core = allowed![1]!
    const starved = join(tmpdir(), `svc-starved-${process.pid}.mjs`)
    // It goes to the core that others keep busy, says so, and computes there for twice the time
    // that a reader may be quiet.
    await writeFile(
      starved,
      `import { execFileSync } from 'node:child_process'
      process.on('message', () => {
        execFileSync('${TASKSET}', ['-apc', '${core}', String(process.pid)])
        process.send({ type: 'progress' }, () => {
          for (const end = Date.now() + 6000; Date.now() < end; );
          process.send({ type: 'failed', code: 'PDF_ENCRYPTED' }, () => process.disconnect())
        })
      })`,
    )
    t.teardown(() => rm(starved))
    // So many that it waits for seconds without a turn, as on a machine with far too much to do.
    for (let busy = 0; busy < 12; busy++) {
      const child = spawn(TASKSET, ['-c', core, process.execPath, '-e', 'for (;;);'])
      t.teardown(() => child.kill('SIGKILL'))
    }
    const read = fileReader({
      childUrl: pathToFileURL(starved),
      bounds: { stalledAfterMs: 3000 },
      recognitionFiles: null,
      limits,
      gate: computeGate(),
      log: silentLog,
    })
    const reading = read(makePdf([['a']]), new AbortController().signal)
    await t.throwsAsync(reading, { code: 'pdf_encrypted' })
  },
)

test.serial('bytes at rest that were altered, cut or exchanged are not read', async (t) => {
  const { contents, ehr, dataDir, newId } = await startFileServer(t)
  const keep = async (bytes: Buffer) => {
    const file = { id: newId(), consultationId: ehr.id }
    await using incoming = await contents.open(file)
    for (let at = 0; at < bytes.length; at += 10_000)
      await incoming.append(bytes.subarray(at, at + 10_000))
    await incoming.keep()
    return { file, path: join(dataDir, 'files', ehr.id, file.id) }
  }
  const chunk = 64 << 10
  for (const length of [1, chunk - 1, chunk, chunk + 1, 3 * chunk]) {
    const bytes = Buffer.alloc(length, 7)
    t.true(bytes.equals(Buffer.from((await contents.read((await keep(bytes)).file))!)), `${length}`)
  }
  const [one, other] = [
    await keep(Buffer.alloc(3 * chunk, 1)),
    await keep(Buffer.alloc(3 * chunk, 2)),
  ]
  const sealed = await readFile(one.path)
  const each = sealed.length / 3
  const altered = Buffer.from(sealed)
  altered[100]! ^= 1
  const parts = [0, 1, 2].map((at) => sealed.subarray(at * each, (at + 1) * each))
  for (const wrong of [
    altered,
    sealed.subarray(0, each * 2),
    Buffer.concat([parts[1]!, parts[0]!, parts[2]!]),
    Buffer.concat([sealed, parts[2]!]),
    await readFile(other.path),
    Buffer.alloc(0),
  ]) {
    await writeFile(one.path, wrong)
    await t.throwsAsync(contents.read(one.file), { code: 'vault_damaged' })
  }
})

test.serial(
  'neither names nor contents lie anywhere in the clear, nor in what is logged',
  async (t) => {
    const { upload, dataDir, said, database } = await startFileServer(t)
    const file = await upload(
      makePdf([['Diagnóstico XYZMARCA secreta'.normalize('NFD').replace(/[^\x20-\x7e]/g, '')]]),
      { name: 'XYZMARCA.pdf' },
    )
    t.is(file.state, 'ready')
    t.is(
      (await upload(Buffer.from('%PDF-XYZMARCA startxref 0 %%EOF'), { name: 'XYZMARCA2.pdf' }))
        .state,
      'failed',
    )
    t.false((await bytesAtRest(database.sequelize, dataDir)).includes('XYZMARCA'))
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    t.true(paths.some((path) => path.endsWith(file.id)))
    for (const path of paths) t.false((await readFile(path)).includes('XYZMARCA'), path)
    t.true(said().includes('file.received'))
    t.false(/XYZMARCA|Diagn/.test(said()))
  },
)

/** Live speech computes until `end`. */
function speak({ gate }: Server) {
  const speech = new AbortController()
  const ended = new Promise<void>((resolve) => {
    speech.signal.addEventListener('abort', () => resolve())
  })
  const signal = new AbortController().signal
  const done = gate.run({ priority: 'live', signal }, () => ended)
  return { end: () => speech.abort(), done }
}

/** Reading children of this process that run now. */
async function readers(): Promise<number[]> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  const pids = children.trim().split(' ').filter(Boolean).map(Number)
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids.filter((_, index) => lines[index]?.includes('file-child'))
}

async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await sleep(10)
}
