/**
 * The national network over HTTPS (RNDS.md §3, §4): the certificate buys a token, the token and the
 * practitioner's number open everything else. Log lines hold operation, status, code and duration:
 * no headers, no addresses, no numbers of people, no bodies.
 */

import { AppError, validationError } from '../../core/errors.ts'
import { LOOKUPS } from '../../core/fhir/terms.ts'
import type { Bundle } from '../../core/fhir/types.ts'
import type { Log } from '../../core/log.ts'
import type { ClientCertificate } from '../../core/rnds/certificate.ts'
import { classOfCode } from '../../core/rnds/error-catalogue.ts'
import type {
  Caller,
  CallOptions,
  NationalNetwork,
  NetworkTrouble,
} from '../../core/rnds/network.ts'
import { isObject, readOutcome } from '../../core/rnds/outcome.ts'
import {
  classifyDelete,
  classifySubmit,
  codesOf,
  isTokenRefusal,
  type NetworkAnswer,
  trouble,
} from './classify.ts'
import { type Exchanged, type ExchangeRequest, exchange } from './exchange.ts'
import type { Hosts } from './hosts.ts'
import {
  readPatient,
  readPractitioner,
  readRole,
  readVersions,
  resourcesOf,
} from './read-people.ts'
import { readTokenAnswer, type TokenAnswer, tokenSource } from './token-source.ts'

export interface RndsClientOptions {
  hosts: Hosts
  certificate: Pick<ClientCertificate, 'keyPem' | 'chainPem' | 'notAfter'>
  /**
   * `http://proxy.hospital.example:3128`; null: straight. Nothing is taken from the environment.
   */
  proxy?: string | null
  /** PEM: the only authority that is trusted. null: the public ones. */
  caPem?: string | null
  /** `svc/1.2.3`: the network wants to know who calls. */
  userAgent: string
  now: () => Date
  log: Log
  limits?: Partial<RndsLimits>
}

export interface RndsLimits {
  connectTimeoutMs: number
  /** A submission takes 2 to 5 s; what takes longer than this is asked for later. */
  totalTimeoutMs: number
  maxAnswerBytes: number
}

const usualLimits: RndsLimits = {
  connectTimeoutMs: 5_000,
  totalTimeoutMs: 20_000,
  maxAnswerBytes: 8 * 1024 * 1024,
}

type Operation =
  | 'token'
  | 'submit'
  | 'remove'
  | 'find-by-local-id'
  | 'read-document'
  | 'find-patient'
  | 'find-practitioner'
  | 'find-role'

/** What came of a call: an answer, or why there was none. */
type Called =
  | NetworkAnswer
  | { kind: 'unsent'; trouble: NetworkTrouble }
  | { kind: 'lost'; trouble: NetworkTrouble }

