/** What a patch of a consultation means, as pure functions (SPEC-GAPS 1.17). */
import type { Reach } from '../access/principal.ts'
import type { ConsentStatus } from '../contract/api.ts'
import type { ConsultationType } from '../contract/events.ts'
import { AppError, validationError } from '../errors.ts'
import { hostText } from '../host-text/host-text.ts'
import type { Consultation, OpenConsultation } from './consultation.ts'
import type { ConsultationChanges, ConsultationStore } from './ports.ts'
import {
  changedFacts,
  type VisitChange,
  type VisitFacts,
  WIRE_NAMES,
  wireFacts,
  withoutChosen,
} from './visit-facts.ts'

/** Limit of the context and of the background history, each, in UTF-16 units (SPEC-GAPS 1.17). */
export const longestContext = 50_000

/** As method, and as who took the consent: a command of the host's page, not a doctor. */
const HOST = 'host'

export interface ConsultationPatch {
  version?: number | undefined
  type?: ConsultationType | undefined
  /** The host's to say, and the last one counts: nobody works on it. */
  name?: string | null | undefined
  /** A missing part stays; null: nothing is said any more. */
  visit?: VisitChange | undefined
  /** What the doctor says of it: it counts before the host's word. */
  doctorsVisit?: VisitChange | undefined
  occupationChoices?: readonly string[] | undefined
  consent?: { status: ConsentStatus; method?: string | undefined } | undefined
  contextMarkdown?: string | undefined
  /** Only where nothing is written yet. */
  firstContext?: string | undefined
  appendContext?: string | undefined
  setBackgroundHistory?: { text: string; replaceIfExists: boolean } | undefined
  removeBackgroundHistory?: true | undefined
}

export interface PatchOutcome {
  /** False when a background history was there and was not to be replaced; nothing else can be. */
  applied: boolean
  reason: 'ALREADY_EXISTS' | null
}

interface AppliedPatch extends PatchOutcome {
  /** Only what differs. */
  changes: ConsultationChanges
}

/**
 * What `patch` makes of a consultation, as a pure function. Text that does not fit is refused,
 * never cut: a doctor must not find half of what they wrote.
 * @throws {AppError} `validation_error` (`too_long`), `type_locked`
 */
export function applyPatch(
  before: Consultation,
  patch: ConsultationPatch,
  reach: Reach,
  at: Date,
): AppliedPatch {
  const history = backgroundHistory(before, patch, at)
  return {
    changes: {
      ...type(before, patch),
      ...name(before, patch),
      ...visit(before, patch),
      ...consent(before, patch, reach, at),
      ...context(before, patch),
      ...history.changes,
    },
    applied: history.applied,
    reason: history.reason,
  }
}

function type(before: Consultation, patch: ConsultationPatch): ConsultationChanges {
  if (patch.type === undefined || patch.type === before.type) return {}
  if (before.status !== 'open' || before.recordedMs > 0) {
    const message = 'O tipo da consulta não pode mudar depois do início da gravação.'
    throw new AppError('conflict', 'type_locked', message)
  }
  return { type: patch.type }
}

function name(before: Consultation, patch: ConsultationPatch): ConsultationChanges {
  return patch.name === undefined || patch.name === before.name ? {} : { name: patch.name }
}

/** Facts and choices rest together, so all are written where one changes. */
function visit(before: Consultation, patch: ConsultationPatch): ConsultationChanges {
  const { doctorsVisit = {} } = patch
  const ofHost = withoutChosen(before, patch.visit ?? {})
  const visit = changedFacts(changedFacts(before.visit, ofHost), doctorsVisit)
  const occupationChoices = patch.occupationChoices ?? before.occupationChoices
  const chosenByDoctor = chosen(before.chosenByDoctor, doctorsVisit)
  const now = { visit, chosenByDoctor, ...(occupationChoices && { occupationChoices }) }
  return isSameVisit(before, now) ? {} : now
}

function chosen(
  before: readonly (keyof VisitFacts)[] = [],
  change: VisitChange,
): (keyof VisitFacts)[] {
  const fields = Object.keys(WIRE_NAMES) as (keyof VisitFacts)[]
  return fields.filter((field) =>
    field in change ? typeof change[field] === 'string' : before.includes(field),
  )
}

type VisitParts = Pick<Consultation, 'visit'> & {
  occupationChoices?: readonly string[] | undefined
  chosenByDoctor?: readonly string[] | undefined
}

function isSameVisit(before: VisitParts, now: VisitParts): boolean {
  const [one, other] = [before, now].map(({ visit, occupationChoices, chosenByDoctor = [] }) =>
    JSON.stringify([wireFacts(visit), occupationChoices, chosenByDoctor]),
  )
  return one === other
}

