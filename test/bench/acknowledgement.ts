/**
 * How long a frame of sound waits for its acknowledgement, which comes after it is on the disk
 * (DESIGN §11: p99 at most 50 ms).
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fileReader } from '../../ai-local/files/read-file.ts'
import { shippedRecognition } from '../../bin/file-settings.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { silentLog } from '../../core/log.ts'
import { buildRecordingServer, startRecordingProcess } from '../helpers/recording-process.ts'
import type { ClientReport } from './acknowledgement-client.ts'
import { reportPages } from './recognition-material/report-pages.ts'

export interface AcknowledgementFigures {
  recordings: number
  frames: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Recordings whose statement was not complete. */
  lost: number
  /** While pictures are read. */
  reading?: true
}

const CLIENT = fileURLToPath(new URL('acknowledgement-client.ts', import.meta.url))

/**
 * With 1, 10 and 50 recordings at once on the real server, over loopback, the client in another
 * process; and with 10 while files are read.
 */
export async function benchAcknowledgement({
  seconds = 20,
} = {}): Promise<AcknowledgementFigures[]> {
  const figures: AcknowledgementFigures[] = []
  const program = await buildRecordingServer()
  for (const recordings of [1, 10, 50]) figures.push(await measure(program, recordings, seconds))
  figures.push({ ...(await whileReading(() => measure(program, 10, seconds))), reading: true })
  await rm(program)
  return figures
}

/** With pages of results read off pictures meanwhile, one after the other, as the service does. */
async function whileReading<Of>(work: () => Promise<Of>): Promise<Of> {
  const root = join(import.meta.dirname, '../..')
  const stopped = new AbortController()
  const read = fileReader({
    childUrl: new URL('../../dist/file-child.js', import.meta.url),
    recognitionFiles: shippedRecognition(root),
    limits: { maxBytes: 1e8, maxFiles: 1, maxTotalBytes: 1e8, maxPdfPages: 1, addressMs: 1e6 },
    gate: computeGate(),
    log: silentLog,
  })
  const pages = await reportPages(2)
  const reading = (async () => {
    for (let at = 0; !stopped.signal.aborted; at++)
      await read(pages[at % pages.length]!.picture, stopped.signal)
  })().catch((error) => {
    if (!stopped.signal.aborted) throw error
  })
  try {
    return await work()
  } finally {
    stopped.abort()
    await reading
  }
}

async function measure(
  program: string,
  recordings: number,
  seconds: number,
): Promise<AcknowledgementFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  const server = await startRecordingProcess(program, dataDir, { consultations: recordings })
  try {
    const args = ['--import=tsx', CLIENT, String(server.port), server.token!, String(seconds)]
    const { stdout } = await promisify(execFile)(process.execPath, [...args, ...server.ehrIds], {
      maxBuffer: 64 << 20,
    })
    const { latenciesMs, complete } = JSON.parse(stdout) as ClientReport
    const sorted = latenciesMs.toSorted((a, b) => a - b)
    const at = (share: number) => round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
    return {
      recordings,
      frames: sorted.length,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      maxMs: at(1),
      lost: recordings - complete,
    }
  } finally {
    await server.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}
