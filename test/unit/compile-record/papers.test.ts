/**
 * A prescription or a referral beside the record of the same visit: each thing is told to the
 * network once.
 */
import test from 'ava'
import { compileRecord } from '../../../core/rnds/compile-record/compile-record.ts'
import { fieldRole } from '../../../core/rnds/compile-record/field-roles.ts'
import {
  type ReviewedDocument,
  readDocuments,
} from '../../../core/rnds/compile-record/read-documents.ts'
import {
  compileInput,
  establishment,
  PAPERS,
  reviewed,
} from '../../helpers/network-consultations.ts'

const LATER = { createdAt: new Date('2026-03-16T17:20:00Z') }
const record = reviewed('anamnesis', {
  'Medicações Prescritas': ['Amoxicilina 500 mg de 8 em 8 horas'],
  Orientações: ['Beber água'],
})
const prescription = reviewed(
  'prescription',
  { 'Medicações Prescritas': ['Amoxicilina 500 mg de 8 em 8 horas por 7 dias'] },
  LATER,
)

function prescribed(documentType: 'RAC' | 'RPM', documents: ReviewedDocument[]): string[] {
  const compiled = compileRecord({
    ...compileInput({ documents, documentType }),
    establishment: establishment({ rpmEnabled: true }),
  })
  return compiled.documentType === 'REL' ? [] : compiled.prescription.map(({ text }) => text)
}

test('a medicine in the record and on the prescription is ordered once, as the record says it', (t) => {
  t.deepEqual(prescribed('RAC', [record, prescription]), ['Amoxicilina 500 mg de 8 em 8 horas'])
})

test('where the prescription is what is sent, it is ordered as the prescription says it', (t) => {
  for (const documents of [
    [record, prescription],
    [prescription, record],
  ])
    t.deepEqual(prescribed('RPM', documents), ['Amoxicilina 500 mg de 8 em 8 horas por 7 dias'])
})

test('without a record, or where it says nothing of it, the paper counts', (t) => {
  const silent = reviewed('anamnesis', { Orientações: ['Beber água'] })
  t.deepEqual(prescribed('RPM', [prescription]), ['Amoxicilina 500 mg de 8 em 8 horas por 7 dias'])
  const words = readDocuments([silent, prescription])
  t.deepEqual(
    words.prescription.map(({ entries }) => entries[0]?.text),
    ['Amoxicilina 500 mg de 8 em 8 horas por 7 dias'],
  )
})

test('of two papers that order, the one reviewed last counts', (t) => {
  const instructions = reviewed(
    'patientInstructions',
    { 'Medicações Prescritas': ['Tomar o antibiótico por 7 dias'] },
    { createdAt: new Date('2026-03-16T17:30:00Z') },
  )
  t.deepEqual(prescribed('RPM', [prescription, instructions]), ['Tomar o antibiótico por 7 dias'])
})

test('what only a paper says is part of the plan', (t) => {
  const referral = reviewed('referral', { Encaminhamento: ['Neurologia'] }, LATER)
  t.deepEqual(
    readDocuments([record, referral]).plan.map(({ name, entries }) => [name, entries[0]?.text]),
    [
      ['Orientações', 'Beber água'],
      ['Encaminhamento', 'Neurologia'],
    ],
  )
})

test('every field of a paper has a place at the network', (t) => {
  for (const { id, fields } of PAPERS)
    for (const { name } of fields) t.truthy(fieldRole(name), `${id}: ${name}`)
})
