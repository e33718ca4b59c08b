// Own process: changes its working and temporary folders.
/**
 * Nothing of a patient is readable on the disk. A visit with words that occur nowhere else goes
 * through the whole service: context and history, live speech, a file, a document that is edited
 * and reviewed, a host's schema, the national network. Then every byte below the process's folders
 * is searched: database and its logs, sound, files, the log, temporary files, and whatever a
 * process left where it stood. Then the patient is erased, and it is searched again.
 */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { jsonLog } from '../../bin/log.ts'
import { DEMO_CNES, DEMO_DOCTOR } from '../../bin/tools/demo/rnds/demo-hospital.ts'
import { simulatedPeople } from '../../bin/tools/rnds-simulator/people.ts'
import type { AnnouncedFile, FilesBody } from '../../core/contract/files.ts'
import { samplesToBytes } from '../../core/contract/frames.ts'
import { buildCli } from '../helpers/cli.ts'
import { type DemoService, demoFolder, until } from '../helpers/demo-service.ts'
import { makePdf } from '../helpers/make-pdf.ts'
import { findPlanted } from '../helpers/planted-words.ts'
import { connectChannel } from '../helpers/recording-client.ts'
import { framesOf, noise } from '../helpers/recording-sound.ts'
import { openTranscripts } from '../helpers/spoken-lines.ts'

const WORDS = {
  patient: 'prontuario-Zorvalino-5521',
  consultation: 'atendimento-Quexadur-7714',
  doctor: 'crm-Brunivasco-3390',
  context: 'Alergia a camarãozinho-pistola-azul',
  history: 'Operou a vesícula em Xerimbaúva',
  spoken: 'Tropecei no Jabuticabal-Mirandópolis',
  corrected: 'Escorreguei em Uirapurulândia',
  fileName: 'Laudo Fenomenildo Vascaíno',
  fileText: 'Hemoglobina da senhora Ermengardina',
  edited: 'Conduta combinada com Plubertino',
  consent: 'assinou diante de Gracindovaldo',
  /** Of a patient whom the rehearsed network knows. */
  cpf: simulatedPeople.patients[0]?.cpf ?? '',
}
const SOUND = noise(16_000, 4711)

const ROOT = await mkdtemp(join(tmpdir(), 'svc-planted-'))
const [temporary, standing, logFile] = [
  join(ROOT, 'tmp'),
  join(ROOT, 'cwd'),
  join(ROOT, 'server.log'),
]
const endings: (() => unknown)[] = []
const teardown = { teardown: (end: () => unknown) => void endings.unshift(end) }

test.before(async () => {
  await mkdir(temporary)
  await mkdir(standing)
  // Of this process and of every one it starts.
  process.env.TMPDIR = temporary
  process.chdir(standing)
})

test.after.always(async () => {
  for (const end of endings) await end()
  process.chdir('/')
  await rm(ROOT, { recursive: true, force: true, maxRetries: 5 })
})

