/**
 * A correction and a deletion of the same record asked for at once. The network takes one of them
 * only, and lists what was replaced as it lists what was deleted (RNDS.md §4.2, §4.3): whoever
 * asked for the other must not be told that it happened.
 */
import test from 'ava'
import { isAppError } from '../../../core/errors.ts'
import type { NationalNetwork } from '../../../core/rnds/network.ts'
import type { SubmissionStore } from '../../../core/rnds/ports.ts'
import { memorySubmissions } from '../../helpers/rnds-memory-store.ts'
import { modelNetwork } from '../../helpers/rnds-model-network.ts'
import { ANYBODY, CPF, openOffice, PRACTITIONER } from '../../helpers/rnds-office.ts'

const MINUTE_MS = 60_000
const RAC = { documentType: 'RAC' as const, practitionerCns: PRACTITIONER }
const DELETION = { ...RAC, reason: 'paciente errado' }

type Ways = { store: SubmissionStore; network: NationalNetwork }

/** One record that the network has, and other content since. */
async function submitted() {
  let ms = Date.parse('2026-03-16T12:00:00Z')
  let content = 'first'
  let isRemovalLost = false
  let isContentRefused = false
  const now = () => new Date(ms)
  const national = modelNetwork({
    nowMs: () => ms,
    fate: (call) => (isRemovalLost && call === 'remove' ? 'request-lost' : 'answered'),
    refuses: () => isContentRefused,
  })
  const store = memorySubmissions(now)
  const ways: Ways = { store: { ...store }, network: { ...national.network } }
  const office = openOffice({ ...ways, now, elapsedMs: () => ms, contentOf: () => content })
  const patient = { cpf: CPF, cns: null }
  const first = await office.submit(ANYBODY, 'c1', { ...RAC, patient, cnes: null })
  content = 'second'
  return {
    office,
    store,
    national,
    ways,
    first,
    replace: () => office.replace(ANYBODY, 'c1', RAC),
    remove: () => office.remove(ANYBODY, 'c1', DELETION),
    loseRemovals: () => {
      isRemovalLost = true
    },
    refuseContent: (is: boolean) => {
      isContentRefused = is
    },
    async hours(count: number) {
      for (let step = 0; step < count * 3; step++) {
        ms += 20 * MINUTE_MS
        await office.work()
      }
    },
    states: () => store.all().map(({ state }) => state),
  }
}

function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give, given }
}

/**
 * The deletion has seen the record as it was, and takes it up when the network has replaced it
 * already.
 */
async function deletedDuringCorrection(answerComes: 'after the deletion' | 'during the deletion') {
  const world = await submitted()
  const { store, network } = world.ways
  const { claim } = store
  const { submit, findByLocalId } = network
  const isCorrected = signal()
  const mayAnswer = signal()
  store.claim = async (id, ...rest) => {
    if (id === world.first.id) await isCorrected.given
    return claim(id, ...rest)
  }
  network.submit = async (...args) => {
    const answer = await submit(...args)
    isCorrected.give()
    await mayAnswer.given
    return answer
  }
  const correction = world.replace()
  if (answerComes === 'during the deletion')
    network.findByLocalId = async (...args) => {
      const versions = await findByLocalId(...args)
      mayAnswer.give()
      await correction
      return versions
    }
  const [deletion] = await Promise.allSettled([world.remove()])
  mayAnswer.give()
  const { record } = await correction
  await world.hours(4)
  return { ...world, deletion, correction: record }
}

for (const when of ['after the deletion', 'during the deletion'] as const)
  test(`a correction under way is not taken for a deletion: its answer comes ${when}`, async (t) => {
    const { deletion, correction, store, first } = await deletedDuringCorrection(when)
    t.is(deletion.status, 'rejected')
    const why: unknown = deletion.status === 'rejected' && deletion.reason
    t.true(isAppError(why) && why.code === 'submission_in_progress')
    t.is(correction.state, 'accepted')
    const replaced = { state: 'replaced', deletion: null, lease: null, dueAt: null } as const
    t.like(await store.find(first.id), replaced)
  })

test('a correction that is there before the deletion asks for anything stops it', async (t) => {
  const { ways, first, store, national, replace, remove } = await submitted()
  const { claim } = ways.store
  ways.store.claim = async (id, ...rest) => {
    const held = await claim(id, ...rest)
    if (id === first.id) await replace()
    return held
  }
  await t.throwsAsync(remove(), { code: 'submission_in_progress' })
  const replaced = { state: 'replaced', deletion: null, lease: null, dueAt: null } as const
  t.like(await store.find(first.id), replaced)
  t.is(national.documents.length, 2)
})

test('a correction that an operator lets go on waits for a deletion whose answer is not known', async (t) => {
  const { office, store, replace, remove, refuseContent, loseRemovals, hours, states } =
    await submitted()
  refuseContent(true)
  await t.throwsAsync(replace(), { code: 'rnds_rejected' })
  refuseContent(false)
  loseRemovals()
  await t.throwsAsync(remove(), { code: 'rnds_unavailable' })
  const refused = store.all()[1]?.id ?? ''
  await t.throwsAsync(office.retry(refused), { code: 'not_retryable' })

  await hours(4)
  await office.retry(refused)
  await hours(1)
  t.deepEqual(states(), ['replaced', 'accepted'])
})

test('a deletion that begins while an operator lets a correction go on: one of them stops', async (t) => {
  const { office, store, national, ways, first, replace, remove, refuseContent, hours } =
    await submitted()
  refuseContent(true)
  await t.throwsAsync(replace(), { code: 'rnds_rejected' })
  refuseContent(false)
  const refused = store.all()[1]?.id ?? ''
  ways.store.listOfConsultation = async (id) => {
    const seen = await store.listOfConsultation(id)
    ways.store.listOfConsultation = store.listOfConsultation
    await remove()
    return seen
  }
  await t.throwsAsync(office.retry(refused), { code: 'version_conflict' })
  await hours(1)
  t.is((await store.find(first.id))?.state, 'deleted')
  t.is(national.documents.length, 1)
  t.is((await store.find(refused))?.state, 'rejected')
})
