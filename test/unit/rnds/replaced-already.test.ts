/**
 * A correction whose answer was lost, at a network that says "already replaced" before it lists
 * what replaced it (RNDS.md §4.1, §4.2).
 */
import test from 'ava'
import { memorySubmissions } from '../../helpers/rnds-memory-store.ts'
import { modelNetwork } from '../../helpers/rnds-model-network.ts'
import { ANYBODY, CPF, openOffice, PRACTITIONER } from '../../helpers/rnds-office.ts'

const MINUTE_MS = 60_000

async function correctedInVain(lagMs: number) {
  let ms = Date.parse('2026-03-16T12:00:00Z')
  let content = 'first'
  let isLost = false
  const now = () => new Date(ms)
  const national = modelNetwork({
    nowMs: () => ms,
    fate: (call) => (isLost && call === 'submit' ? 'answer-lost' : 'answered'),
    lagMs: () => (isLost ? lagMs : 0),
  })
  const store = memorySubmissions(now)
  const office = openOffice({
    store,
    network: national.network,
    now,
    elapsedMs: () => ms,
    contentOf: () => content,
  })
  const documentType = 'RAC' as const
  await office.submit(ANYBODY, 'c1', {
    documentType,
    patient: { cpf: CPF, cns: null },
    cnes: null,
    practitionerCns: PRACTITIONER,
  })
  content = 'second'
  isLost = true
  const { record } = await office.replace(ANYBODY, 'c1', {
    practitionerCns: PRACTITIONER,
    documentType,
  })
  isLost = false
  return {
    national,
    async after(minutes: number) {
      ms += minutes * MINUTE_MS
      await office.work()
      return (await store.find(record.id))?.state
    },
  }
}

test('what the network lists late is pending until then, never refused in between', async (t) => {
  const { after, national } = await correctedInVain(5 * MINUTE_MS)
  for (const minutes of [0.2, 1, 2]) t.is(await after(minutes), 'pending')
  t.is(await after(15), 'accepted')
  t.is(national.documents.length, 2)
})

test('what is never listed is refused when it can no longer appear', async (t) => {
  const { after } = await correctedInVain(Number.POSITIVE_INFINITY)
  t.is(await after(1), 'pending')
  t.is(await after(20), 'pending')
  t.is(await after(60), 'rejected')
})
