import type { Principal } from '../access/principal.ts'
import type { OpenConsultation } from '../consultation/consultation.ts'
import { chosenInstead, type VisitFacts } from '../consultation/visit-facts.ts'
import { type Choice, isAppError } from '../errors.ts'
import type { Terminology } from '../terminology/ports.ts'
import type { NetworkOf } from './network.ts'
import { inTime } from './submission-desk.ts'

/** Whose, and where. */
export interface Place {
  organizationId: string
  cnes: string
  practitionerCns: string
}

export interface ToldRoles {
  /** CBO; empty: none there. */
  codes: readonly string[]
  toldAt: Date
}

/** The network's last answers at rest. */
export interface RoleStore {
  find(place: Place): Promise<ToldRoles | null>
  /** @param forget answers from before it go */
  save(place: Place, told: ToldRoles, until: { forget: Date }): Promise<void>
}

export interface KnownRolesDeps {
  networkOf: NetworkOf
  terminology: Pick<Terminology, 'find'>
  store: RoleStore
  now: () => Date
}

export type KnownRoles = ReturnType<typeof knownRoles>

/** Longer than that nobody waits for it. */
const PATIENCE_MS = 3000
const DAY_MS = 86_400_000
/** So long an answer counts without another question, and so long while there is no other. */
const FRESH_MS = DAY_MS
const LASTS_MS = 30 * DAY_MS

/**
 * A professional's occupations in an establishment, as the network tells them. An answer is kept:
 * it saves the next question for a day, where it settles it, and stands for one for a month while
 * the network does not answer.
 */
export function knownRoles({ networkOf, terminology, store, now }: KnownRolesDeps) {
  async function ask(place: Place): Promise<ToldRoles | null> {
    const codes = await inTime(askNetwork(networkOf, place), { patienceMs: PATIENCE_MS })
    if (!codes) return null
    const at = now()
    const told = { codes, toldAt: at }
    const forget = new Date(at.getTime() - LASTS_MS)
    await store.save(place, told, { forget })
    return told
  }

  return {
    /**
     * @param question what the answer is for: `cbo` that was chosen already, and whether the
     * network refused what the kept answer led to
     * @returns null: it could not be asked, and what it said is too old, or nothing
     */
    async find(
      place: Place,
      {
        cbo,
        isRefused = false,
      }: { cbo?: string | undefined; isRefused?: boolean | undefined } = {},
    ): Promise<(ToldRoles & { choices: readonly Choice[] }) | null> {
      const kept = await store.find(place)
      const ageMs = kept ? Math.abs(now().getTime() - kept.toldAt.getTime()) : Infinity
      const settles =
        kept !== null && (cbo === undefined ? kept.codes.length === 1 : kept.codes.includes(cbo))
      const isEnough = settles && ageMs < FRESH_MS && !isRefused
      const usable = ageMs < LASTS_MS ? kept : null
      const told = isEnough ? kept : ((await ask(place)) ?? usable)
      if (!told) return null
      const choices = await Promise.all(told.codes.map((code) => named(terminology, code)))
      return { ...told, choices }
    },
  }
}

/** null when the network cannot be asked now. */
async function askNetwork(
  networkOf: NetworkOf,
  { organizationId, practitionerCns, cnes }: Place,
): Promise<readonly string[] | null> {
  try {
    const network = await networkOf(organizationId)
    return (await network.findRole(practitionerCns, cnes, { practitionerCns }))?.cbo ?? []
  } catch (error) {
    if (!isAppError(error)) throw error
    return null
  }
}

async function named(terminology: KnownRolesDeps['terminology'], code: string): Promise<Choice> {
  return { code, display: (await terminology.find('CBO', code))?.display ?? null }
}

export type DoctorsChoices = ReturnType<typeof doctorsChoices>

/**
 * What of a call's word on a visit its doctor chose otherwise: the call is told what goes instead.
 * @returns codes by the names of the wire; empty where nothing differs
 */
export function doctorsChoices({ openConsultation }: { openConsultation: OpenConsultation }) {
  return async (
    principal: Principal,
    ehrId: string,
    said: VisitFacts | undefined,
  ): Promise<Record<string, string>> =>
    said ? chosenInstead(await openConsultation(principal, ehrId), said) : {}
}
