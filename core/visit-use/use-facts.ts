import type { InputUse } from '../input-use/input-use.ts'

/** An account of use in the audit: counts and codes, no words and no places. */
export type UseFacts = Record<'inputs' | 'inputs_open', number> & { not_used: string | null }

export function useFacts(uses: readonly Pick<InputUse, 'unused'>[]): UseFacts {
  const codes = new Set(uses.flatMap(({ unused }) => unused.map(({ code }) => code)))
  return {
    inputs: uses.length,
    inputs_open: uses.filter(({ unused }) => unused.length > 0).length,
    not_used: codes.size > 0 ? [...codes].sort().join(' ') : null,
  }
}
