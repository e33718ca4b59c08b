import test from 'ava'
import { patientOfPage } from '../../../plugin/extension/same-patient.ts'

const OWN = `ext-${'0'.repeat(32)}`
const visit = (patientId: string, consultationId: string, patientName = 'Maria da Silva') => ({
  ids: { patientId, consultationId },
  patientName,
})

test('an identifier that differs stops everything, and one that is the same settles it', (t) => {
  const known = visit('P-42', 'V-7')
  t.regex(patientOfPage(known, { patient_id: 'P-43' }).refusal ?? '', /outro paciente \(P-43\)/)
  t.regex(patientOfPage(known, { patient_id: 'P-42', ehr_id: 'V-8' }).refusal ?? '', /V-8/)
  t.deepEqual(patientOfPage(known, { patient_id: 'P-42', patient_name: 'M. Silva' }), {
    refusal: undefined,
    doubt: undefined,
  })
})

test('a visit without the EHR’s identifiers goes by the name, and asks where that differs', (t) => {
  const typed = visit(OWN, OWN)
  const page = { patient_id: 'P-42', ehr_id: 'V-7' }
  const same = patientOfPage(typed, { ...page, patient_name: 'MARIA  DA SILVA' })
  t.deepEqual(same, { refusal: undefined, doubt: undefined })
  const other = patientOfPage(typed, { ...page, patient_name: 'Ana Costa' })
  t.is(other.refusal, undefined)
  t.regex(other.doubt ?? '', /Ana Costa; a consulta é de Maria da Silva/)
})
