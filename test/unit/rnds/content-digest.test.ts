import { createHash } from 'node:crypto'
import test from 'ava'
import { contentDigest } from '../../../core/rnds/submission-prepare.ts'
import { encounterRecord } from '../../helpers/clinical-records.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const of = (parts: Parameters<typeof encounterRecord>[0]) =>
  contentDigest(encounterRecord(parts), digest)

test('what is generated anew, or replaces another, says the same', (t) => {
  const later = { generatedAt: '2026-03-17T08:00:00-03:00', localId: 'other', replaces: 'n-1' }
  t.is(of(later), of({}))
})

test('another spelling of a code system says the same', (t) => {
  t.is(of({ spellings: { loinc: 'https://loinc.org/', ucum: 'https://ucum.example' } }), of({}))
})

test('the order in which a record was put together does not matter', (t) => {
  const record = encounterRecord()
  const turned = Object.fromEntries(Object.entries(record).reverse()) as unknown as typeof record
  t.is(contentDigest(turned, digest), contentDigest(record, digest))
})

test('another diagnosis, patient, practitioner or establishment says something else', (t) => {
  const others = [
    {},
    { diagnoses: [{ system: 'CID10' as const, code: 'J00', note: null }] },
    { patient: { cns: null, cpf: '52998224725' } },
    { practitioner: { cns: '700000000000005' } },
    { cnes: '9876543' },
    { encounter: { outcome: '02' } },
  ]
  t.is(new Set(others.map(of)).size, others.length)
})
