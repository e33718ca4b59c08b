import test from 'ava'
import { visitCallers } from '../../core/consultation/visit-callers.ts'

const page = (named: string) => ({ keyOwner: 'key k', named, holder: 'page' as const })

test('a visit is of the page that opened it first, and of no backend that looks at it', (t) => {
  const callers = visitCallers()
  t.is(callers.of('v'), undefined)
  // A backend that prepares visits by its key alone has no token.
  callers.note({}, 'v')
  t.is(callers.of('v'), undefined)
  const backend = { keyOwner: 'key k', named: 'token b', holder: 'backend' as const }
  callers.note(backend, 'v')
  t.deepEqual(callers.of('v'), backend)
  callers.note(page('doctor a'), 'v')
  t.is(callers.of('v')?.named, 'doctor a')
  callers.note(page('token flood'), 'v')
  callers.note(backend, 'v')
  t.is(callers.of('v')?.named, 'doctor a')
})

test('a flood of visits forgets those that nobody opens, and none that is in use', (t) => {
  const callers = visitCallers()
  callers.note(page('doctor a'), 'in use')
  callers.note(page('doctor a'), 'left')
  for (let i = 0; i < 15_000; i++) {
    callers.note(page('token flood'), `visit ${i}`)
    if (i % 1000 === 0) callers.note(page('doctor a'), 'in use')
  }
  t.is(callers.of('in use')?.named, 'doctor a')
  t.is(callers.of('left'), undefined)
})
