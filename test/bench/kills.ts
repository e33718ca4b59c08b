import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killWhileRecording } from '../helpers/recording-kill.ts'

export interface KillFigures {
  kills: number
  /** Restarts that held less than was acknowledged. */
  broken: number
  complete: boolean
  framesAcknowledged: number
}

/** The kill test at length: the server killed with SIGKILL at random moments of a recording (DESIGN §2.1). */
export async function benchKills({ kills = 500 } = {}): Promise<KillFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-kills-'))
  try {
    const options = { dataDir, kills, maxAliveMs: 1000, random: Math.random }
    const { broken, statement, acknowledgedAtKill } = await killWhileRecording(options)
    const framesAcknowledged = acknowledgedAtKill.at(-1) ?? 0
    return { kills, broken, complete: statement.complete, framesAcknowledged }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
