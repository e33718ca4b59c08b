import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BackupKills, killBackups } from '../helpers/backup-kills.ts'
import { backupRound, type Round } from '../helpers/backup-rounds.ts'
import { demoFolder } from '../helpers/demo-service.ts'
import { count, median, teardowns, tellProgress } from './figures.ts'

export interface BackupFigures {
  rounds: number
  /**
   * Restored folders that lacked something acknowledged, or whose sound was not what was sent. Must
   * be 0.
   */
  broken: number
  /** Backups whose own entry was not in the audit when they had been made. Must be 0. */
  notOnRecord: number
  framesAcknowledged: number
  framesWhileBackingUp: number
  versionsWhileBackingUp: number
  backupMsMedian: number
  /** `svcctl backup create` and `backup restore` killed at random moments. */
  kills: BackupKills
}

const lacks = ({ frames, versions, isSameSound }: Round) =>
  frames.held < frames.acknowledged || versions.held < versions.acknowledged || !isSameSound

/**
 * Backup, wipe and restore beside a recording and a document that is being edited (DESIGN §8).
 * `ROUNDS=20` and `KILLS=10` make fewer.
 */
export async function benchBackup({
  rounds = count('ROUNDS', 100),
  kills = count('KILLS', 50),
} = {}): Promise<BackupFigures> {
  const endings = teardowns()
  const elsewhere = await mkdtemp(join(tmpdir(), 'svc-backup-bench-'))
  const done: Round[] = []
  try {
    const folder = await demoFolder(endings, { SVC_GENERATOR: 'rules' })
    let service = await folder.start()
    for (let n = 0; n < rounds; n++) {
      const { round, service: next } = await backupRound(
        folder,
        service,
        elsewhere,
        Math.random() * 500,
      )
      done.push(round)
      tellProgress('backup', n + 1, rounds, `${done.filter(lacks).length} broken`)
      service = next
    }
  } finally {
    await endings.run()
    await rm(elsewhere, { recursive: true, force: true })
  }
  const sum = (of: (round: Round) => number) => done.reduce((total, round) => total + of(round), 0)
  return {
    rounds: done.length,
    broken: done.filter(lacks).length,
    notOnRecord: done.filter(({ isOnRecord }) => !isOnRecord).length,
    framesAcknowledged: sum(({ frames }) => frames.acknowledged),
    framesWhileBackingUp: sum(({ framesMeanwhile }) => framesMeanwhile),
    versionsWhileBackingUp: sum(({ versionsMeanwhile }) => versionsMeanwhile),
    backupMsMedian: median(done.map(({ backupMs }) => backupMs)),
    kills: await killBackups({
      rounds: kills,
      random: Math.random,
      onRound: (n) => tellProgress('backup kills', n, kills),
    }),
  }
}
