import type { InputUse } from '../input-use/input-use.ts'
import type { UnusedCode } from '../input-use/unused-sentences.ts'

/** An account of use in the audit: counts and codes, no words and no places. */
export type UseFacts = Record<'inputs' | 'inputs_open', number> & { not_used: string | null }

/** A schema is one input of its data: open where a rule of it is not kept. */
export function withSchema(facts: UseFacts, notKept: number): UseFacts {
  const codes = new Set(facts.not_used?.split(' '))
  if (notKept > 0) codes.add('schema_rule_not_kept' satisfies UnusedCode)
  return {
    inputs: facts.inputs + 1,
    inputs_open: facts.inputs_open + (notKept > 0 ? 1 : 0),
    not_used: codes.size > 0 ? [...codes].sort().join(' ') : null,
  }
}

export function useFacts(uses: readonly Pick<InputUse, 'unused'>[]): UseFacts {
  const codes = new Set(uses.flatMap(({ unused }) => unused.map(({ code }) => code)))
  return {
    inputs: uses.length,
    inputs_open: uses.filter(({ unused }) => unused.length > 0).length,
    not_used: codes.size > 0 ? [...codes].sort().join(' ') : null,
  }
}
