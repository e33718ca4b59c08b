import test from 'ava'
import { busyWords } from '../../cli/commands/model-advise.ts'

test('a time that was taken while the machine worked says so, one of a quiet machine does not', (t) => {
  t.is(busyWords(1.9, 2), '')
  t.regex(busyWords(10.79, 2), /^, while other work .*\(load 10\.8 on 2 cores\): ask again/)
})
