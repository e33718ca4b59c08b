import test from 'ava'
import { ruleFor, selectorsByFrame, selectorsIn } from '../../../plugin/extension/site-rules.ts'

const rule = (name: string, ...pages: string[]) => ({ name, pages, read: { patient_name: '#p' } })
const EHR = rule('EHR', 'https://ehr.hospital/')
const PATIENTS = rule('patients', 'https://ehr.hospital/pacientes/')

test('of two rules the one that says more of the address counts', (t) => {
  const at = (address: string) => ruleFor([EHR, PATIENTS], address)?.name
  t.is(at('https://ehr.hospital/pacientes/42?aba=1'), 'patients')
  t.is(at('https://ehr.hospital/agenda'), 'EHR')
})

test('a rule counts for its own origin only, however alike another looks', (t) => {
  for (const address of [
    'https://ehr.hospital.evil.example/pacientes/42',
    'http://ehr.hospital/pacientes/42',
    'https://ehr.hospital:8443/pacientes/42',
    'https://evil.example/?https://ehr.hospital/',
    'about:blank',
  ])
    t.is(ruleFor([EHR, PATIENTS], address), undefined, address)
})

test('what is no rule is left out', (t) => {
  const broken = ['x', null, {}, { ...EHR, pages: 'https://ehr.hospital/' }, { ...EHR, read: null }]
  t.is(ruleFor([...broken, PATIENTS], 'https://ehr.hospital/pacientes/1')?.name, 'patients')
  t.is(ruleFor(broken, 'https://ehr.hospital/pacientes/1'), undefined)
})

test('fields take one selector or several, and a rule needs nothing to read', (t) => {
  const { read: _, ...unread } = EHR
  const rule = { ...unread, fields: { Queixa: '#q', '*': ['#a', '#b'] } }
  const found = ruleFor([rule], 'https://ehr.hospital/')
  t.deepEqual(found?.fields, { Queixa: ['#q'], '*': ['#a', '#b'] })
  t.deepEqual(found?.read, {})
  for (const fields of [{ Queixa: 7 }, { Queixa: [7] }, ['#q'], null])
    t.is(ruleFor([{ ...rule, fields }], 'https://ehr.hospital/'), undefined)
})

test('frames of other origins are named with their whole origin, and begin selectors', (t) => {
  const frames = { '#a': 'https://x.hospital', '#b >>> #c': 'http://y.hospital:8080' }
  const found = ruleFor([{ ...EHR, frames }], 'https://ehr.hospital/')
  t.deepEqual(found?.frames, frames)
  const all = ['#a>>>#q', '#a', '#b >>> #q', ' #b  >>> #c >>> #d >>> #q', '#ab >>> #q']
  t.deepEqual(selectorsIn('#a', all, frames), ['#q'])
  t.deepEqual(selectorsIn('#b >>> #c', all, frames), ['#d >>> #q'])
  t.deepEqual(selectorsIn('', all, frames), ['#a', '#b >>> #q', '#ab >>> #q'])
  const named = selectorsByFrame({ patient_name: '#a >>> #p', ehr_id: '#e' }, frames)
  t.deepEqual(Object.fromEntries(named), { '#a': { patient_name: '#p' }, '': { ehr_id: '#e' } })
  for (const origin of ['*', 'https://*', 'https://x.hospital/', 'x.hospital', 'file://', '', 7])
    t.is(ruleFor([{ ...EHR, frames: { '#a': origin } }], 'https://ehr.hospital/'), undefined)
  t.is(ruleFor([{ ...EHR, frames: { '': 'https://x.hospital' } }], EHR.pages[0]!), undefined)
})
