import { type Choice, isAppError } from '../errors.ts'
import type { Terminology } from '../terminology/ports.ts'
import type { NetworkOf } from './network.ts'
import type { CompileRequest } from './ports.ts'
import { inTime } from './submission-desk.ts'

interface Deps {
  networkOf: NetworkOf
  terminology: Pick<Terminology, 'find'>
}

type Place = Pick<CompileRequest, 'establishment' | 'practitionerCns' | 'cnes'>

/** Longer than that nobody waits for it. */
const PATIENCE_MS = 3000
const MOST = 2000

/**
 * A professional's occupations in an establishment, asked anew for each record. While the network
 * does not answer, what it said last counts; in memory only.
 */
export function knownRoles({ networkOf, terminology }: Deps) {
  /** The oldest first. */
  const known = new Map<string, readonly string[]>()

  return {
    /** Empty: none there. null: it could not be asked, and never was. */
    async find(place: Place): Promise<readonly Choice[] | null> {
      const { establishment, practitionerCns, cnes } = place
      const key = `${establishment.organizationId} ${cnes} ${practitionerCns}`
      const told = await inTime(askFor(networkOf, place), { patienceMs: PATIENCE_MS })
      if (told) {
        known.delete(key)
        known.set(key, told)
        const [oldest] = known.keys()
        if (known.size > MOST && oldest !== undefined) known.delete(oldest)
      }
      const codes = told ?? known.get(key)
      return codes ? Promise.all(codes.map((code) => named(terminology, code))) : null
    },
  }
}

/** null when the network cannot be asked now. */
async function askFor(
  networkOf: NetworkOf,
  { establishment, practitionerCns, cnes }: Place,
): Promise<readonly string[] | null> {
  try {
    const network = await networkOf(establishment.organizationId)
    return (await network.findRole(practitionerCns, cnes, { practitionerCns }))?.cbo ?? []
  } catch (error) {
    if (!isAppError(error)) throw error
    return null
  }
}

async function named(terminology: Deps['terminology'], code: string): Promise<Choice> {
  return { code, display: (await terminology.find('CBO', code))?.display ?? null }
}
