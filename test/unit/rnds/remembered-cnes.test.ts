import test from 'ava'
import type { Establishment } from '../../../core/rnds/compile-record/establishment.ts'
import { memorySubmissions } from '../../helpers/rnds-memory-store.ts'
import { modelNetwork } from '../../helpers/rnds-model-network.ts'
import { ANYBODY, CPF, ESTABLISHMENT, openOffice, PRACTITIONER } from '../../helpers/rnds-office.ts'

test('the number that comes with the first record is remembered beside what an administrator changes meanwhile', async (t) => {
  const now = () => new Date('2026-03-16T12:00:00Z')
  let profile: Establishment = { ...ESTABLISHMENT, cnes: null }
  const office = openOffice({
    store: memorySubmissions(now),
    network: modelNetwork({ nowMs: () => now().getTime(), fate: () => 'answered' }).network,
    now,
    elapsedMs: () => 0,
    contentOf() {
      profile = { ...profile, uf: 'rj' }
      return 'a visit'
    },
    establishments: {
      find: async () => profile,
      async save(next) {
        profile = next
      },
    },
  })
  const who = { patient: { cpf: CPF, cns: null }, practitionerCns: PRACTITIONER }
  await office.submit(ANYBODY, 'c1', { documentType: 'RAC', ...who, cnes: '2337991' })
  t.like(profile, { cnes: '2337991', uf: 'rj' })
})
