/**
 * A busy house for a long time: doctors who record in real time, a file and a document in each
 * visit, and a SIGKILL of the service every few minutes. `MINUTES=10`, `RECORDINGS=20`,
 * `KILL_EVERY_S=300`. Each statement is compared with what was sent, to the sample; what was
 * acknowledged before a kill must be there after it.
 */
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Appliance, startAppliance } from '../helpers/appliance.ts'
import { makePdf } from '../helpers/make-pdf.ts'
import { connectChannel, enterRecording } from '../helpers/recording-client.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'
import { count, percentile, teardowns, tellProgress } from './figures.ts'
import { answerOf, request } from './request.ts'

const SVCCTL = fileURLToPath(new URL('../../bin/svcctl', import.meta.url))
const FRAME_SAMPLES = 1600
const FRAME_MS = 100
const SHORTEST_S = 40
const LONGEST_S = 90
const AGAIN_MS = 250
const VALUE = 'Glicemia de jejum 98 mg/dL'

export interface SoakFigures {
  minutes: number
  loadAverage: { before: number; after: number }
  kills: number
  recordings: number
  framesAcknowledged: number
  /** Returns after a kill to less than was acknowledged. Must be 0. */
  broken: number
  /** Statements that are not right to the sample. Must be 0. */
  wrong: number
  documents: number
  files: number
  /** Documents and files that were confirmed, and are not there at the end. Must be 0. */
  lost: number
  /** Must be true. */
  auditWhole: boolean
  ackMs: { p50: number; p99: number; max: number }
}

interface Kept {
  token: string
  recordings: { id: string; samples: number; digest: string }[]
  documents: string[]
  files: string[]
}

/** @throws at the end, with the figures, where something that must not happen did */
export async function benchSoak(): Promise<SoakFigures> {
  const minutes = count('MINUTES', 60)
  const doctors = count('RECORDINGS', 20)
  const everyMs = count('KILL_EVERY_S', 300) * 1000
  const before = loadavg()[0] ?? 0
  const after = teardowns()
  const appliance = await startAppliance(after)
  const endsMs = performance.now() + minutes * 60_000
  const seen = { framesAcknowledged: 0, broken: 0, wrong: 0 }
  const ackMs: number[] = []
  const kept: Kept[] = []
  let kills = 0

  const killing = (async () => {
    for (let next = performance.now() + everyMs; next < endsMs; next += everyMs) {
      await sleep(next - performance.now())
      await appliance.restart()
      kills++
      tellProgress('kills', kills, Math.floor((minutes * 60_000) / everyMs), JSON.stringify(seen))
    }
  })()
  await Promise.all([killing, ...Array.from({ length: doctors }, (_, i) => work(i))])

  async function work(doctor: number) {
    await sleep(doctor * 200)
    for (let visit = 0; performance.now() < endsMs; visit++)
      kept.push(await oneVisit(`doctor-${doctor}`, doctor * 1000 + visit))
  }

  async function oneVisit(doctorId: string, seed: number): Promise<Kept> {
    const token = await patient(() => appliance.token())
    const ask = asker(appliance, token)
    const ids = { consultation_id: randomUUID(), doctor_id: doctorId, patient_id: `p-${seed}` }
    const { id } = await ask('PUT', '/api/v1/ehrs/by-external-id', ids)
    const { version } = await ask('GET', `/api/v1/ehrs/${id}`)
    const context_markdown = 'Paciente refere tosse seca há três dias. Nega febre.'
    await ask('PATCH', `/api/v1/ehrs/${id}`, {
      version,
      consent: { status: 'given' },
      context_markdown,
    })
    const recordingId = randomUUID()
    const seconds = SHORTEST_S + ((seed * 7919) % (LONGEST_S - SHORTEST_S))
    const sound = noise(seconds * 16_000, seed + 1)
    const statement = await record({ token, ehrId: id, recordingId, sound })
    const digest = sha256(sound)
    const [channel] = statement.channels
    const isRight =
      statement.complete && channel?.sha256 === digest && channel.held_samples === sound.length
    if (!isRight) seen.wrong++
    const file = await sendFile(ask, id)
    const document = await generate(ask, id)
    return {
      token,
      recordings: [{ id: recordingId, samples: sound.length, digest }],
      documents: [document],
      files: [file],
    }
  }

  async function record(who: {
    token: string
    ehrId: string
    recordingId: string
    sound: Int16Array
  }) {
    const { token, ehrId, recordingId, sound } = who
    const frames = framesOf(sound, FRAME_SAMPLES)
    const sentAtMs = new Map<number, number>()
    let acknowledged = 0
    for (;;) {
      const client = await patient(() => connectChannel(appliance.url.replace('http', 'ws')))
      try {
        const from = await enterRecording(client, { token, ehrId, recordingId })
        if (from < acknowledged) seen.broken++
        client.socket.on('message', (data) => {
          const message = JSON.parse(String(data)) as { type: string; next_sequence: number }
          if (message.type !== 'recording.ack') return
          for (; acknowledged < message.next_sequence; acknowledged++) {
            seen.framesAcknowledged++
            const sent = sentAtMs.get(acknowledged)
            if (sent !== undefined) ackMs.push(performance.now() - sent)
          }
        })
        // What waited while nobody answered goes at once; it is no measure of an acknowledgement.
        sentAtMs.clear()
        const startMs = performance.now()
        for (let i = from; i < frames.length; i++) {
          const isLate = i < acknowledged
          if (client.socket.readyState !== 1) throw new Error('the channel closed')
          if (!isLate) sentAtMs.set(i, performance.now())
          client.sendFrame(frames[i]!)
          await sleep(Math.max(0, startMs + (i - from) * FRAME_MS - performance.now()))
        }
        const claim = {
          channel: 0,
          last_sequence: frames.length - 1,
          samples: sound.length,
          sha256: sha256(sound),
        }
        client.send({ type: 'recording.finish', recording_id: recordingId, channels: [claim] })
        return await client.next('recording.statement')
      } catch {
        await sleep(AGAIN_MS)
      } finally {
        client.socket.terminate()
      }
    }
  }

  // What was confirmed is there after all kills.
  let lost = 0
  for (const { token, recordings, documents, files } of kept) {
    const ask = asker(appliance, token)
    for (const { id, samples, digest } of recordings) {
      const { statement } = await ask('GET', `/api/v1/recordings/${id}`)
      const [channel] = statement?.channels ?? []
      if (channel?.held_samples !== samples || channel.sha256 !== digest) seen.wrong++
    }
    for (const id of documents) if ((await ask('GET', `/api/v1/documents/${id}`)).id !== id) lost++
    for (const id of files) if ((await ask('GET', `/api/v1/files/${id}`)).id !== id) lost++
  }
  await appliance.kill('SIGTERM')
  const auditWhole = await isAuditWhole(appliance.dataDir)
  await after.run()
  const at = (share: number) => Math.round(percentile(ackMs, share) * 10) / 10
  const figures = {
    minutes,
    loadAverage: { before, after: loadavg()[0] ?? 0 },
    kills,
    recordings: kept.length,
    ...seen,
    documents: kept.flatMap(({ documents }) => documents).length,
    files: kept.flatMap(({ files }) => files).length,
    lost,
    auditWhole,
    ackMs: { p50: at(0.5), p99: at(0.99), max: at(1) },
  }
  if (seen.broken + seen.wrong + lost > 0 || !auditWhole) throw new Error(JSON.stringify(figures))
  return figures
}

