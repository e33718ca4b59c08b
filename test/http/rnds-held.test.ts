/**
 * A box that lets nothing out, as a restored copy is until somebody says otherwise: records are
 * taken and say why they wait, nothing is asked of the network, and when the doors open everything
 * goes out once, also what the box it was copied from sent meanwhile.
 */
import test, { type ExecutionContext } from 'ava'
import type { OutgoingHold } from '../../core/outgoing/hold.ts'
import { CPF, PRACTITIONER } from '../helpers/rnds-office.ts'
import { startNetworkServer, type Visit } from '../helpers/rnds-server.ts'

const HOUR_MS = 3_600_000
const RESTORED: OutgoingHold = { since: new Date(), because: 'restored', madeAt: new Date() }
const WAITING = {
  code: 'outgoing_held',
  message:
    'Esta instalação é uma cópia restaurada e está isolada: o registro está guardado e será enviado sozinho quando o administrador a liberar.',
}

async function startHeld(t: ExecutionContext) {
  const server = await startNetworkServer(t)
  server.setHold(RESTORED)
  return {
    ...server,
    async resume() {
      server.setHold(null)
      await server.work()
    },
    recordOf: async (visit: Visit) => (await server.store.listOfConsultation(visit.ehrId)).at(-1)!,
  }
}

test('a record is taken, says that it waits for an administrator, and leaves once when the box is opened', async (t) => {
  const { visit, national, store, work, resume, call } = await startHeld(t)
  const one = await visit()
  const taken = await one.submit()
  t.is(taken.status, 200)
  t.like(taken.body, { status: 'submitted', waiting: WAITING })
  t.is((await one.submit()).body.rnds_record_id, taken.body.rnds_record_id)
  await work()
  t.like((await one.status()).body, { status: 'pending', waiting: WAITING })
  t.is(national.submissions(), 0)
  t.deepEqual(await store.listAttempts(taken.body.rnds_record_id), [])

  for (const path of [`patient?cpf=${CPF}`, `practitioner?cns=${PRACTITIONER}`]) {
    const { status, body, headers } = await call('GET', `/v1/rnds/${path}`, { token: one.token })
    t.deepEqual([status, body.error], [503, 'outgoing_held'])
    t.regex(body.message, /^Esta instalação é uma cópia restaurada e está isolada: /)
    t.is(headers.get('retry-after'), null, 'nobody knows when')
  }

  await resume()
  const sent = (await one.status()).body
  t.is(sent.status, 'accepted')
  t.false('waiting' in sent)
  t.is(national.documents.length, 1)
})

test('what never left can be taken back, and other content stored in its place', async (t) => {
  const { visit, national, content, resume } = await startHeld(t)
  const one = await visit()
  const wrong = (await one.submit()).body.rnds_record_id
  content.set(one.ehrId, 'tosse e febre')
  const changed = await one.submit()
  t.deepEqual([changed.status, changed.body.error], [409, 'submission_in_progress'])
  t.like(changed.body.details[0], { hint: 'delete' })
  t.is((await one.replace()).body.error, 'submission_in_progress')
  t.like((await one.remove()).body, { status: 'deleted', rnds_record_id: wrong })
  t.like((await one.status()).body, { status: 'deleted', rnds_record_id: wrong })
  const right = (await one.submit()).body.rnds_record_id
  t.not(right, wrong)
  await resume()
  t.like((await one.status()).body, { status: 'accepted', rnds_record_id: right })
  t.is(national.documents.length, 1)
})

test('of what the network has, a correction waits and a deletion is refused; nothing is taken back that may have left', async (t) => {
  const { visit, national, content, setHold, resume, recordOf, store } = await startHeld(t)
  setHold(null)
  const [corrected, kept, doubtful] = [await visit(), await visit(), await visit()]
  await corrected.submit()
  await kept.submit()
  setHold(RESTORED)
  content.set(corrected.ehrId, 'tosse e febre')
  t.like((await corrected.replace()).body, { status: 'replaced', waiting: WAITING })
  t.is((await corrected.remove()).body.error, 'submission_in_progress')
  const refused = await kept.remove()
  t.deepEqual([refused.status, refused.body.error], [503, 'outgoing_held'])

  await doubtful.submit()
  await store.doubtPending(new Date())
  t.is((await doubtful.remove()).body.error, 'submission_in_progress')

  await resume()
  t.is((await recordOf(corrected)).state, 'accepted')
  t.is((await recordOf(kept)).state, 'accepted')
  t.deepEqual(
    national.documents.map(({ status }) => status),
    ['entered-in-error', 'final', 'final', 'final'],
  )
})

test('what the box that it was copied from has sent since is found, not sent again', async (t) => {
  const { visit, national, content, setHold, resume, recordOf, store } = await startHeld(t)
  const first = await visit()
  await first.submit()
  const corrected = await visit()
  setHold(null)
  await corrected.submit()
  setHold(RESTORED)
  content.set(corrected.ehrId, 'tosse e febre')
  await corrected.replace()
  // The copy is made here; the other box goes on and sends both.
  for (const one of [first, corrected]) {
    const { bundle } = await recordOf(one)
    await national.network.submit(bundle, { practitionerCns: PRACTITIONER })
  }
  t.is(national.submissions(), 3)
  t.is(await store.doubtPending(new Date()), 2)
  t.is(await store.doubtPending(new Date()), 0, 'a start that is killed begins it anew')
  await resume()
  for (const one of [first, corrected]) t.is((await recordOf(one)).state, 'accepted')
  t.is(national.submissions(), 3)
})

test('days behind shut doors do not count as days without the network', async (t) => {
  const { visit, fates, pass, setHold, resume, work, recordOf } = await startHeld(t)
  const one = await visit()
  await one.submit()
  pass(72 * HOUR_MS)
  fates.splice(0, fates.length, 'unsent')
  await resume()
  t.is((await recordOf(one)).state, 'pending')
  pass(23 * HOUR_MS)
  setHold(RESTORED)
  await work()
  pass(48 * HOUR_MS)
  setHold(null)
  fates.splice(0, fates.length, 'answered')
  await work()
  t.is((await recordOf(one)).state, 'accepted')
})

test('a held box on which nothing is set up says so: what could never leave is not taken', async (t) => {
  const server = await startNetworkServer(t, { isConfigured: false })
  server.setHold(RESTORED)
  const { status, body } = await (await server.visit()).submit()
  t.deepEqual([status, body.error], [503, 'rnds_unavailable'])
})
