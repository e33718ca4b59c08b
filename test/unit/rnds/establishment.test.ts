import test from 'ava'
import { hostsOf } from '../../../api/rnds-client/hosts.ts'
import { isAppError } from '../../../core/errors.ts'
import {
  applyChanges,
  type EstablishmentChanges,
  missingFields,
  newEstablishment,
} from '../../../core/rnds/edit-establishment.ts'

const fresh = newEstablishment('org-1')
const complete: EstablishmentChanges = {
  requesterId: '12345',
  cbo: '225125',
  modality: '07',
  priority: '03',
  admissionSource: '09',
  outcome: '01',
  financing: '01',
  procedure: '03.01.01.007-2',
}

test('values are kept as the network wants them', (t) => {
  const changed = applyChanges(fresh, {
    ...complete,
    cnes: ' 0012345 ',
    uf: 'SP',
    lookupCns: '159 8774 3098 0006',
    team: '0000012345',
    authUrl: 'https://proxy.hospital.example/rnds/',
    rpmEnabled: true,
  })
  t.like(changed, {
    cnes: '0012345',
    uf: 'sp',
    lookupCns: '159877430980006',
    authUrl: 'https://proxy.hospital.example/rnds',
    rpmEnabled: true,
    relEnabled: false,
    defaults: { procedure: '0301010072', team: 12_345 },
  })
  t.is(applyChanges(changed, {}).cnes, '0012345', 'what is not mentioned stays')
  t.is(applyChanges(changed, { cnes: '', team: null }).cnes, null, 'what is emptied goes')
})

test('LOINC and UCUM are called as the standard does until another spelling is set', (t) => {
  const usual = { loincSystem: 'http://loinc.org', ucumSystem: 'http://unitsofmeasure.org' }
  t.like(fresh, usual)
  const other = applyChanges(fresh, { loincSystem: ' https://loinc.org/ ' })
  t.like(other, { ...usual, loincSystem: 'https://loinc.org/' }, 'to the letter, slash and all')
  t.like(applyChanges(other, { loincSystem: '' }), usual, 'what is emptied is the standard’s again')
})

const refuses = test.macro({
  title: (_, changes: EstablishmentChanges) => `${JSON.stringify(changes)} is refused`,
  exec(t, changes: EstablishmentChanges) {
    const error = t.throws(() => applyChanges(fresh, changes), { code: 'validation_error' })
    t.true(isAppError(error))
    if (isAppError(error))
      t.deepEqual(
        error.details?.map(({ field }) => field),
        [Object.keys(changes).at(-1)],
      )
  },
})
test(refuses, { cnes: '123' })
test(refuses, { uf: 'xx' })
test(refuses, { loincSystem: 'loinc.org' })
test(refuses, { ucumSystem: 'http://units.example/a b' })
test(refuses, { environment: 'test' })
test(refuses, { requesterId: 'a b' })
test(refuses, { lookupCns: '159877430980007' })
test(refuses, { authUrl: 'http://proxy.example' })
test(refuses, { ehrUrl: 'https://user:pass@proxy.example' })
test(refuses, { cbo: '2251' })
test(refuses, { modality: '77' })
test(refuses, { procedure: '123' })
test(refuses, { team: 'x' })
test(refuses, { modality: '06', priority: '01' })

test('all that is wrong is told at once', (t) => {
  const error = t.throws(() => applyChanges(fresh, { cnes: '1', uf: 'zz' }))
  t.is(isAppError(error) ? error.details?.length : 0, 2)
})

test('what is missing is named until it is there', (t) => {
  t.deepEqual(missingFields(fresh), [
    'requesterId',
    'modality',
    'priority',
    'admissionSource',
    'outcome',
    'financing',
    'procedure',
  ] as ReturnType<typeof missingFields>)
  const done = applyChanges(fresh, complete)
  t.deepEqual(missingFields(done), [])
  t.deepEqual(missingFields({ ...done, environment: 'production' }), ['uf'])
  t.deepEqual(missingFields({ ...done, environment: 'simulator' }), ['authUrl', 'ehrUrl'])
})

test('the hosts are those of the environment and the state, unless others are named', (t) => {
  t.deepEqual(hostsOf(fresh), {
    authUrl: 'https://ehr-auth-hmg.saude.gov.br',
    ehrUrl: 'https://ehr-services.hmg.saude.gov.br',
  })
  t.deepEqual(hostsOf({ ...fresh, environment: 'production', uf: 'go' }), {
    authUrl: 'https://ehr-auth.saude.gov.br',
    ehrUrl: 'https://go-ehr-services.saude.gov.br',
  })
  t.is(hostsOf({ ...fresh, environment: 'production' }), null)
  t.is(hostsOf({ ...fresh, environment: 'simulator' }), null)
  t.like(hostsOf({ ...fresh, ehrUrl: 'https://p.example' }), { ehrUrl: 'https://p.example' })
})
