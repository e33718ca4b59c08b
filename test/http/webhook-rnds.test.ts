/** What a host hears of records that wait: once when it is worth a word, once when it is over. */
import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { silentLog } from '../../core/log.ts'
import { deliver } from '../../core/rnds/deliver.ts'
import type { NationalNetwork, SubmitAnswer } from '../../core/rnds/network.ts'
import { unconfirmedTimer } from '../../core/rnds/submission-lease.ts'
import { submissionStore } from '../../models/rnds/submissions.ts'
import { smallBundle } from '../helpers/rnds.ts'
import { lineBuilder } from '../helpers/rnds-office.ts'
import { startReceiver } from '../helpers/webhook-receiver.ts'
import { openWebhookWorld } from '../helpers/webhook-world.ts'

const HOUR = 3_600_000

const unsent = (code: string): SubmitAnswer => ({
  kind: 'unsent',
  trouble: { code, httpStatus: null, message: '' },
})
const taken: SubmitAnswer = { kind: 'accepted', networkId: 'n-1', headers: {} }

async function openOffice(t: ExecutionContext) {
  const receiver = await startReceiver(t, () => 204)
  const world = await openWebhookWorld(t, receiver.caPem)
  const now = () => new Date(world.clock.at)
  const { sequelize, seal, outbox, organizationId } = world
  await world.added(receiver.url)
  const store = submissionStore({ sequelize, seal, now, tell: outbox.recordTold })
  const next = { answer: taken }
  const network: Pick<NationalNetwork, 'submit'> = { submit: async () => next.answer }
  const step = deliver({
    store,
    networkOf: async () => network as NationalNetwork,
    builder: lineBuilder,
    now,
    newId: randomUUID,
    doubts: unconfirmedTimer(() => world.clock.at.getTime()),
    isWayOpen: () => false,
    owner: 'o',
    log: silentLog,
  })
  const consultationId = await world.consultation('c-1')
  const at = now()
  const record = await store.create(
    {
      id: `rnds_${randomUUID()}`,
      organizationId,
      consultationId,
      documentType: 'RAC',
      state: 'pending',
      localId: 'local',
      networkId: null,
      replaces: null,
      patient: { cpf: '52998224725', cns: null },
      practitionerCns: '700000000000005',
      cnes: '2337991',
      told: null,
      occupation: null,
      profiles: null,
      digest: 'd',
      bundle: smallBundle('local'),
      issues: [],
      submittedAt: at,
      updatedAt: at,
      failedAttempts: 0,
      waiting: null,
      waitingToldAt: null,
      answerHeaders: null,
      dueAt: at,
      inDoubtSince: null,
      deletion: null,
      lease: null,
    },
    [],
  )
  const id = record?.id ?? ''
  return {
    id,
    consultationId,
    /** One attempt, and what the host hears of it. */
    async attempt(answer: SubmitAnswer, afterMs = 0) {
      world.pass(afterMs)
      next.answer = answer
      await step(id)
      const before = receiver.calls.length
      await world.deliver()
      return receiver.calls.slice(before)
    },
  }
}

test('a refused certificate is told at once, and once; its end too, without a word of people', async (t) => {
  const { id, consultationId, attempt } = await openOffice(t)
  const [waiting, ...more] = await attempt(unsent('certificate_refused'))
  t.deepEqual(more, [])
  t.like(waiting?.body, {
    event_type: 'rnds_waiting',
    ehr_id: consultationId,
    consultation_id: 'c-1',
    rnds_record: {
      id,
      document_type: 'RAC',
      status: 'pending',
      waiting: { code: 'certificate_refused' },
    },
  })
  t.false(waiting?.text.includes('52998224725'))
  t.deepEqual(await attempt(unsent('certificate_refused'), HOUR), [])
  const [other] = await attempt(unsent('certificate_expired'), HOUR)
  t.like(other?.body, { rnds_record: { waiting: { code: 'certificate_expired' } } })
  const [resumed, ...rest] = await attempt(taken, HOUR)
  t.deepEqual(rest, [])
  t.like(resumed?.body, { event_type: 'rnds_resumed', rnds_record: { id, status: 'accepted' } })
  t.false(resumed?.text.includes('"waiting"'))
})

test('a network that is away is told after an hour, and a refusal ends it', async (t) => {
  const { attempt } = await openOffice(t)
  t.deepEqual(await attempt(unsent('connect')), [])
  t.deepEqual(await attempt(unsent('timeout'), HOUR - 1), [])
  const [waiting] = await attempt(unsent('connect'), 1)
  t.like(waiting?.body, {
    event_type: 'rnds_waiting',
    rnds_record: { waiting: { code: 'network_unreachable' } },
  })
  t.deepEqual(await attempt(unsent('connect'), 5 * HOUR), [])
  const issues = [{ severity: 'error', code: 'ERR793', diagnostics: '' }]
  const [resumed] = await attempt({ kind: 'rejected', httpStatus: 422, issues }, HOUR)
  t.like(resumed?.body, { event_type: 'rnds_resumed', rnds_record: { status: 'rejected' } })
})

test('what passes by itself in time is not told', async (t) => {
  const { attempt } = await openOffice(t)
  t.deepEqual(await attempt(unsent('connect')), [])
  t.deepEqual(await attempt(taken, HOUR), [])
})