/** Until it succeeds: the service may be killed at any moment. */
async function patient<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch {
      await sleep(AGAIN_MS)
    }
  }
}

type Ask = ReturnType<typeof asker>

/** As a patient client: asks again while the service is away or says when to come back. */
function asker({ url }: Appliance, token: string) {
  return (method: string, path: string, body?: object) =>
    patient(async () => {
      const response = await request({ url, token }, method, path, body)
      if (response.status === 429 || response.status >= 500) throw new Error('later')
      // What was cut off has no end and is asked for again.
      return answerOf(response)
    })
}

async function sendFile(ask: Ask, ehrId: string): Promise<string> {
  const content = makePdf([[VALUE]])
  for (;;) {
    const announced = await ask('POST', `/api/v1/ehrs/${ehrId}/files`, {
      name: 'exame',
      size_bytes: content.length,
      source: 'user',
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    // A repeated announcement of a file that arrived has no address.
    if (!announced.upload) return announced.file.id
    const sent = await ask('PUT', announced.upload.url, content)
    if (!sent.error) return announced.file.id
  }
}

async function generate(ask: Ask, ehrId: string): Promise<string> {
  for (;;) {
    const last = await ask('POST', `/api/v1/ehrs/${ehrId}/documents`, { template_id: 'soap' })
    if (last.type === 'done') return last.document.id
    await sleep(AGAIN_MS)
  }
}

async function isAuditWhole(dataDir: string): Promise<boolean> {
  const env = { PATH: process.env.PATH, HOME: dataDir, SVC_DATA_DIR: dataDir }
  return promisify(execFile)(process.execPath, [SVCCTL, 'audit', 'verify'], { env }).then(
    () => true,
    () => false,
  )
}