export function rndsClient(options: RndsClientOptions): NationalNetwork {
  const { hosts, certificate, userAgent, now, log } = options
  const limits = { ...usualLimits, ...options.limits }
  const send = exchange({ ...limits, proxy: options.proxy ?? null, caPem: options.caPem ?? null })
  const tokens = tokenSource({ fetchToken, nowMs: () => now().getTime() })
  const fhir = `${hosts.ehrUrl}/api/fhir/r4`
  /** With this certificate: the network takes it. */
  let wasAdmitted = false

  async function logged(operation: Operation, request: ExchangeRequest): Promise<Exchanged> {
    const startedMs = performance.now()
    const headers = { ...request.headers, 'user-agent': userAgent }
    const answer = await send({ ...request, headers })
    const ms = Math.round(performance.now() - startedMs)
    if (answer.kind === 'answer') {
      const codes = answer.status >= 400 ? codesOf(readOutcome(answer.body)) : ''
      log.info('rnds.call', { operation, status: answer.status, ms, ...(codes && { codes }) })
    } else {
      const { kind, reason, errorCode: code } = answer
      log.warn('rnds.call', { operation, outcome: kind, reason, code, ms })
    }
    return answer
  }

  async function fetchToken(): Promise<TokenAnswer> {
    if (certificate.notAfter <= now())
      return { kind: 'trouble', trouble: trouble('certificate_expired', null, 'expired') }
    const answer = await logged('token', {
      method: 'GET',
      url: `${hosts.authUrl}/api/token`,
      headers: { accept: 'application/json' },
      identity: certificate,
    })
    const read = readTokenAnswer(answer, wasAdmitted)
    if (read.kind === 'token') wasAdmitted = true
    return read
  }

  /** With a token; with a new one, once, where the first was refused. */
  async function call(
    operation: Operation,
    request: Omit<ExchangeRequest, 'headers' | 'signal'>,
    { practitionerCns }: Caller,
    { signal }: CallOptions = {},
  ): Promise<Called> {
    if (!/^\d{15}$/.test(practitionerCns))
      throw validationError([{ field: 'practitioner_cns', issue: 'invalid' }])
    for (let attempt = 1; ; attempt++) {
      const token = await tokens.get()
      if ('trouble' in token) return { kind: 'unsent', trouble: token.trouble }
      const answer = await logged(operation, {
        ...request,
        headers: {
          accept: 'application/fhir+json, application/json',
          ...(request.body !== undefined && { 'content-type': 'application/fhir+json' }),
          'x-authorization-server': `Bearer ${token.value}`,
          authorization: practitionerCns,
        },
        ...(signal && { signal }),
      })
      if (answer.kind !== 'answer') {
        const { kind, reason, errorCode } = answer
        return { kind, trouble: trouble(reason, null, errorCode) }
      }
      const isRefused = isTokenRefusal(answer)
      // A gateway that lost track of the token answers so too (RNDS.md §3.1): the next call brings
      // a new one.
      if (isRefused || answer.status === 502) tokens.drop(token.value)
      if (!isRefused || attempt === 2) return answer
    }
  }

  /** For look-ups: the answer's status and JSON, null when nobody is found. */
  async function ask(
    operation: Operation,
    url: string,
    as: Caller,
    options: CallOptions | undefined,
  ): Promise<unknown> {
    const answer = await call(operation, { method: 'GET', url }, as, options)
    if (answer.kind !== 'answer') throw unavailable(answer.trouble)
    if (isAbsence(answer)) return null
    const body = answer.complete ? parse(answer.body) : undefined
    if (answer.status === 200 && body !== undefined) return body
    throw unavailable(trouble(troubleOf(answer), answer.status, codesOf(readOutcome(answer.body))))
  }

  async function search(
    operation: Operation,
    type: 'Patient' | 'Practitioner',
    identifier: string,
    as: Caller,
    options: CallOptions | undefined,
  ) {
    const url = `${fhir}/${type}?identifier=${encodeURIComponent(identifier)}`
    const body = await ask(operation, url, as, options)
    if (body === null) return null
    const found = resourcesOf(body, type)
    if (!found) throw unavailable(trouble('gateway', 200, 'not understood'))
    return found[0] ?? null
  }

  return {
    async askAccess() {
      const token = await tokens.get()
      return 'trouble' in token ? token.trouble : null
    },

    async submit(bundle, as, options) {
      const request = {
        method: 'POST',
        url: `${fhir}/Bundle`,
        body: JSON.stringify(bundle),
      } as const
      const answer = await call('submit', request, as, options)
      if (answer.kind === 'answer') return classifySubmit(answer)
      return { kind: answer.kind === 'lost' ? 'unknown' : 'unsent', trouble: answer.trouble }
    },

    async remove(networkId, as, options) {
      const url = `${fhir}/Bundle/${encodeURIComponent(networkId)}`
      const answer = await call('remove', { method: 'DELETE', url }, as, options)
      if (answer.kind === 'answer') return classifyDelete(answer)
      return { kind: answer.kind === 'lost' ? 'unknown' : 'unsent', trouble: answer.trouble }
    },

    async findByLocalId({ system, value, documentType }, as, options) {
      const query = new URLSearchParams({ system, value, docType: documentType })
      const url = `${hosts.ehrUrl}/api/identifier?${query}`
      const body = await ask('find-by-local-id', url, as, options)
      if (body === null) return []
      const versions = readVersions(body)
      if (!versions) throw unavailable(trouble('gateway', 200, 'not understood'))
      return versions
    },

    async readDocument(networkId, as, options) {
      const url = `${fhir}/Composition/${encodeURIComponent(networkId)}/$document`
      const body = await ask('read-document', url, as, options)
      if (body === null) return null
      if (isObject(body) && body.resourceType === 'Bundle') return body as unknown as Bundle
      throw unavailable(trouble('gateway', 200, 'not understood'))
    },

    async findPatient({ cpf, cns }, as, options) {
      const number = cns ?? cpf
      if (!number) throw validationError([{ field: 'cpf', issue: 'required' }])
      const identifier = `${cns ? LOOKUPS.cns : LOOKUPS.cpf}|${number}`
      const resource = await search('find-patient', 'Patient', identifier, as, options)
      return resource && readPatient(resource)
    },

    async findPractitioner(cns, as, options) {
      const identifier = `${LOOKUPS.cns}|${cns}`
      const resource = await search('find-practitioner', 'Practitioner', identifier, as, options)
      return resource && readPractitioner(resource)
    },

    async findRole(cns, cnes, as, options) {
      const url = `${fhir}/PractitionerRole/${encodeURIComponent(`${cns}-${cnes}`)}`
      const body = await ask('find-role', url, as, options)
      if (body === null) return null
      const [role] = resourcesOf(body, 'PractitionerRole') ?? []
      if (!role) throw unavailable(trouble('gateway', 200, 'not understood'))
      return readRole(role, { cns, cnes })
    },
  }
}

/**
 * Whether the network itself says that it is not there: by code, or by a status that it explains
 * (RNDS.md §4.6).
 */
function isAbsence({ status, body }: NetworkAnswer): boolean {
  const issues = readOutcome(body)
  if (status === 410) return true
  if (issues.length === 0) return status === 404 && isJsonOrEmpty(body)
  const known = issues.filter(({ code }) => classOfCode(code) !== undefined)
  if (known.length > 0)
    return known.some(({ code }) => ABSENT.has(code) || classOfCode(code) === 'not-found')
  return status === 404 || status === 400
}

/** Patient, practitioner or number not found; no definitive CNS (ERR987). */
const ABSENT: ReadonlySet<string> = new Set([
  'MSG001',
  'ERR876',
  'ERR895',
  'ERR900',
  'ERR901',
  'ERR983',
  'ERR987',
  'ERR827',
])

/** A page is a gateway's: it does not know who exists. */
function isJsonOrEmpty(body: string): boolean {
  return body.trim() === '' || parse(body) !== undefined
}

function troubleOf(answer: NetworkAnswer): string {
  if (isTokenRefusal(answer)) return 'token'
  const isTransient = readOutcome(answer.body).some(({ code }) => classOfCode(code) === 'transient')
  return isTransient ? 'transient' : 'gateway'
}

function unavailable({ code, httpStatus, message }: NetworkTrouble): AppError {
  const words =
    code === 'certificate_refused'
      ? 'A RNDS não aceita o certificado digital deste estabelecimento. Fale com o administrador.'
      : 'A RNDS não está respondendo agora.'
  return new AppError('unavailable', 'rnds_unavailable', words, {
    details: [{ code, http_status: httpStatus, message }],
    retryAfterS: 30,
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
