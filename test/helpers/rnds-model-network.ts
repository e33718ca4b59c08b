/**
 * The national side in memory, as strict as the real one about what can exist twice: a pair of
 * system and value is taken once, a version is replaced once, a deleted one is gone (RNDS.md §4).
 * What happens to a request on its way is decided by `fate`.
 */
import { AppError } from '../../core/errors.ts'
import type { Bundle } from '../../core/fhir/types.ts'
import type {
  DeleteAnswer,
  NationalNetwork,
  NetworkTrouble,
  NetworkVersion,
  SubmitAnswer,
} from '../../core/rnds/network.ts'

export type Fate =
  /** It arrives and so does the answer. */
  | 'answered'
  /** Nothing leaves: no connection, no token. */
  | 'unsent'
  /** It arrives, the answer does not. */
  | 'answer-lost'
  | 'request-lost'
  /** It arrives on another day than it bears. */
  | 'another-day'
  /** The answer is given up on, and then it arrives. */
  | 'late'

export interface NationalDocument {
  networkId: string
  system: string
  value: string
  status: 'final' | 'entered-in-error'
  replaces: string | null
  bundle: Bundle
  /** The order of acceptance. */
  ordinal: number
  /** Listed from then on. */
  visibleAtMs: number
}

export interface ModelNetworkOptions {
  nowMs: () => number
  fate: (call: 'submit' | 'remove' | 'look') => Fate
  /** How long a new version is not listed. */
  lagMs?: () => number
  /** How long a late request is on its way. */
  lateMs?: () => number
  /** Every bundle as it leaves. */
  sees?: (bundle: Bundle) => void
  /** Content that the network refuses. */
  refuses?: (bundle: Bundle) => boolean
}

export function modelNetwork(options: ModelNetworkOptions) {
  const { nowMs, fate, lagMs = () => 0, lateMs = () => 0, refuses = () => false, sees } = options
  const documents: NationalDocument[] = []
  let underWay: { arrivesAtMs: number; arrive: (atMs: number) => unknown }[] = []
  let submissions = 0

  function receive(bundle: Bundle, atMs: number): SubmitAnswer {
    submissions++
    const { system, value } = bundle.identifier
    const target = replacedBy(bundle)
    if (refuses(bundle)) return refused('ERR793')
    const same = documents.filter((one) => one.system === system && one.value === value)
    const [first] = same
    if (target === null && first)
      return { kind: 'duplicate', networkId: first.networkId, issues: [issue('ERR866')] }
    const replaced = documents.find(({ networkId }) => networkId === target)
    if (target !== null && (!replaced || !same.includes(replaced))) return refused('MSG008')
    if (replaced && replaced.status !== 'final') return refused('MSG009')
    if (replaced) replaced.status = 'entered-in-error'
    const ordinal = documents.length + 1
    const networkId = `00000000-0000-4000-8000-${String(ordinal).padStart(12, '0')}-c0m1`
    const visibleAtMs = atMs + lagMs()
    const kept = structuredClone(bundle)
    const status = 'final' as const
    documents.push({
      networkId,
      system,
      value,
      status,
      replaces: target,
      bundle: kept,
      ordinal,
      visibleAtMs,
    })
    return { kind: 'accepted', networkId, headers: {} }
  }

  function strike(networkId: string): DeleteAnswer {
    const document = documents.find((one) => one.networkId === networkId)
    if (!document || !isListed(document)) return { kind: 'gone' }
    if (document.status !== 'final')
      return { kind: 'rejected', httpStatus: 422, issues: [issue('ERR825')] }
    document.status = 'entered-in-error'
    return { kind: 'deleted' }
  }

  const isListed = ({ visibleAtMs }: NationalDocument) => visibleAtMs <= nowMs()

  /** What came of a call whose fate is known. */
  function travel<Answer>(call: 'submit' | 'remove', arrive: (atMs: number) => Answer) {
    land()
    switch (fate(call)) {
      case 'answered':
        return arrive(nowMs())
      case 'unsent':
        return { kind: 'unsent' as const, trouble: trouble('token') }
      case 'answer-lost':
        arrive(nowMs())
        return { kind: 'unknown' as const, trouble: trouble('timeout') }
      case 'request-lost':
        return { kind: 'unknown' as const, trouble: trouble('reset') }
      case 'another-day':
        return refused('ERR808')
      case 'late':
        underWay.push({ arrivesAtMs: nowMs() + lateMs(), arrive })
        return { kind: 'unknown' as const, trouble: trouble('timeout') }
    }
  }

  /** Requests that were given up on arrive when their time has come. */
  function land() {
    const arrived = underWay.filter(({ arrivesAtMs }) => arrivesAtMs <= nowMs())
    underWay = underWay.filter(({ arrivesAtMs }) => arrivesAtMs > nowMs())
    for (const { arrivesAtMs, arrive } of arrived) arrive(arrivesAtMs)
  }

  const network: NationalNetwork = {
    askAccess: async () => null,
    async submit(bundle) {
      sees?.(bundle)
      return travel('submit', (atMs) => receive(bundle, atMs))
    },
    remove: async (networkId) => travel('remove', () => strike(networkId)),
    async findByLocalId({ system, value }): Promise<NetworkVersion[]> {
      land()
      if (fate('look') !== 'answered') throw down()
      return documents
        .filter((one) => one.system === system && one.value === value)
        .filter(isListed)
        .map(({ networkId, status, replaces }) => ({
          networkId,
          status,
          replaces: replaces === null ? [] : [replaces],
        }))
    },
    async readDocument(networkId) {
      land()
      if (fate('look') !== 'answered') throw down()
      const found = documents.find((one) => one.networkId === networkId && isListed(one))
      return found?.status === 'final' ? structuredClone(found.bundle) : null
    },
    findPatient: async () => null,
    findPractitioner: async () => null,
    findRole: async () => null,
  }

  return {
    network,
    documents,
    land,
    submissions: () => submissions,
  }
}

export function replacedBy({ entry }: Bundle): string | null {
  const relates = entry[0]?.resource.relatesTo as
    | [{ targetReference: { reference: string } }]
    | undefined
  return relates?.[0].targetReference.reference.replace('Composition/', '') ?? null
}

function refused(code: string) {
  return { kind: 'rejected' as const, httpStatus: 422, issues: [issue(code)] }
}

function issue(code: string) {
  return { severity: 'error', code, diagnostics: `(EHR-${code}) recusado` }
}

function trouble(code: string): NetworkTrouble {
  return { code, httpStatus: null, message: code }
}

export function down(): AppError {
  return new AppError('unavailable', 'rnds_unavailable', 'A RNDS não respondeu.', {
    retryAfterS: 60,
  })
}
