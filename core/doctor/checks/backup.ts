import type { BackupFacts, Check, DoctorFinding, DoctorHost } from '../check.ts'
import { quoted } from '../quoted.ts'
import { workOf } from '../work-of.ts'

const HOUR_MS = 3_600_000
const WHY = 'What a broken disk or a mistake takes is gone for good.'

/** How old the newest backup is, and how the last attempt ended. */
export const backupAge: Check = {
  id: 'backup.age',
  title: 'backups',
  async run(host) {
    const facts = await host.backup()
    const { everyH, newest, newestPath, newestIssue, besideData } = facts
    const place = placeTrouble(facts)
    if (place) return { severity: 'error', why: WHY, ...place }
    if (newestIssue !== null)
      return {
        severity: 'error',
        what: `${newestPath} ${newestIssue === 'unreadable' ? 'cannot be read by this user' : 'is no backup: damaged, or cut short'}.`,
        why: 'It is the newest, and the one that a restore would begin with.',
        fix: `mv ${quoted(`${newestPath}`)} ${quoted(`${newestPath}.unusable`)} && svcctl backup create`,
      }
    const ageOf = (at: Date) => Math.floor((host.now().getTime() - at.getTime()) / HOUR_MS)
    const away = facts.elsewhere
    if (away && (newest === null || away.at > newest) && isRecent(ageOf(away.at), everyH))
      return {
        severity: 'ok',
        what: `the newest is ${ageOf(away.at)} h old, written to ${away.path} and read back then; whether it still lies there is not looked at`,
      }
    const ageH = newest && ageOf(newest)
    if (everyH === 0 && ageH === null) return neverMade(host)
    if (everyH === 0)
      return { severity: 'ok', what: `the newest is ${ageH} h old; none is scheduled` }
    if (ageH !== null && ageH <= 2 * everyH)
      return besideData
        ? {
            severity: 'info',
            what: `The newest is ${ageH} h old, on the disk of the data, which takes both when it breaks: set backupFolder to another disk or a share.`,
          }
        : { severity: 'ok', what: `the newest is ${ageH} h old` }
    return {
      severity: 'warning',
      what:
        ageH === null
          ? `There is no backup yet, and one is due every ${everyH} h.`
          : `The newest backup is ${ageH} h old, and one is due every ${everyH} h.`,
      why: WHY,
      fix: 'svcctl backup create',
    }
  },
}

const DAY_H = 24
/** A quarter of a year, and some days for who does it by the calendar. */
const DRILL_WITHIN_DAYS = 100

/** When a backup was last restored as a trial, and whether what came back was whole. */
export const backupDrill: Check = {
  id: 'backup.drill',
  title: 'trial of a restore',
  async run(host) {
    const { drill, newest } = await host.backup()
    const fix = 'svcctl backup drill'
    if (drill === null)
      return newest === null
        ? { severity: 'ok', what: 'there is no backup to try' }
        : {
            severity: 'info',
            what: 'No backup of this box was restored as a trial yet: only that proves that one can be.',
            fix,
          }
    const { at, failure, path } = drill
    if (failure !== null)
      return {
        severity: 'error',
        what: `The last trial of a restore failed: what ${path ?? 'the backup'} holds is not whole (${failure}).`,
        why: 'A restore would bring back what is damaged.',
        fix: `svcctl consult verify ; svcctl audit verify ; svcctl backup create && ${fix}`,
      }
    const days = Math.floor((host.now().getTime() - at.getTime()) / HOUR_MS / DAY_H)
    const what = `${path ?? 'one'} was restored as a trial ${days} days ago, and what was opened of it was whole`
    if (days <= DRILL_WITHIN_DAYS) return { severity: 'ok', what }
    return { severity: 'info', what: `${what}. Once a quarter is a good rule.`, fix }
  },
}

/** Where none is scheduled nobody said how old one may be. */
function isRecent(ageH: number, everyH: number): boolean {
  return everyH === 0 || ageH <= 2 * everyH
}

/** Nothing of patients is lost where there is none yet, nor where the patients are invented. */
async function neverMade(host: DoctorHost): Promise<DoctorFinding> {
  const { demo, backupPassphraseFile } = host.settings
  const isInUse = !demo && (await workOf(host))?.hasConsultations === true
  return {
    severity: isInUse ? 'warning' : 'info',
    what: `There is no backup${isInUse ? ' of the consultations on record' : ''}, and none is scheduled.`,
    why: WHY,
    fix:
      backupPassphraseFile === null
        ? 'svcctl backup create   # asks for a passphrase; every day: svcctl config set backupPassphraseFile FILE backupEveryH 24'
        : 'svcctl config set backupEveryH 24 && svcctl backup create   # every 24 h from the next start on, and one now',
  }
}

/** What is wrong with where they go, or with the last attempt; null: nothing. */
function placeTrouble({ failure, folder, missingMount }: BackupFacts) {
  const place = quoted(folder)
  if (missingMount !== null)
    return {
      what: `Nothing is mounted at ${missingMount}, where backups go. None is made meanwhile: it would lie on this machine’s own disk.`,
      fix: `mount ${quoted(missingMount)} && svcctl backup create`,
    }
  if (failure === null) return null
  const again = { fix: 'svcctl backup create' }
  if (failure === 'backup_share_missing')
    return { what: 'The last backup was not made: its share was not mounted. It is now.', ...again }
  if (failure === 'backup_folder_stalled')
    return {
      what: `The folder of backups, ${folder}, did not answer: the server behind the share, or the network to it.`,
      fix: `timeout -s KILL 10 ls ${place} && svcctl backup create`,
    }
  if (failure === 'backup_disk_full')
    return {
      what: 'The last backup failed: its disk is full, or the disk of the data, where the copy of the database is made.',
      fix: `df -h ${place} ; svcctl backup prune && svcctl backup create`,
    }
  if (failure === 'backup_folder_not_writable')
    return {
      what: `The last backup failed: ${folder} could not be written, being read-only or another account’s.`,
      fix: `findmnt -T ${place} ; svcctl backup create`,
    }
  if (failure === 'passphrase_needed')
    return { what: 'The last backup was not made: its passphrase could not be read.', ...again }
  if (failure === 'backup_damaged')
    return { what: 'The last backup could not be read back as it was written.', ...again }
  if (failure === 'backup_incomplete')
    return {
      what: 'The last backup holds less than the database speaks of: sound or files are neither in the data folder nor in the store.',
      fix: 'svcctl consult verify   # which they are; then: svcctl backup create',
    }
  if (failure === 'storage_failed')
    return {
      what: 'The last backup failed: the store of sound and files did not answer.',
      fix: 'svcctl doctor --run store.reach && svcctl backup create',
    }
  return { what: `The last backup failed: ${failure}.`, ...again }
}
