/**
 * One process that sends to the network: the real operations and the real outbox over a given store
 * and network, with a compiler that writes one line of content. It can be told to die before or
 * after any of its next calls.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Principal } from '../../core/access/principal.ts'
import type { Consultation } from '../../core/consultation/consultation.ts'
import type { ClinicalRecord } from '../../core/fhir/clinical-record.ts'
import type { Bundle } from '../../core/fhir/types.ts'
import { silentLog } from '../../core/log.ts'
import { outgoingHeld } from '../../core/outgoing/hold.ts'
import type {
  Establishment,
  EstablishmentStore,
} from '../../core/rnds/compile-record/establishment.ts'
import { deleteRecord } from '../../core/rnds/delete-record.ts'
import { outbox } from '../../core/rnds/deliver-outbox.ts'
import type { NationalNetwork } from '../../core/rnds/network.ts'
import type { BundleBuilder, CompileRecord, SubmissionStore } from '../../core/rnds/ports.ts'
import { replaceRecord } from '../../core/rnds/replace-record.ts'
import { retryRecord } from '../../core/rnds/retry-record.ts'
import { recordStatus } from '../../core/rnds/submission-status.ts'
import { submitRecord } from '../../core/rnds/submit-record.ts'
import { builtInProfiles } from './built-in-profiles.ts'

export const PRACTITIONER = '700000000000005'
export const CPF = '52998224725'

/** The process died: nothing it does has any effect any more. */
export const CRASH = new Error('the process died')

export interface OfficeOptions {
  store: SubmissionStore
  network: NationalNetwork
  now: () => Date
  elapsedMs: () => number
  /** What the reviewed documents of a consultation say. */
  contentOf: (consultationId: string) => string
  patienceMs?: number
  /**
   * How many turns of the event loop's queue a call takes, so that two at a time meet in every way.
   */
  ticks?: () => number
  /** Nothing may leave. */
  isHeld?: () => boolean
  establishments?: EstablishmentStore
}

export function openOffice(options: OfficeOptions) {
  const { store, network, now, elapsedMs, contentOf, patienceMs = 20_000 } = options
  const { ticks = () => 0, isHeld = () => false } = options
  const death = { callsLeft: Number.POSITIVE_INFINITY, afterTheCall: false, isDead: false, ticks }
  const mortalStore = mortal(store, death)
  const mortalNetwork = mortal(network, death)
  const owner = randomUUID()
  const hold = () =>
    isHeld() ? { since: now(), because: 'administrator' as const, madeAt: null } : null
  const networkOf = async () => {
    const held = hold()
    if (held) throw outgoingHeld(held)
    return mortalNetwork
  }
  const compile: CompileRecord = async ({ consultation, documentType, localId, replaces, at }) =>
    ({
      documentType,
      localId,
      replaces,
      generatedAt: at.toISOString(),
      encounter: { cbo: '225125' },
      occupation: { from: 'network', isConfirmed: true },
      content: contentOf(consultation.id),
    }) as unknown as ClinicalRecord
  const box = outbox({
    store: mortalStore,
    networkOf,
    builder: lineBuilder,
    now,
    elapsedMs,
    newId: randomUUID,
    owner,
    log: silentLog,
    isOwnerGone: (other) => other !== owner,
    isHeld,
  })
  const desk = {
    store: mortalStore,
    outbox: box,
    establishments: options.establishments ?? {
      find: async () => ESTABLISHMENT,
      save: async () => {},
    },
    networkOf,
    index: async (...named: string[]) => named.join(' '),
    findHold: hold,
    openConsultation: async (_: unknown, id: string) =>
      ({ id, organizationId: 'o' }) as Consultation,
    patchConsultation: async () => {
      throw new Error('nobody asks')
    },
    compile,
    builder: lineBuilder,
    profiles: builtInProfiles,
    check: async () => [],
    digest: (text: string) => createHash('sha256').update(text).digest('hex'),
    newId: randomUUID,
    now,
    patienceMs,
  }

  return {
    outbox: box,
    submit: submitRecord(desk),
    replace: replaceRecord(desk),
    remove: deleteRecord(desk),
    status: recordStatus(desk),
    retry: retryRecord(desk),
    /** Takes up what an earlier process left, without timers: tests say when it works. */
    takeUp: () => mortalStore.releaseLeasesOf((other) => other !== owner),
    /** Everything that is due now. @returns how many steps */
    async work(): Promise<number> {
      for (let steps = 0; ; steps++) {
        const id = await mortalStore.nextDue()
        if (!id || steps > 1000) return steps
        // Behind shut doors it is due for ever.
        if (!(await box.deliver(id)) && isHeld()) return steps
      }
    },
    dieAfter(calls: number, afterTheCall: boolean) {
      death.callsLeft = calls
      death.afterTheCall = afterTheCall
    },
    isDead: () => death.isDead,
  }
}

export const ANYBODY = { organizationId: 'o', holder: 'backend' } as Principal

export const ESTABLISHMENT: Establishment = {
  organizationId: 'o',
  cnes: '2337991',
  severalEstablishments: false,
  uf: 'sp',
  environment: 'simulator',
  requesterId: '3061',
  authUrl: null,
  ehrUrl: null,
  lookupCns: PRACTITIONER,
  defaults: {
    cbo: '225125',
    modality: '09',
    priority: '01',
    admissionSource: '01',
    outcome: '01',
    financing: '01',
    procedure: '0301010072',
    locationName: null,
    team: null,
  },
  rpmEnabled: true,
  relEnabled: true,
  loincSystem: 'http://loinc.org',
  ucumSystem: 'http://unitsofmeasure.org',
  teleconsultationType: false,
  patientByCnsAlone: false,
}

/** A bundle of one line, with what the network looks at. */
export const lineBuilder: BundleBuilder = {
  build(record, at) {
    const { localId, replaces, content } = record as unknown as Record<string, string | null>
    const reference = `Composition/${replaces}`
    return {
      resourceType: 'Bundle',
      identifier: { system: 'urn:test', value: localId ?? '' },
      type: 'document',
      timestamp: at.toISOString(),
      entry: [
        {
          fullUrl: 'urn:uuid:transient-0',
          resource: {
            resourceType: 'Composition',
            content,
            ...(replaces && {
              relatesTo: [{ code: 'replaces', targetReference: { reference } }],
            }),
          },
        },
      ],
    }
  },
  restamp: (bundle, at) => ({ ...bundle, timestamp: at.toISOString() }),
}

export function contentOfBundle({ entry }: Bundle): string {
  return String(entry[0]?.resource.content)
}

interface Death {
  callsLeft: number
  afterTheCall: boolean
  isDead: boolean
  ticks: () => number
}

/** Dies at a call: before it has any effect, or after it had all of it. */
function mortal<Target extends object>(target: Target, death: Death): Target {
  return new Proxy(target, {
    get(_, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        for (let turns = death.ticks(); turns > 0; turns--) await undefined
        if (death.isDead) throw CRASH
        const diesNow = --death.callsLeft < 0
        if (diesNow) death.isDead = true
        if (diesNow && !death.afterTheCall) throw CRASH
        const result: unknown = await method.apply(target, args)
        if (death.isDead) throw CRASH
        return result
      }
    },
  })
}
