import test from 'ava'
import { readPatient } from '../../api/rnds-client/read-people.ts'
import { LOOKUPS } from '../../core/fhir/terms.ts'

test('a patient is read by the CPF alone, and not without any number', (t) => {
  const cpf = { system: LOOKUPS.cpf, value: '52998224725' }
  const name = [{ text: 'JOSÉ LIMA' }]
  t.like(readPatient({ id: '1f2e', identifier: [cpf], name }), {
    cpf: '52998224725',
    cns: null,
    name: 'JOSÉ LIMA',
  })
  t.is(readPatient({ id: '1f2e', identifier: [], name }), null)
})