function consent(
  before: Consultation,
  patch: ConsultationPatch,
  { doctorId }: Pick<Reach, 'doctorId'>,
  at: Date,
): ConsultationChanges {
  if (!patch.consent) return {}
  const { status, method = null } = patch.consent
  if (status === before.consent.status && method === before.consent.method) return {}
  if (status === 'not_recorded')
    return { consent: { status, recordedAt: null, recordedBy: null, method: null } }
  // The token's doctor is the one at the keyboard, where the host has said who that is; a host's
  // program that starts a recording has answered for the patient itself.
  const recordedBy = method === HOST ? HOST : (doctorId ?? before.externalDoctorId)
  return { consent: { status, recordedAt: at, recordedBy, method } }
}

function context(before: Consultation, patch: ConsultationPatch): ConsultationChanges {
  const base = patch.contextMarkdown ?? firstContext(before, patch) ?? before.contextMarkdown
  const addition = hostText(patch.appendContext ?? '')
  const text = addition === '' ? base : append(base, addition)
  if (text === before.contextMarkdown) return {}
  if (text.length > longestContext) {
    const field = addition === '' ? 'context_markdown' : 'append_context'
    throw validationError([{ field, issue: 'too_long', limit: longestContext }])
  }
  return { contextMarkdown: text }
}

function firstContext(before: Consultation, { firstContext: text }: ConsultationPatch) {
  return before.contextMarkdown.trim() === '' ? text : undefined
}

/** A blank line between; what was typed stays as it was typed. */
function append(base: string, addition: string): string {
  if (base.trim() === '') return addition
  if (base.endsWith('\n\n')) return base + addition
  return base + (base.endsWith('\n') ? '\n' : '\n\n') + addition
}

function backgroundHistory(
  before: Consultation,
  { setBackgroundHistory: set, removeBackgroundHistory: remove }: ConsultationPatch,
  at: Date,
): AppliedPatch {
  const done = { applied: true, reason: null }
  const base = remove ? null : before.backgroundHistory
  if (!set) {
    const isChange = base !== before.backgroundHistory
    const changes = isChange ? { backgroundHistory: null, backgroundHistorySetAt: null } : {}
    return { changes, ...done }
  }
  if (base !== null && !set.replaceIfExists)
    return { changes: {}, applied: false, reason: 'ALREADY_EXISTS' }
  const text = hostText(set.text)
  if (text === before.backgroundHistory) return { changes: {}, ...done }
  if (text.length > longestContext) {
    const field = 'set_background_history.text'
    throw validationError([{ field, issue: 'too_long', limit: longestContext }])
  }
  return { changes: { backgroundHistory: text, backgroundHistorySetAt: at }, ...done }
}

interface Deps {
  store: ConsultationStore
  openConsultation: OpenConsultation
  now: () => Date
}

interface PatchResult extends PatchOutcome {
  consultation: Consultation
}

/**
 * Changes of a consultation by people: type, consent, context, background history. Who overwrites
 * must say which version they saw; who only adds (the host's `appendContext`, its background
 * history) need not, and is tried again when somebody else was faster, so that nothing typed is
 * ever lost (SPEC-GAPS 1.17).
 */
export type PatchConsultation = ReturnType<typeof patchConsultation>

/** Far more writers than one consultation has; who still loses hears `version_conflict`. */
const attempts = 20

/**
 * @throws {AppError} `not_found`, `validation_error`, `version_conflict`, `type_locked` once
 * recorded
 */
export function patchConsultation({ store, openConsultation, now }: Deps) {
  return async (reach: Reach, ehrId: string, patch: ConsultationPatch): Promise<PatchResult> => {
    if (overwrites(patch) && patch.version === undefined)
      throw validationError([{ field: 'version', issue: 'required' }])

    for (let attempt = 0; attempt < attempts; attempt++) {
      const before = await openConsultation(reach, ehrId)
      if (patch.version !== undefined && patch.version !== before.version) throw versionConflict()

      const { changes, applied, reason } = applyPatch(before, patch, reach, now())
      if (Object.keys(changes).length === 0) return { consultation: before, applied, reason }

      const expected = {
        version: before.version,
        ...(changes.type && { unrecorded: true as const }),
      }
      const write = { ...changes, updatedAt: now() }
      if (await store.update(before.id, expected, write)) {
        const consultation = { ...before, ...write, version: before.version + 1 }
        return { consultation, applied, reason }
      }
      // Somebody else wrote, or a recording began: look again, which also finds out which of them.
    }
    throw versionConflict()
  }
}

function overwrites({ type, consent, contextMarkdown }: ConsultationPatch): boolean {
  return type !== undefined || consent !== undefined || contextMarkdown !== undefined
}

const versionConflict = () =>
  new AppError(
    'conflict',
    'version_conflict',
    'A consulta foi alterada em outro lugar. Recarregue e tente de novo.',
  )