test.serial('the search finds a planted word in every form it looks for', async (t) => {
  const folder = join(ROOT, 'control')
  await mkdir(folder)
  const word = WORDS.context
  const forms: Record<string, Buffer> = {
    'utf-8': Buffer.from(`x${word}x`),
    upper: Buffer.from(word.replace(/[a-z]/g, (letter) => letter.toUpperCase())),
    'utf-16le': Buffer.from(word, 'utf16le'),
    'utf-16be': Buffer.from(word, 'utf16le').swap16(),
    'latin-1': Buffer.from(word, 'latin1'),
    hex: Buffer.from(Buffer.from(word).toString('hex')),
    base64: Buffer.from(Buffer.from(`ab${word}cd`).toString('base64')),
    base64url: Buffer.from(Buffer.from(`a${word}cd`).toString('base64url')),
    gzip: Buffer.concat([randomBytes(99), gzipSync(`{"a":"${word}"}`), randomBytes(99)]),
    json: Buffer.from(
      JSON.stringify(word).replace(/[^ -~]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
    ),
    url: Buffer.from(encodeURIComponent(word)),
  }
  for (const [form, bytes] of Object.entries(forms)) {
    await writeFile(join(folder, form), bytes)
    const { found } = await findPlanted(folder, [word], (file) => file !== form)
    t.true(found.length > 0, form)
  }
  await writeFile(join(folder, 'sound'), samplesToBytes(SOUND))
  const piece = Buffer.from(samplesToBytes(SOUND.subarray(800, 832)))
  t.is((await findPlanted(folder, [piece], (file) => file !== 'sound')).found.length, 1)
  await rm(folder, { recursive: true })
})

test.serial(
  'a whole visit leaves no readable word, and its erasure leaves nothing at all',
  async (t) => {
    t.timeout(600_000)
    const log = jsonLog('debug', { write: (line) => appendFileSync(logFile, line) })
    const folder = await demoFolder(teardown, { SVC_GENERATOR: 'rules' }, log)
    const service = await folder.start()
    await service.connected()
    const { ehrId, recordingId, fileId } = await wholeVisit(service, folder.dataDir, t)

    const planted = [...Object.values(WORDS), Buffer.from(samplesToBytes(SOUND.subarray(800, 832)))]
    // The rehearsal plays the network itself: what it was sent is its own, of people who do not
    // exist.
    const isNetwork = (file: string) => file.includes('keys/rnds-simulator/')
    // Another process copies what is searched: opening and closing a database's file ends the locks
    // that this one holds on it.
    const copy = `${ROOT}-copy`
    const search = async () => {
      await promisify(execFile)('cp', ['-r', ROOT, copy]).catch(() => {})
      const result = await findPlanted(copy, planted, isNetwork)
      await rm(copy, { recursive: true })
      return result
    }
    const during = await search()
    t.deepEqual(during.found, [], 'while the service runs')
    t.true(during.bytes > 200_000, `${during.bytes} bytes in ${during.files} files`)

    const audio = join(folder.dataDir, 'audio', ehrId, recordingId, '0.svc')
    const file = join(folder.dataDir, 'files', ehrId, fileId)
    const copies = join(ROOT, 'copies')
    await mkdir(copies)
    await copyFile(audio, join(copies, '0.svc'))

    const { run } = await buildCli(t, { SVC_DATA_DIR: folder.dataDir })
    const healthy = await run(['consult', 'verify', '--json'])
    t.is(healthy.code, 0, healthy.stderr)
    const report = healthy.json
    t.like(report, { consultations: 1, files: 1, channels: 1, faults: [] })
    t.true(report.values > 10, healthy.stdout)

    const shown = await run(['consult', 'show', ehrId])
    t.is(shown.code, 0, shown.stderr)
    t.true(shown.stdout.includes(WORDS.doctor), shown.stdout)
    t.true(shown.stdout.includes(fileId), shown.stdout)
    const { doctor: _, ...hidden } = WORDS
    for (const word of Object.values(hidden)) t.false(shown.stdout.includes(word), word)

    t.is((await run(['consult', 'hold', ehrId, '--reason', WORDS.context])).code, 0)
    const held = await run(['consult', 'purge', ehrId, '--yes', '--json'])
    t.is(held.failure.error, 'legal_hold')
    t.deepEqual((await search()).found, [], 'why it is held')
    t.is((await run(['consult', 'release', ehrId])).code, 0)

    const patient = ['consult', 'purge', '--patient', '-', '--by', 'Encarregada']
    const dry = await run([...patient, '--dry-run', '--json'], {}, WORDS.patient)
    t.is(dry.code, 0, dry.stderr)
    t.is(dry.json.consultations[0].consultation_id, ehrId)
    t.true(existsSync(audio))
    const purged = await run([...patient, '--yes', '--json'], {}, WORDS.patient)
    t.is(purged.code, 0, purged.stderr)
    const certificate = purged.json
    t.like(certificate, { by: 'Encarregada', swept: true, forced: false })
    t.is(certificate.consultations[0].consultation_id, ehrId)
    t.regex(certificate.consultations[0].key_fingerprint, /^[0-9a-f]{32}$/)
    t.true(certificate.consultations[0].rows.documents > 0)
    const kept = JSON.parse(await readFile(certificate.path, 'utf8'))
    const text = JSON.stringify({ ...kept, sha256: '' })
    t.is(kept.sha256, createHash('sha256').update(text).digest('hex'))
    t.true(existsSync(certificate.path.replace('.json', '.txt')))

    t.false(existsSync(audio))
    t.false(existsSync(file))
    const after = await search()
    t.deepEqual(after.found, [], 'after the erasure')
    // Not even as they were sealed: neither the wrapped key nor a sealed word of the visit is left
    // in the database.
    t.deepEqual((await run(['consult', 'verify', '--json'])).json, {
      consultations: 0,
      values: 0,
      files: 0,
      channels: 0,
      erased: 0,
      faults: [],
      not_understood: [],
      unused: [],
    })

    // A copy that somebody kept: put back where it lay, it cannot be heard.
    await mkdir(join(folder.dataDir, 'audio', ehrId, recordingId), { recursive: true })
    await copyFile(join(copies, '0.svc'), audio)
    const token = await tokenOf(service)
    const answers = await Promise.all([
      call(service, token, 'GET', `/ehrs/${ehrId}`),
      call(service, token, 'GET', `/ehrs/${ehrId}/audio?start_ms=0&end_ms=500`),
      call(service, token, 'POST', `/ehrs/${ehrId}/files`, {
        name: 'a.pdf',
        size_bytes: 10,
        source: 'user',
      }),
      call(service, token, 'PUT', '/ehrs/by-external-id', identifiers()),
      service.call('POST', `/v1/ehrs/${ehrId}/rnds/submit`, submission(), {
        authorization: `Bearer ${token}`,
      }),
    ])
    t.deepEqual(
      answers.map(({ body }) => body.error),
      answers.map(() => 'consultation_erased'),
    )
    const channel = await connectChannel(service.url.replace('http', 'ws'))
    channel.send({ type: 'hello', ehr_id: ehrId, token })
    t.like(await channel.next('error'), { error: 'consultation_erased' })
    t.is((await channel.closed).code, 4404)
  },
)

function identifiers() {
  return {
    consultation_id: WORDS.consultation,
    doctor_id: WORDS.doctor,
    patient_id: WORDS.patient,
  }
}

function submission() {
  return { patient_cpf: WORDS.cpf, practitioner_cns: DEMO_DOCTOR.cns, cnes: DEMO_CNES }
}

async function tokenOf(service: DemoService): Promise<string> {
  return (await service.call('POST', '/demo/session-token')).body.access
}

function call(service: DemoService, token: string, method: string, path: string, body?: object) {
  return service.call(method, `/api/v1${path}`, body, { authorization: `Bearer ${token}` })
}

/** Everything a visit can have, through the interfaces that hosts and the plugin use. */
async function wholeVisit(
  service: DemoService,
  dataDir: string,
  t: { is(a: unknown, b: unknown, message?: string): void; true(a: boolean, m?: string): void },
) {
  const token = await tokenOf(service)
  const api = async (method: string, path: string, body?: object, status = 200) => {
    const answer = await call(service, token, method, path, body)
    t.is(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const { id: ehrId, version } = await api('PUT', '/ehrs/by-external-id', identifiers(), 201)
  await api('PATCH', `/ehrs/${ehrId}`, {
    version,
    context_markdown: `${WORDS.context}. Dor de garganta há 3 dias. Febre de 39 graus. Diagnóstico de amigdalite.`,
    set_background_history: { text: WORDS.history },
    consent: { status: 'given', method: WORDS.consent },
  })

  const recordingId = crypto.randomUUID()
  const channel = await connectChannel(service.url.replace('http', 'ws'))
  channel.send({ type: 'hello', ehr_id: ehrId, token })
  await channel.next('welcome')
  channel.send({ type: 'recording.start', recording_id: recordingId, channels: 1 })
  await channel.next('recording.ready')
  const frames = framesOf(SOUND)
  for (const frame of frames) channel.sendFrame(frame)
  const sha256 = createHash('sha256').update(samplesToBytes(SOUND)).digest('hex')
  channel.send({
    type: 'recording.finish',
    recording_id: recordingId,
    channels: [{ channel: 0, last_sequence: frames.length - 1, samples: SOUND.length, sha256 }],
  })
  t.true((await channel.next('recording.statement')).complete)
  channel.socket.close()

  const transcripts = await openTranscripts(teardown, { dataDir })
  await transcripts.write(ehrId, [{ text: `${WORDS.spoken}.` }, { text: 'Dói a garganta.' }])
  const { transcriptions } = await api('GET', `/ehrs/${ehrId}/transcriptions`)
  await api('PATCH', `/ehrs/${ehrId}/transcriptions/${transcriptions[0].id}`, {
    text: `${WORDS.corrected}.`,
  })

  const pdf = makePdf([[WORDS.fileText, 'Glicemia 98 mg/dL']], { packed: true })
  const announced: AnnouncedFile = await api(
    'POST',
    `/ehrs/${ehrId}/files`,
    { name: `${WORDS.fileName}.pdf`, size_bytes: pdf.length, source: 'user' },
    201,
  )
  const sent = await fetch(service.url + announced.upload?.url, { method: 'PUT', body: pdf })
  t.is(sent.status, 202)
  const fileId = announced.file.id
  await until(async () => {
    // The token may ask twenty times a second, and more is asked afterwards.
    await sleep(200)
    const { files }: FilesBody = await api('GET', `/ehrs/${ehrId}/files`)
    return files[0]?.state === 'ready'
  })

  await call(service, token, 'POST', `/ehrs/${ehrId}/documents`, { template_id: 'soap' })
  const { documents } = await api('GET', `/ehrs/${ehrId}/documents`)
  const [document] = documents
  const field = Object.keys(document.content)[0] ?? ''
  const edited = await api('PATCH', `/documents/${document.id}`, {
    version: document.version,
    content: { ...document.content, [field]: WORDS.edited },
  })
  const schema = {
    type: 'object',
    description: '',
    properties: { queixaPrincipal: { type: 'string', description: 'Queixa principal' } },
  }
  await api('POST', `/documents/${document.id}/structured-output`, {
    schema,
    version: edited.version,
  })
  await api('POST', `/documents/${document.id}/review`, { version: edited.version })
  await api('PUT', `/ehrs/${ehrId}/diagnoses`, { diagnoses: [{ code: 'J039', principal: true }] })

  const network = (method: string, path: string, body?: object) =>
    service.call(method, `/v1/ehrs/${ehrId}/rnds/${path}`, body, {
      authorization: `Bearer ${token}`,
    })
  const submitted = await network('POST', 'submit', submission())
  t.is(submitted.status, 200, JSON.stringify(submitted.body))
  await until(async () => (await network('GET', 'status')).body.status === 'accepted')
  return { ehrId, recordingId, fileId }
}
