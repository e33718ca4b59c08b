import test from 'ava'
import { killBackups } from '../helpers/backup-kills.ts'

test('killed backups and restores leave nothing half-written, and succeed when run again', async (t) => {
  t.timeout(600_000)
  const moments = [0.6, 0.3, 0.9, 0.45, 0.75, 0.1]
  const { createsKilled, restoresKilled, faults } = await killBackups({
    rounds: 3,
    // Spread over the run, since a machine may be twice as fast a moment later, and moved a little
    // each time.
    random: () => (moments.pop() ?? 0.5) + (Math.random() - 0.5) * 0.1,
  })
  t.deepEqual(faults, [])
  t.true(createsKilled + restoresKilled > 0, 'all of them had ended before')
})
