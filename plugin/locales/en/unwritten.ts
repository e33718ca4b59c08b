import type { Catalogue } from '../pt-BR.ts'

export const unwritten: Catalogue['unwritten'] = {
  title: (n) => `Said and not written (${n})`,
  note: 'It was said in the visit and stands in no field.',
  kinds: {
    medicine: 'Medicine',
    measure: 'Measure',
    diagnosis: 'Diagnosis',
    allergy: 'Allergy',
    request: 'Request',
    return: 'Return',
    number: 'Number',
  },
  hear: (time, what) => `See and hear the passage at ${time}: ${what}`,
  inContext: 'Context',
  seeContext: (what) => `See in the context: ${what}`,
  take: (field) => `Take into ${field}`,
  takeOf: (field, what) => `Take into ${field}: ${what}`,
  choose: 'Take into…',
  chooseFor: (what) => `Field to take it into: ${what}`,
  dismiss: 'Leave out',
  dismissOf: (what) => `Leave out: ${what}`,
  taken: (what) => `Taken into the document: ${what}`,
  dismissed: (what) => `Left out: ${what}`,
}
