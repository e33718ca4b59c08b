/**
 * Valid bundles with one fault each: what is done to them is a fault by FHIR itself or by
 * docs/spec/network.md, never by the rules that are tested. The order is always the same.
 */
import { createBaseTypes } from '../../core/fhir/profile/base-types.ts'
import type { Bundle, Resource } from '../../core/fhir/types.ts'
import { at, fhirPath, removed, replaced, type Steps, walk } from './fhir-json-path.ts'

export interface Mutant {
  /** `wrong type`, `required element deleted` ... */
  kind: string
  bundle: Bundle
  /** FHIRPath of the changed element. */
  at: string
}

const DEFINITIONS = 'http://www.saude.gov.br/fhir/r4/StructureDefinition/'
const TYPES = createBaseTypes()
const OTHER_PATIENT = '728921840110704'

/** What each profile demands by the tables of RNDS.md §7 to §9; keys of JSON. */
const _REQUIRED: Record<string, string> = {
  Composition: 'status type subject date author title section',
  BRRegistroAtendimentoClinico: 'category',
  Encounter:
    'status class priority subject participant period period.start period.end diagnosis hospitalization hospitalization.admitSource hospitalization.dischargeDisposition serviceProvider',
  Condition: 'code subject',
  BRCondicaoSaude: 'stage',
  Procedure: 'extension status code subject performedDateTime performer',
  Observation: 'status code',
  'BRObservacaoDescritiva-1.0': 'subject issued',
  'BRDiagnosticoLaboratorioClinico-3.2.1':
    'category subject effectiveDateTime issued performer valueQuantity method specimen referenceRange',
  AllergyIntolerance: 'category code patient',
  CarePlan: 'status intent subject',
  'BRPlanoCuidados-1.0': 'description',
  BRAtestado: 'category activity',
  MedicationRequest: 'status intent medicationReference subject authoredOn recorder',
  Medication: 'code form',
  Location: 'status name mode',
  Specimen: 'type',
}

/** Faults of any FHIR document. */
export function* generalMutants(bundle: Bundle): Generator<Mutant> {
  for (const { steps, value } of walk(bundle)) {
    if (steps.length === 0) continue
    const key = steps.at(-1)
    // FHIRPath knows no `resourceType`: it is the resource that has another type.
    const path = fhirPath(key === 'resourceType' ? steps.slice(0, -1) : steps)
    const put = (kind: string, wrong: unknown): Mutant => ({
      kind,
      bundle: replaced(bundle, steps, wrong),
      at: path,
    })
    if (typeof value === 'string') {
      yield put('wrong type', 12345)
      yield put('empty', '')
      if (isTime(value)) yield put('wrong format', '16/03/2026')
    }
    if (typeof value === 'number') yield put('wrong type', String(value))
    if (typeof value === 'boolean') yield put('wrong type', 'true')
    if (Array.isArray(value)) yield put('wrong type', value[0])
    else if (typeof key === 'string' && key !== 'resourceType') yield put('wrong type', [value])
    if (typeof value === 'object' && !Array.isArray(value)) {
      yield put('wrong type', 'texto')
      yield {
        kind: 'unknown element',
        bundle: replaced(bundle, [...steps, 'inexistente'], 'x'),
        at: `${path}.inexistente`,
      }
    }
  }
}

/** Faults of a document of the network: RNDS.md §5. */
export function* documentMutants(bundle: Bundle): Generator<Mutant> {
  const put = (kind: string, steps: Steps, value: unknown): Mutant => ({
    kind,
    bundle: replaced(bundle, steps, value),
    at: fhirPath(steps),
  })
  const remove = (kind: string, steps: Steps): Mutant => ({
    kind,
    bundle: removed(bundle, steps),
    at: fhirPath(steps),
  })
  yield put('bundle', ['type'], 'collection')
  yield put('bundle', ['identifier', 'system'], 'http://exemplo.org/BRRNDS-1')
  for (const steps of [
    ['identifier'],
    ['identifier', 'system'],
    ['identifier', 'value'],
    ['timestamp'],
    ['type'],
  ])
    yield remove('bundle', steps)
  yield put('date', ['timestamp'], '2026-03-15T15:10:00-03:00')
  yield put('date', ['timestamp'], '2026-03-17T00:10:00-03:00')
  yield put('bundle', ['total'], 1)

  for (const [index, { fullUrl, resource }] of bundle.entry.entries()) {
    const entry: Steps = ['entry', index]
    yield put('order', [...entry, 'fullUrl'], 'urn:uuid:5df38718-3047-4e95-8a90-413ec48e741a')
    yield put('order', [...entry, 'fullUrl'], `urn:uuid:transient-${index + 1}`)
    yield remove('order', [...entry, 'fullUrl'])
    yield { kind: 'order', bundle: moved(bundle, index), at: fhirPath(entry) }
    if (index > 0)
      yield {
        kind: 'order',
        bundle: unreferenced(bundle, resource),
        at: `Bundle.entry[${bundle.entry.length}]`,
      }
    yield {
      ...put('unknown resource', [...entry, 'resource', 'resourceType'], 'Basic'),
      at: fhirPath([...entry, 'resource']),
    }
    yield remove('required element deleted', [...entry, 'resource'])
    yield* profileMutants(bundle, resource, [...entry, 'resource'])
    yield put(
      'prohibited element added',
      [...entry, 'resource', 'contained'],
      [{ resourceType: 'Basic' }],
    )
    yield* valueMutants(bundle, resource, [...entry, 'resource'], fullUrl)
  }
}

