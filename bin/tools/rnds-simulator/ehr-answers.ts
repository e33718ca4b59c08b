/**
 * What the simulator answers to a call that got through: documents, people, codes (RNDS.md §4).
 * Sockets, tokens and faults are simulator.ts's.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { LOOKUPS, requesterSystem } from '../../../core/fhir/terms.ts'
import type { ProfileFinding } from '../../../core/fhir/types.ts'
import { outcome, type Reply, unknownResource } from './answers.ts'
import type { Documents, KeptDocument } from './documents.ts'
import { judgeBundle } from './judge-bundle.ts'
import type { MonthlyCode } from './judge-links.ts'
import {
  organizationResource,
  type People,
  patientResource,
  practitionerResource,
  roleResource,
  searchset,
} from './people.ts'

/**
 * As the real one does: another host, another prefix. Whoever uses more of it than the id at its
 * end finds nobody there.
 */
const PRINTED_BASE = 'https://ehr-services-hmg.saude.gov.br/1.15/api/fhir/r4'

export interface EhrCall {
  method: string
  /** Decoded parts of the path after `/api/`. */
  path: string[]
  query: URLSearchParams
  /** Of the `Authorization` header. */
  cns: string
  body: string
}

interface Deps {
  documents: Documents
  people: People
  requesterId: string | null
  rpm: boolean
  months: readonly MonthlyCode[]
  now: () => Date
  check: ((bundle: unknown) => ProfileFinding[]) | undefined
  lookup: (system: string, code: string) => string | undefined
}

export interface Route {
  operation: string
  answer(call: EhrCall): Reply
}

/** undefined: the service has no such call. */
export function ehrAnswers(deps: Deps): (call: EhrCall) => Route | undefined {
  const { documents, people, requesterId, rpm, months, now, check, lookup } = deps

  function submit({ body, cns }: EhrCall): Reply {
    const bundle = parse(body)
    const judged = judgeBundle(bundle, { people, requesterId, rpm, months, now: now(), cns })
    if ('refusals' in judged) return outcome(422, judged.refusals)
    const faults = check?.(bundle).filter(({ severity }) => severity === 'error') ?? []
    if (faults.length > 0)
      return outcome(
        422,
        faults.map(({ code, path, message }) => ({
          code: /^(ERR|MSG)\d{3,4}$/.test(code) ? code : null,
          text: `${path}: ${message}`,
        })),
      )
    const kept = documents.keep(judged.submitted, now())
    if ('refused' in kept) return outcome(422, [kept.refused])
    const location = `${PRINTED_BASE}/Bundle/${kept.id}`
    return { status: 201, headers: { location, 'content-location': location } }
  }

  function remove({ path }: EhrCall): Reply {
    const id = path[3] ?? ''
    const removed = documents.remove(id, requesterId && requesterSystem(requesterId))
    if (removed === 'unknown') return unknownResource('Bundle', id)
    return removed === 'removed' ? { status: 204 } : outcome(422, [removed.refused])
  }

  function identifier({ query }: EhrCall): Reply {
    const [system, value, type] = ['system', 'value', 'docType'].map((key) => query.get(key) ?? '')
    const found = documents.findByLocalId(system ?? '', value ?? '', type ?? '')
    return { status: 200, body: found.map(presentVersion) }
  }

  function document({ path }: EhrCall): Reply {
    const id = path[3] ?? ''
    const found = documents.find(id)
    if (!found) return unknownResource('Composition', id)
    if (found.status !== 'final')
      return outcome(410, [{ code: null, text: `Resource was deleted: Composition/${id}` }])
    return { status: 200, body: asStored(found) }
  }

  function patient(call: EhrCall): Reply {
    const number = numberOf(call)
    if (number === null)
      return outcome(400, [
        {
          code: 'ERR937',
          text: 'Só é permitido pesquisar pacientes usando os identificadores CPF ou CNS',
        },
      ])
    const found = people.findPatient(number)
    if (found?.isProvisional)
      return outcome(422, [
        {
          code: 'ERR987',
          text: 'O registro do paciente referenciado possui um estado inválido: não há CNS definitivo',
        },
      ])
    return single(call, 'Patient', found && patientResource(found))
  }

  function practitioner(call: EhrCall): Reply {
    const number = numberOf(call)
    const found = number === null ? undefined : people.findPractitioner(number)
    return single(call, 'Practitioner', found && practitionerResource(found))
  }

  function role(call: EhrCall): Reply {
    const [cns = '', cnes = ''] = call.path[3]
      ? call.path[3].split('-')
      : ['practitioner.identifier', 'organization.identifier'].map(
          (key) => call.query.get(key)?.split('|')[1] ?? '',
        )
    const found = people.findPractitioner(cns)
    const isThere = people.occupationsOf(cns, cnes).length > 0
    const resource = found && isThere ? roleResource(found, cnes) : undefined
    return single(call, 'PractitionerRole', resource)
  }

  function organization({ path }: EhrCall): Reply {
    const found = people.findOrganization(path[3] ?? '')
    if (!found) return unknownResource('Organization', path[3] ?? '')
    return { status: 200, body: organizationResource(found) }
  }

  function lookUpCode({ query }: EhrCall): Reply {
    const [system, code] = [query.get('system'), query.get('code')]
    if (!system || !code)
      return outcome(400, [
        {
          code: 'ERR852',
          text: "É obrigatório informar pelo menos os campos 'system' e 'code' para executar essa operação.",
        },
      ])
    const display = lookup(system, code)
    if (display === undefined) return unknownResource('CodeSystem', code)
    return {
      status: 200,
      body: {
        resourceType: 'Parameters',
        parameter: [
          { name: 'url', valueUri: system },
          { name: 'code', valueCode: code },
          { name: 'display', valueString: display },
        ],
      },
    }
  }

  const routes: Record<string, Route> = {
    'POST Bundle': { operation: 'submit', answer: submit },
    'DELETE Bundle/id': { operation: 'remove', answer: remove },
    'GET identifier': { operation: 'identifier', answer: identifier },
    'GET Composition/id/$document': { operation: 'document', answer: document },
    'GET Patient': { operation: 'patient', answer: patient },
    'GET Patient/id': { operation: 'patient', answer: patient },
    'GET Practitioner': { operation: 'practitioner', answer: practitioner },
    'GET Practitioner/id': { operation: 'practitioner', answer: practitioner },
    'GET PractitionerRole': { operation: 'role', answer: role },
    'GET PractitionerRole/id': { operation: 'role', answer: role },
    'GET Organization/id': { operation: 'organization', answer: organization },
    'GET CodeSystem/$lookup': { operation: 'lookup', answer: lookUpCode },
    'GET metadata': { operation: 'metadata', answer: () => ({ status: 200, body: capability }) },
  }
  return (call) => routes[patternOf(call)]
}

