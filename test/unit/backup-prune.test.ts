import test from 'ava'
import { backupName, timeOfBackup } from '../../core/backup/names.ts'
import { planPruning } from '../../core/backup/prune.ts'

const made = (...days: string[]) => days.map((day) => ({ at: new Date(`${day}T03:00:00Z`) }))
const days = (backups: { at: Date }[]) => backups.map(({ at }) => at.toISOString().slice(0, 10))
const none = { daily: 0, weekly: 0, monthly: 0 }

test('a backup’s name is its time', (t) => {
  const at = new Date('2026-11-22T03:15:09.700Z')
  t.is(backupName(at), 'svc-20261122T031509Z.svcbackup')
  t.deepEqual(timeOfBackup(backupName(at)), new Date('2026-11-22T03:15:09Z'))
  for (const name of [
    'svc-20261122T031509Z.svcbackup.part',
    'other.svcbackup',
    'svc-20261399T996060Z.svcbackup',
  ])
    t.is(timeOfBackup(name), null, name)
})

test('the newest of each of the last days, weeks and months stays', (t) => {
  const backups = made(
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-16',
    '2026-11-15',
    '2026-10-31',
    '2026-10-30',
    '2025-01-05',
  )
  const kept = (policy: Partial<typeof none>) =>
    days(planPruning(backups, { ...none, ...policy }).keep)
  t.deepEqual(kept({ daily: 2 }), ['2026-11-22', '2026-11-21'])
  // 22 November 2026 is a Sunday: its week began on the 16th.
  t.deepEqual(kept({ weekly: 2 }), ['2026-11-22', '2026-11-15'])
  t.deepEqual(kept({ monthly: 3 }), ['2026-11-22', '2026-10-31', '2025-01-05'])
  t.deepEqual(kept({ daily: 1, weekly: 2, monthly: 2 }), ['2026-11-22', '2026-11-15', '2026-10-31'])
})

test('the newest backup of a day is kept, and the newest of all whatever the policy says', (t) => {
  const backups = [
    { at: new Date('2026-11-21T01:00:00Z') },
    { at: new Date('2026-11-21T23:00:00Z') },
  ]
  t.deepEqual(planPruning(backups, { ...none, daily: 5 }).keep, [backups[1]!])
  const { keep, remove } = planPruning(backups, none)
  t.deepEqual([keep, remove], [[backups[1]!], [backups[0]!]])
  t.deepEqual(planPruning([], none), { keep: [], remove: [] })
})
