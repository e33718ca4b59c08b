/**
 * What a flood of one token, under doctors that it makes up, costs the others: how
 * long their documents, files and requests take, beside the same in an idle house. Goal: p95 within
 * twice. The order of every queue is asserted in test/unit/engine/fair-queues.test.ts.
 */
import { createHash, randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Appliance, startAppliance } from '../helpers/appliance.ts'
import { makePdf } from '../helpers/make-pdf.ts'
import { count, percentile, teardowns } from './figures.ts'
import { answerOf, request } from './request.ts'

const PAUSE_MS = 200
const TEXT = 'Paciente refere tosse seca há três dias. Nega febre. Em uso de losartana 50 mg.\n'

/** `ROUNDS=12` visits of each of `DOCTORS=4`, beside `FLOOD=40` invented ones. */
export async function benchShares() {
  const rounds = count('ROUNDS', 12)
  const doctors = count('DOCTORS', 4)
  const flooding = count('FLOOD', 40)
  const after = teardowns()
  const appliance = await startAppliance(after, {
    SVC_SPEECH_ENGINE: 'off',
    SVC_GENERATOR: 'rules',
  })
  await houseFor(appliance, doctors, 2)
  const idle = await houseFor(appliance, doctors, rounds)

  let going = true
  const token = await appliance.token()
  const flood = Array.from({ length: flooding }, async (_, i) => {
    while (going) {
      const ask = asker(appliance, token)
      await oneVisit(ask, `invented-${i}`, TEXT.repeat(200)).catch(() => sleep(PAUSE_MS))
    }
  })
  await sleep(3000)
  const flooded = await houseFor(appliance, doctors, rounds)
  going = false
  await Promise.all(flood)
  await after.run()
  const names = ['requestMs', 'documentMs', 'fileMs'] as const
  return {
    loadAverage: loadavg()[0],
    idle,
    flooded,
    ratioP95: Object.fromEntries(
      names.map((name) => [name, Number((flooded[name].p95 / idle[name].p95).toFixed(2))]),
    ),
  }
}

async function houseFor(appliance: Appliance, doctors: number, rounds: number) {
  const seen = { requestMs: [] as number[], documentMs: [] as number[], fileMs: [] as number[] }
  const work = Array.from({ length: doctors }, async (_, i) => {
    const ask = asker(appliance, await appliance.token())
    for (let round = 0; round < rounds; round++) {
      const took = await oneVisit(ask, `doctor-${i}`, TEXT.repeat(20))
      for (const name of ['requestMs', 'documentMs', 'fileMs'] as const) seen[name].push(took[name])
      await sleep(PAUSE_MS)
    }
  })
  await Promise.all(work)
  const figures = (times: number[]) => ({
    p50: Math.round(percentile(times, 0.5)),
    p95: Math.round(percentile(times, 0.95)),
  })
  return {
    requestMs: figures(seen.requestMs),
    documentMs: figures(seen.documentMs),
    fileMs: figures(seen.fileMs),
  }
}

type Ask = ReturnType<typeof asker>

async function oneVisit(ask: Ask, doctor_id: string, context_markdown: string) {
  const ids = { consultation_id: randomUUID(), doctor_id, patient_id: 'p' }
  const { id, version } = await ask('PUT', '/api/v1/ehrs/by-external-id', ids)
  await ask('PATCH', `/api/v1/ehrs/${id}`, { version, context_markdown })
  const asked = performance.now()
  await ask('GET', `/api/v1/ehrs/${id}`)
  const requestMs = performance.now() - asked
  const fileMs = await timed(() => readFile(ask, id))
  const documentMs = await timed(() =>
    ask('POST', `/api/v1/ehrs/${id}/documents`, { template_id: 'soap' }),
  )
  return { requestMs, documentMs, fileMs }
}

async function readFile(ask: Ask, ehrId: string) {
  const content = makePdf([[`Glicemia de jejum 98 mg/dL, ${randomUUID()}`]])
  const sha256 = createHash('sha256').update(content).digest('hex')
  const announced = { name: 'exame', size_bytes: content.length, source: 'user', sha256 }
  const { file, upload } = await ask('POST', `/api/v1/ehrs/${ehrId}/files`, announced)
  await ask('PUT', upload.url, content)
  for (;;) {
    const { state } = await ask('GET', `/api/v1/files/${file.id}`)
    if (state === 'ready') return
    if (state === 'failed') throw new Error('the file was not read')
    await sleep(150)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunMs = performance.now()
  await work()
  return performance.now() - begunMs
}

/** Waits where a limit says so: waits of limits are the caller's own. */
function asker({ url }: Appliance, token: string) {
  return async (method: string, path: string, body?: object) => {
    for (;;) {
      const response = await request({ url, token }, method, path, body)
      if (response.status === 429) {
        await response.body?.cancel()
        await sleep(100)
        continue
      }
      if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}`)
      return answerOf(response)
    }
  }
}
