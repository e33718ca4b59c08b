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
import { buildRecordingServer, startRecordingProcess } from '../helpers/recording-process.ts'
import type { ClientReport } from './acknowledgement-client.ts'

export interface AcknowledgementFigures {
  recordings: number
  frames: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Recordings whose statement was not complete. */
  lost: number
}

const CLIENT = fileURLToPath(new URL('acknowledgement-client.ts', import.meta.url))

/**
 * With 1, 10 and 50 recordings at once on the real server, over loopback, the client in another
 * process.
 */
export async function benchAcknowledgement({
  seconds = 20,
} = {}): Promise<AcknowledgementFigures[]> {
  const figures: AcknowledgementFigures[] = []
  const program = await buildRecordingServer()
  for (const recordings of [1, 10, 50]) figures.push(await measure(program, recordings, seconds))
  await rm(program)
  return figures
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
