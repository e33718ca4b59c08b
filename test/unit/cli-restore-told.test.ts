import test from 'ava'
import { toldOf } from '../../cli/commands/backup-restore.ts'

const madeAt = '2026-11-20T03:00:00.000Z'
const ledger = {
  folder: '/mnt/nas/erasures',
  known: 2,
  newest: '2026-11-19T10:00:00.000Z',
  damaged: [],
  again: [],
}

test('a restore says of erasures whether there is anything to do, and mostly there is nothing', (t) => {
  const [none = '', ...more] = toldOf({ ...ledger, folder: null, known: 0, newest: null }, madeAt)
  t.deepEqual(more, [])
  t.regex(none, /as where nothing was ever erased; then there is nothing to do/)
  t.regex(none, /erased after 2026-11-20.* --erasures FOLDER before the service starts/)

  t.deepEqual(toldOf(ledger, madeAt), [
    'Erasures: 2 on record in /mnt/nas/erasures, the newest of 2026-11-19T10:00:00.000Z. None of them came back with this backup: there is nothing to do.',
  ])
  t.deepEqual(toldOf({ ...ledger, known: 0, newest: null }, madeAt), [
    'Erasures: none on record in /mnt/nas/erasures. Nothing came back with this backup: there is nothing to do.',
  ])
})

test('erasures after the backup are listed by id, and unreadable certificates by name', (t) => {
  const [again = '', damaged] = toldOf(
    { ...ledger, again: ['v-1', 'v-2'], damaged: ['x.json'] },
    madeAt,
  )
  t.regex(again, /the first start erases them again before anybody is served: v-1, v-2$/)
  t.is(damaged, 'Not a certificate as it was written, and left out: x.json')
})