/** `GET fhir/r4/Composition/<id>/$document` → `GET Composition/id/$document` */
function patternOf({ method, path }: EhrCall): string {
  if (path.join('/') === 'identifier') return `${method} identifier`
  const [fhir, version, type, ...rest] = path
  if (fhir !== 'fhir' || version !== 'r4' || !type) return ''
  const parts = rest.map((part) => (part.startsWith('$') ? part : 'id'))
  return `${method} ${[type, ...parts].join('/')}`
}

/** A read finds one or says 404; a search finds one or none. */
function single({ path }: EhrCall, type: string, resource: object | undefined): Reply {
  const id = path[3]
  if (id === undefined) return { status: 200, body: searchset(resource ? [resource] : []) }
  return resource ? { status: 200, body: resource } : unknownResource(type, id)
}

/** From the path, or from `identifier=<cpf or cns system>|number`. null: another system. */
function numberOf({ path, query }: EhrCall): string | null {
  if (path[3] !== undefined) return path[3]
  const [system, number] = (query.get('identifier') ?? '').split('|')
  return number && (system === LOOKUPS.cpf || system === LOOKUPS.cns) ? number : null
}

function presentVersion({ id, cns, date, status, replaces }: KeptDocument): object {
  const relatesTo = replaces
    ? [{ code: 'replaces', targetReference: { type: 'Composition', id: replaces } }]
    : []
  return { id, cns, date, relatesTo, status }
}

/** With ids and addresses of the server's own, never the transient ones that were sent. */
function asStored({ id, bundle }: KeptDocument): unknown {
  const own = new Map<string, string>()
  const text = JSON.stringify(bundle).replace(/urn:uuid:transient-\d+/g, (name) => {
    const type = own.size === 0 ? `Composition/${id}` : `Resource/${randomUUID()}`
    const url = own.get(name) ?? `${PRINTED_BASE}/${type}`
    own.set(name, url)
    return url
  })
  return JSON.parse(text)
}

export function newNetworkId(): string {
  const suffix = Array.from(
    { length: 4 },
    () => 'abcdefghijklmnopqrstuvwxyz0123456789'[randomInt(36)],
  )
  return `${randomUUID()}-${suffix.join('')}`
}

const capability = {
  resourceType: 'CapabilityStatement',
  status: 'active',
  kind: 'instance',
  software: { name: 'Simulador da RNDS' },
  fhirVersion: '4.0.1',
  format: ['json'],
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
