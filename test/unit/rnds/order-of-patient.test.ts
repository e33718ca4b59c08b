/** A patient's records leave in order, and one that waits for its own fault keeps none of them. */
import test from 'ava'
import { memorySubmissions } from '../../helpers/rnds-memory-store.ts'
import { type Fate, modelNetwork } from '../../helpers/rnds-model-network.ts'
import {
  ANYBODY,
  CPF,
  contentOfBundle,
  openOffice,
  PRACTITIONER,
} from '../../helpers/rnds-office.ts'

const MINUTE = 60_000

test('a record that alone gets no answer is named, and keeps the patient’s later ones for an hour only', async (t) => {
  let ms = Date.UTC(2026, 2, 13, 18)
  let fate: Fate = 'answered'
  const now = () => new Date(ms)
  const { network, documents } = modelNetwork({ nowMs: () => ms, fate: () => fate })
  const store = memorySubmissions(now, (id) => id.replace(/\d/, ''))
  const office = openOffice({
    store,
    network: {
      ...network,
      async submit(bundle, ...how) {
        const isPoison = contentOfBundle(bundle) === 'patient1'
        const before = fate
        if (isPoison) fate = 'unsent'
        return network.submit(bundle, ...how).finally(() => {
          fate = before
        })
      },
    },
    now,
    elapsedMs: () => ms,
    contentOf: (id) => id,
    patienceMs: 50,
  })
  const submit = (visit: string) =>
    office.submit(ANYBODY, visit, {
      documentType: 'RAC',
      patient: { cpf: CPF, cns: null },
      practitionerCns: PRACTITIONER,
      cnes: '2337991',
    })
  const poison = await submit('patient1')
  ms += 1000
  const later = await submit('patient2')
  t.is(later.state, 'pending', 'the earlier visit goes first')

  let others = 0
  const causeOf = async (id: string) => (await store.find(id))?.waiting?.cause
  const startMs = ms
  while ((await causeOf(poison.id)) !== 'record_failing') {
    if (ms > startMs + 24 * 60 * MINUTE) return t.fail('never named')
    t.is((await store.find(later.id))?.state, 'pending')
    ms += 5 * MINUTE
    await submit(`other${others++ % 10}`).catch(() => {})
    await office.work()
  }
  await office.work()
  t.is((await store.find(later.id))?.state, 'accepted')
  const waitedMin = (ms - startMs) / MINUTE
  t.true(waitedMin >= 13 && waitedMin <= 150, `${waitedMin} min`)
  t.is((await store.find(poison.id))?.state, 'pending', 'nothing is given up')
  t.true(documents.length > 1)
})
