import test from 'ava'
import { buildBundle } from '../../../core/fhir/bundle/build-bundle.ts'
import { encounterRecord, SENT_AT } from '../../helpers/clinical-records.ts'
import { brief, checker, errorsOf } from '../../helpers/fhir-check.ts'

const PROFILES = 'http://www.saude.gov.br/fhir/r4/StructureDefinition/'

test('a patient without a number is no RAC: its diagnosis wants one', (t) => {
  const bundle = buildBundle(encounterRecord(), SENT_AT)
  const check = checker()
  t.deepEqual(brief(errorsOf(check(bundle))), [])
  const unidentified = { extension: [unidentifiedPatient()] }
  const text = JSON.stringify(bundle, (_key, value) =>
    value?.identifier?.system === `${PROFILES}BRIndividuo-1.0` ? unidentified : value,
  )
  const diagnosis = bundle.entry.findIndex(({ resource }) => resource.resourceType === 'Condition')
  const path = `Bundle.entry[${diagnosis}].resource.subject.identifier`
  t.deepEqual(brief(errorsOf(check(JSON.parse(text)))), [`cardinality ${path}`])
})

function unidentifiedPatient() {
  const reason = {
    coding: [
      {
        system: `${PROFILES.replace('StructureDefinition', 'CodeSystem')}BRJustificativaIndividuoNaoIdentificado`,
        code: '03',
      },
    ],
  }
  return {
    url: `${PROFILES}BRIndividuoNaoIdentificado-1.0`,
    extension: [
      { url: 'gender', valueCode: 'male' },
      { url: 'birthYear', valueDate: '1980' },
      { url: 'reason', valueCodeableConcept: reason },
    ],
  }
}
