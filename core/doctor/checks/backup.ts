import type { Check } from '../check.ts'
import { quoted } from '../quoted.ts'

const HOUR_MS = 3_600_000
const WHY = 'What a broken disk or a mistake takes is gone for good.'

/** How old the newest backup is, and how the last attempt ended. */
export const backupAge: Check = {
  id: 'backup.age',
  title: 'backups',
  async run(host) {
    const { everyH, newest, newestPath, newestIssue, besideData, failure } = await host.backup()
    if (failure !== null)
      return {
        severity: 'error',
        what:
          failure === 'backup_damaged'
            ? 'The last backup could not be read back as it was written.'
            : `The last backup failed: ${failure}.`,
        why: WHY,
        fix: 'svcctl backup create',
      }
    if (newestIssue !== null)
      return {
        severity: 'error',
        what: `${newestPath} ${newestIssue === 'unreadable' ? 'cannot be read by this user' : 'is no backup: damaged, or cut short'}.`,
        why: 'It is the newest, and the one that a restore would begin with.',
        fix: `mv ${quoted(`${newestPath}`)} ${quoted(`${newestPath}.unusable`)} && svcctl backup create`,
      }
    const ageH = newest && Math.floor((host.now().getTime() - newest.getTime()) / HOUR_MS)
    if (everyH === 0)
      return ageH === null
        ? {
            severity: 'info',
            what: 'There is no backup, and none is scheduled.',
            why: WHY,
            fix: 'svcctl backup create',
          }
        : { severity: 'ok', what: `the newest is ${ageH} h old; none is scheduled` }
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
