import { brasiliaDate } from '../fhir/bundle/brasilia-time.ts'
import type { ProfileFinding } from '../fhir/finding.ts'
import type { KnowsCode } from '../fhir/profile/run.ts'
import { checkBundle } from '../fhir/rules/check-bundle.ts'
import { only } from '../fhir/spellings.ts'
import type { Terminology, TerminologySystem } from '../terminology/ports.ts'
import { systems } from '../terminology/systems.ts'
import type { CheckBundle, FindProfiles, RecordMaking } from './ports.ts'
import { typeOfBundle } from './profile-package.ts'

type Codes = Pick<Terminology, 'find' | 'tables'>

interface Deps {
  profiles: FindProfiles
  check: RecordMaking['check']
  now: () => Date
}

/**
 * The pre-flight check with the tables of codes that are here: what the network would refuse today
 * (DESIGN §5.6).
 */
export function submissionCheck({ profiles, check, now }: Deps): CheckBundle {
  return async (bundle, { today = brasiliaDate(now()), ...known }) => {
    const { rules } = await profiles(typeOfBundle(bundle), today)
    return check(bundle, { ...known, rules, today })
  }
}

export async function checkByCodes(
  codes: Codes,
  bundle: unknown,
  { rules, spellings, patient, today }: Parameters<RecordMaking['check']>[1],
): Promise<ProfileFinding[]> {
  return checkBundle(bundle, {
    profiles: rules,
    knows: await knownCodes(codes, bundle),
    today,
    spellings: only(spellings),
    ...(patient && { patient }),
  })
}

/**
 * The check asks one code at a time and cannot wait: all that the bundle names are looked up
 * before.
 */
async function knownCodes(terminology: Codes, bundle: unknown): Promise<KnowsCode> {
  const tables = await terminology.tables()
  const known = new Map<string, boolean | undefined>()
  for (const { system, code } of codingsIn(bundle)) {
    const table = tableOf(system)
    const key = `${system} ${code}`
    if (!table || known.has(key)) continue
    const isThere = (await terminology.find(table, code)) !== null
    // The built-in set holds common codes only: what it lacks may still exist.
    const isWhole = tables.some((one) => one.system === table && one.origin === 'imported')
    known.set(key, isThere || (isWhole ? false : undefined))
  }
  return (system, code) => known.get(`${system} ${code}`)
}

function tableOf(systemUrl: string): TerminologySystem | undefined {
  const name = systemUrl.slice(systemUrl.lastIndexOf('/') + 1)
  const names = Object.entries(systems) as [TerminologySystem, { codeSystem: string }][]
  return names.find(([, { codeSystem }]) => codeSystem === name)?.[0]
}

function* codingsIn(value: unknown): Generator<{ system: string; code: string }> {
  if (typeof value !== 'object' || value === null) return
  const { system, code } = value as { system?: unknown; code?: unknown }
  if (typeof system === 'string' && typeof code === 'string') yield { system, code }
  for (const inner of Object.values(value)) yield* codingsIn(inner)
}