function* profileMutants(bundle: Bundle, resource: Resource, steps: Steps): Generator<Mutant> {
  const own = resource.meta?.profile?.[0] ?? ''
  const place = [...steps, 'meta', 'profile']
  const put = (profile: unknown) => ({
    kind: 'profile',
    bundle: replaced(bundle, place, profile),
    // The profile is what every element of the resource is held against.
    at: fhirPath(steps),
  })
  yield { ...put(undefined), bundle: removed(bundle, [...place, 0]) }
  yield put([own, own])
  yield put([`${own}|1.0`])
  yield put([`${DEFINITIONS}BRInexistente`])
  const others = new Set(bundle.entry.map((entry) => entry.resource.meta?.profile?.[0]))
  for (const other of others) if (other !== own) yield put([other])
}

/** Codes, numbers of people and places, and links between entries. */
function* valueMutants(
  bundle: Bundle,
  resource: Resource,
  root: Steps,
  fullUrl: string,
): Generator<Mutant> {
  for (const { steps: below, value } of walk(resource)) {
    const steps = [...root, ...below]
    const key = below.at(-1)
    const put = (kind: string, wrong: unknown): Mutant => ({
      kind,
      bundle: replaced(bundle, steps, wrong),
      at: fhirPath(steps),
    })
    const isCoding = below.at(-3) === 'coding'
    if (isCoding && !isUnbound(resource, below)) {
      if (key === 'system') yield put('code', 'http://exemplo.org/tabela')
      if (key === 'code') yield put('code', 'ZZZ')
    }
    if (typeof key === 'string' && /^(status|intent|mode|criticality|valueCode)$/.test(key))
      yield put('code', 'zzz')
    if (below.at(-2) === 'identifier' && key === 'system' && below[0] !== 'identifier') {
      yield put('identifier', `${DEFINITIONS}BRMunicipio-1.0`)
      yield put('identifier', 'http://rnds.saude.gov.br/fhir/r4/NamingSystem/cns')
    }
    if (below.at(-2) === 'identifier' && key === 'value') {
      yield put('identifier', String(value).slice(1))
      if (String(value).length === 15)
        yield put(
          'identifier',
          `${String(value).slice(0, 14)}${(Number(String(value).at(-1)) + 1) % 10}`,
        )
      if ((below[0] === 'subject' || below[0] === 'patient') && bundle.entry.length > 2)
        yield put('patient', OTHER_PATIENT)
    }
    if (key === 'url' && String(value).startsWith('http')) yield put('extension', `${value}x`)
    if (key === 'reference' && String(value).startsWith('urn:')) {
      yield put('reference', 'urn:uuid:transient-99')
      yield put('reference', 'Patient/1')
      yield put('reference', fullUrl)
      for (const { fullUrl: other, resource: target } of bundle.entry)
        if (target.resourceType !== typeAt(bundle, String(value))) yield put('reference', other)
    }
  }
}

