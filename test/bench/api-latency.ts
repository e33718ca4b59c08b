import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Appliance, startAppliance } from '../helpers/appliance.ts'
import { percentile, teardowns } from './figures.ts'

const SPEECH = new URL('../fixtures/speech/conversa.wav', import.meta.url)
const WAV_HEADER_BYTES = 44
/** The sample is 24 s long: ten minutes of sound. */
const REPEATS = 25
const REQUESTS = 400
/** Below the limit of ten requests a second and token. */
const PAUSE_MS = 20
const TOKENS = 8

/**
 * How long the plugin's most frequent request (the state of a consultation) takes while both cores
 * transcribe, beside the same when the box is idle (DESIGN §11: p99 at most 30 ms).
 */
export async function benchApiLatency() {
  const after = teardowns()
  const appliance = await startAppliance(after)
  const tokens = await Promise.all(Array.from({ length: TOKENS }, () => appliance.token()))
  const ehr = await openConsultation(appliance, tokens[0]!)
  await speechReady(appliance, tokens[0]!)

  const idle = await measure(appliance, tokens, ehr)
  await upload(appliance, tokens[0]!, ehr)
  const busy = await measure(appliance, tokens, ehr)
  const stillBusy = !(await isFinished(appliance, tokens[0]!, ehr))
  await after.run()

  return {
    requests: REQUESTS,
    transcribingThroughout: stillBusy,
    idle,
    busy,
    ratioP99: Number((busy.p99Ms / idle.p99Ms).toFixed(2)),
  }
}

async function measure({ url }: Appliance, tokens: string[], ehr: string) {
  const times: number[] = []
  for (let i = 0; i < REQUESTS; i++) {
    const begin = performance.now()
    const response = await fetch(`${url}/api/v1/ehrs/${ehr}`, {
      headers: bearer(tokens[i % TOKENS]!),
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`the request was answered ${response.status}`)
    times.push(performance.now() - begin)
    await sleep(PAUSE_MS)
  }
  return {
    p50Ms: Number(percentile(times, 0.5).toFixed(2)),
    p99Ms: Number(percentile(times, 0.99).toFixed(2)),
  }
}

async function openConsultation({ url }: Appliance, token: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/ehrs/by-external-id`, {
    method: 'PUT',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({ consultation_id: 'bench', doctor_id: 'bench', patient_id: 'bench' }),
  })
  return ((await response.json()) as { id: string }).id
}

async function speechReady({ url }: Appliance, token: string) {
  for (;;) {
    const response = await fetch(`${url}/api/v1/session/validate`, {
      method: 'POST',
      headers: bearer(token),
    })
    const { speech } = (await response.json()) as {
      speech: { state: string; message: string | null }
    }
    if (speech.state === 'ready') return
    if (speech.state === 'unavailable') throw new Error(speech.message ?? 'no speech engine')
    await sleep(1000)
  }
}

async function upload({ url }: Appliance, token: string, ehr: string) {
  const wav = await readFile(SPEECH)
  const sound = wav.subarray(WAV_HEADER_BYTES)
  const bytes = sound.length * REPEATS
  const header = Buffer.from(wav.subarray(0, WAV_HEADER_BYTES))
  header.writeUInt32LE(bytes + 36, 4)
  header.writeUInt32LE(bytes, 40)
  const response = await fetch(`${url}/api/v1/ehrs/${ehr}/audio`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'audio/wav' },
    body: Buffer.concat([header, ...Array.from({ length: REPEATS }, () => sound)]),
  })
  if (!response.ok) throw new Error(`the upload was answered ${response.status}`)
}

async function isFinished({ url }: Appliance, token: string, ehr: string): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/ehrs/${ehr}/transcriptions`, {
    headers: bearer(token),
  })
  return ((await response.json()) as { finished: boolean }).finished
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}
