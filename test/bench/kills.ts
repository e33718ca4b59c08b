import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killWhileRecording } from '../helpers/recording-kill.ts'
import { count, tellProgress } from './figures.ts'

export interface KillFigures {
  kills: number
  /** Restarts that held less than was acknowledged. */
  broken: number
  complete: boolean
  framesAcknowledged: number
}

/** The kill test at length: the server killed with SIGKILL at random moments of a recording (DESIGN §2.1). `KILLS=20` makes fewer. */
export async function benchKills({ kills = count('KILLS', 500) } = {}): Promise<KillFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-kills-'))
  try {
    const onKill = (done: number) => tellProgress('kills', done, kills)
    const options = { dataDir, kills, maxAliveMs: 1000, random: Math.random, onKill }
    const { broken, statement, acknowledgedAtKill } = await killWhileRecording(options)
    const framesAcknowledged = acknowledgedAtKill.at(-1) ?? 0
    return { kills, broken, complete: statement.complete, framesAcknowledged }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
