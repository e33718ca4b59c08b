/**
 * What the network will be told of a visit, for the doctor to look at and change before a record
 * leaves: what the host or the doctor said, else what is usual in the establishment.
 */
import type { Principal } from '../access/principal.ts'
import type { Consultation, OpenConsultation } from '../consultation/consultation.ts'
import type { PatchConsultation } from '../consultation/patch.ts'
import {
  factFaults,
  type VisitChange,
  type VisitFacts,
  WIRE_NAMES,
} from '../consultation/visit-facts.ts'
import { type Choice, validationError } from '../errors.ts'
import { CODE_LISTS } from '../fhir/terms.ts'
import type { Terminology } from '../terminology/ports.ts'
import type { EstablishmentStore } from './compile-record/establishment.ts'
import { HOSPITAL_STAY, STAY_IN_WORDS } from './compile-record/told-facts.ts'
import type { SubmissionStore } from './ports.ts'
import { currentOf, type Submission, slotOf } from './submission.ts'
import type { WaitingReason, WhyWaiting } from './submission-status.ts'

type Field = Exclude<keyof VisitFacts, 'cbo'>

export interface ReviewedFact {
  field: Field
  /** By the host or the doctor; null: nobody. */
  said: Choice | null
  /** `said` is the doctor's choice, which counts before the host's word. */
  isChosen: boolean
  /** In the establishment's profile; null: nothing is. */
  usual: Choice | null
  /** By the call that sent the visit's record: a correction says it again. Null: nothing. */
  sent: Choice | null
  /** The network's list; null where it is a table to search in. */
  allowed: readonly Choice[] | null
}

export interface VisitReview {
  facts: readonly ReviewedFact[]
  occupation: { said: string | null; choices: readonly Choice[] } | null
  /** pt-BR: why no record can leave like this; null: nothing is in the way. */
  problem: string | null
  /** The RAC of this visit; null: none was sent. */
  record: { record: Submission; waiting: WaitingReason | null } | null
}

interface Deps {
  openConsultation: OpenConsultation
  patchConsultation: PatchConsultation
  establishments: Pick<EstablishmentStore, 'find'>
  terminology: Pick<Terminology, 'find'>
  store: Pick<SubmissionStore, 'listOfConsultation'>
  whyWaiting: WhyWaiting
}

export type ReviewVisit = ReturnType<typeof reviewVisit>

export function reviewVisit(deps: Deps) {
  async function review(consultation: Consultation): Promise<VisitReview | null> {
    const establishment = await deps.establishments.find(consultation.organizationId)
    if (!establishment) return null
    const record = currentOf(slotOf(await deps.store.listOfConsultation(consultation.id), 'RAC'))
    const named = (field: Field, code: string | null | undefined) => nameOf(deps, field, code)
    const facts = await Promise.all(
      FIELDS.map(async (field): Promise<ReviewedFact> => {
        return {
          field,
          said: await named(field, consultation.visit[field]),
          isChosen: consultation.chosenByDoctor?.includes(field) ?? false,
          usual: await named(field, establishment.defaults[field]),
          sent: await named(field, record?.told?.[field]),
          allowed: field === 'procedure' ? null : choicesOf(field),
        }
      }),
    )
    const modality = consultation.visit.modality ?? establishment.defaults.modality
    return {
      facts,
      occupation: await occupationOf(deps, consultation),
      problem: modality === HOSPITAL_STAY ? STAY_IN_WORDS : null,
      record: record && { record, waiting: await deps.whyWaiting(record) },
    }
  }

  return {
    /** @returns null where nothing is sent to the network. @throws {AppError} `not_found` */
    async read(principal: Principal, ehrId: string): Promise<VisitReview | null> {
      return review(await deps.openConsultation(principal, ehrId))
    },
    /**
     * @returns as it is then
     * @throws {AppError} `not_found`, `validation_error` for a code that is in none of the
     * network's lists, or an occupation that was not to be chosen
     */
    async change(
      principal: Principal,
      ehrId: string,
      change: VisitChange,
    ): Promise<VisitReview | null> {
      const before = await deps.openConsultation(principal, ehrId)
      const said = Object.fromEntries(Object.entries(change).filter(([, code]) => code !== null))
      const faults = factFaults(said)
      if (faults.length > 0) throw validationError(faults)
      const { occupationChoices: choices = [] } = before
      if (typeof change.cbo === 'string' && !choices.includes(change.cbo))
        throw validationError([{ field: WIRE_NAMES.cbo, issue: 'not_of_practitioner' }])
      const { consultation } = await deps.patchConsultation(principal, ehrId, {
        doctorsVisit: change,
      })
      return review(consultation)
    },
  }
}

const FIELDS = (Object.keys(WIRE_NAMES) as (keyof VisitFacts)[]).filter(
  (field): field is Field => field !== 'cbo',
)

function choicesOf(field: Exclude<Field, 'procedure'>): Choice[] {
  return [...CODE_LISTS[field].codes].map(([code, display]) => ({ code, display }))
}

async function nameOf(
  { terminology }: Pick<Deps, 'terminology'>,
  field: Field,
  code: string | null | undefined,
): Promise<Choice | null> {
  if (!code) return null
  if (field !== 'procedure') return { code, display: CODE_LISTS[field].codes.get(code) ?? null }
  const table = code.length === 10 ? 'SIGTAP' : 'TUSS'
  return { code, display: (await terminology.find(table, code))?.display ?? null }
}

async function occupationOf(
  { terminology }: Pick<Deps, 'terminology'>,
  { occupationChoices = [], visit }: Consultation,
): Promise<VisitReview['occupation']> {
  if (occupationChoices.length === 0) return null
  const choices = await Promise.all(
    occupationChoices.map(async (code) => ({
      code,
      display: (await terminology.find('CBO', code))?.display ?? null,
    })),
  )
  return { said: visit.cbo ?? null, choices }
}
