import test from 'ava'
import { knownPatients } from '../../../core/rnds/known-patients.ts'

const HOUR_MS = 3_600_000
const MARIA = {
  cpf: '52998224725',
  cns: '843419254122484',
  name: 'Maria',
  birthDate: '1980-02-03',
  deathDate: null,
  gender: 'female',
  active: true,
}

test('dates are known by either number, of the organization that asked, until the day is over', (t) => {
  let time = Date.parse('2026-03-16T12:00:00Z')
  const patients = knownPatients({ now: () => new Date(time) })
  patients.remember('a', MARIA)
  const dates = { birthDate: '1980-02-03', deathDate: null }
  t.deepEqual(patients.find('a', { cpf: MARIA.cpf, cns: null }), dates)
  t.deepEqual(patients.find('a', { cpf: '0', cns: MARIA.cns }), dates)
  t.is(patients.find('b', { cpf: MARIA.cpf, cns: MARIA.cns }), undefined)
  time += 13 * HOUR_MS
  t.is(patients.find('a', { cpf: MARIA.cpf, cns: MARIA.cns }), undefined)
})

test('a date without its day is no date to compare with', (t) => {
  const patients = knownPatients({ now: () => new Date(0) })
  patients.remember('a', { ...MARIA, birthDate: '1980', deathDate: '2020-05' })
  t.deepEqual(patients.find('a', MARIA), { birthDate: null, deathDate: null })
})

test('of many patients the ones looked up last are kept', (t) => {
  const patients = knownPatients({ now: () => new Date(0) })
  for (let number = 0; number < 5000; number++)
    patients.remember('a', { ...MARIA, cpf: null, cns: String(number) })
  t.is(patients.find('a', { cpf: '', cns: '0' }), undefined)
  t.truthy(patients.find('a', { cpf: '', cns: '4999' }))
})
