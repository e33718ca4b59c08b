import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killWhileRecording } from '../helpers/recording-kill.ts'
import { count, tellProgress } from './figures.ts'

export interface KillFigures {
  kills: number
  recordings: number
  /** Restarts that held less than was acknowledged. Must be 0. */
  broken: number
  /** Recordings whose stored sound is not what was sent, by digest. Must be 0. */
  incomplete: number
  framesAcknowledged: number
}

/** Each recording's sound lasts for so many kills. */
const KILLS_A_RECORDING = 8

/**
 * The kill test at length: the server killed with SIGKILL at random moments of recordings (DESIGN
 * §2.1). `KILLS=20` makes fewer.
 */
export async function benchKills({ kills = count('KILLS', 500) } = {}): Promise<KillFigures> {
  const figures = { kills: 0, recordings: 0, broken: 0, incomplete: 0, framesAcknowledged: 0 }
  while (figures.kills < kills) {
    const some = Math.min(KILLS_A_RECORDING, kills - figures.kills)
    const { broken, statement, sha256, acknowledgedAtKill } = await inOwnFolder(some)
    const isWhole = statement.complete && statement.channels[0]?.sha256 === sha256
    figures.kills += some
    figures.recordings += 1
    figures.broken += broken
    figures.incomplete += isWhole ? 0 : 1
    figures.framesAcknowledged += acknowledgedAtKill.at(-1) ?? 0
    tellProgress('kills', figures.kills, kills, `${figures.broken} broken`)
  }
  return figures
}

async function inOwnFolder(kills: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-kills-'))
  try {
    return await killWhileRecording({ dataDir, kills, maxAliveMs: 1000, random: Math.random })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