/** Relations that the network itself judges (RNDS.md §6.3), each named by its code. */
export function* ruleMutants(bundle: Bundle): Generator<Mutant> {
  const put = (code: string, steps: Steps, value: unknown): Mutant => ({
    kind: code,
    bundle: replaced(bundle, steps, value),
    at: fhirPath(steps),
  })
  const remove = (code: string, steps: Steps): Mutant => ({
    kind: code,
    bundle: removed(bundle, steps),
    at: fhirPath(steps),
  })
  for (const [index, { resource }] of bundle.entry.entries()) {
    const root: Steps = ['entry', index, 'resource']
    for (const name of [
      'date',
      'performedDateTime',
      'issued',
      'effectiveDateTime',
      'authoredOn',
      'onsetDateTime',
    ])
      if (resource[name]) yield put('ERR974', [...root, name], '2026-03-17T09:00:00-03:00')
    if (resource.resourceType === 'Composition') {
      yield put(
        index === 0 ? 'ERR924' : 'status',
        [...root, 'status'],
        index === 0 ? 'preliminary' : 'zzz',
      )
      const relation = { code: 'replaces', targetReference: { reference: 'Composition/a-b' } }
      yield put(
        index === 0 ? 'ERR869' : 'ERR811',
        [...root, 'relatesTo'],
        index === 0 ? [relation, relation] : [relation],
      )
      if (resource.relatesTo) {
        yield put('ERR868', [...root, 'relatesTo', 0, 'code'], 'appends')
        yield put('ERR867', [...root, 'relatesTo', 0, 'targetReference', 'reference'], 'Bundle/a-b')
      }
    }
    if (resource.resourceType === 'Encounter') {
      yield put('ERR793', [...root, 'period', 'end'], '2026-03-15T14:00:00-03:00')
      yield put('ERR793', [...root, 'period', 'start'], '2026-03-15T14:00:00-03:00')
      yield put('ERR974', [...root, 'period', 'end'], '2026-03-17T14:00:00-03:00')
      yield put('consistency', [...root, 'class', 'code'], '05')
      yield put('ERR914', [...root, 'diagnosis', 0, 'rank'], 3)
      if (at(resource, ['diagnosis', 1, 'rank']))
        yield put('ERR915', [...root, 'diagnosis', 1, 'rank'], 1)
    }
    if (resource.resourceType === 'Procedure') {
      yield put('ERR794', [...root, 'performedDateTime'], '2026-03-15T14:00:00-03:00')
      const performer = at(resource, ['performer', 0])
      yield put('ERR786', [...root, 'performer'], [performer, performer])
    }
    if (resource.resourceType === 'MedicationRequest') {
      const repeat = [...root, 'dosageInstruction', 0, 'timing', 'repeat']
      const doses = at(resource, ['dosageInstruction', 0, 'timing', 'repeat', 'extension'])
      if (resource.medicationCodeableConcept) yield remove('ERR779', [...root, 'note'])
      if (doses) {
        yield remove('ERR782', [...root, 'note'])
        yield remove('ERR780', [...repeat, 'extension', 0])
        yield remove('ERR780', [...repeat, 'extension', 0, 'extension', 0])
        yield remove('ERR780', [...repeat, 'extension', 0, 'extension', 1])
        // The intervals and shifts are what may not stand beside a single dose.
        yield {
          ...put('ERR781', [...repeat, 'countMax'], 1),
          at: fhirPath([...repeat, 'extension']),
        }
      }
    }
    if (resource.valueQuantity && resource.interpretation)
      yield remove('ERR806', [...root, 'interpretation'])
  }
}

/** A value that R4 takes at this element of this type. */
export function sampleOf(type: string): unknown {
  const samples: Record<string, unknown> = {
    boolean: true,
    decimal: 1,
    integer: 1,
    positiveInt: 1,
    unsignedInt: 1,
    date: '2026-03-16',
    dateTime: '2026-03-16',
    instant: '2026-03-16T14:00:00-03:00',
    time: '14:00:00',
    uri: 'http://exemplo.org',
    canonical: 'http://exemplo.org',
    code: 'x',
    id: 'x',
    Narrative: { status: 'generated', div: '<div>x</div>' },
    Coding: { code: 'x' },
    CodeableConcept: { text: 'x' },
    Reference: { display: 'x' },
    Identifier: { value: 'x' },
    Annotation: { text: 'x' },
    Period: { start: '2026-03-16' },
    Quantity: { value: 1 },
    Resource: { resourceType: 'Basic' },
  }
  if (Object.hasOwn(samples, type)) return samples[type]
  return TYPES.has(type) ? { id: 'x' } : 'x'
}

const isTime = (text: string) => /^\d{4}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text))

/**
 * What no required list speaks of: medicines, and lists that are known to lag behind (RNDS.md §8.4,
 * §9.6).
 */
function isUnbound(resource: Resource, below: Steps): boolean {
  const isLaboratory = 'specimen' in resource
  return (
    (resource.resourceType === 'Medication' && below[0] === 'code') ||
    (isLaboratory && (below[0] === 'code' || below[0] === 'extension') && below.at(-1) === 'code')
  )
}

const typeAt = (bundle: Bundle, url: string) =>
  bundle.entry.find(({ fullUrl }) => fullUrl === url)?.resource.resourceType

/** The entry changes places with the next. */
function moved(bundle: Bundle, index: number): Bundle {
  const copy = structuredClone(bundle)
  const [entry] = copy.entry.splice(index, 1)
  if (entry) copy.entry.splice(index === copy.entry.length ? index - 1 : index + 1, 0, entry)
  return copy
}

function unreferenced(bundle: Bundle, resource: Resource): Bundle {
  const fullUrl = `urn:uuid:transient-${bundle.entry.length}`
  return { ...bundle, entry: [...bundle.entry, { fullUrl, resource: structuredClone(resource) }] }
}
