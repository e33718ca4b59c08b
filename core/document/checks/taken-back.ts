/** What its speaker took back, or only meant to do: "ia passar … mas", "não, X não". */
import type { Check } from './check.ts'
import { isOnlySaid } from './only-said.ts'

export const takenBack: Check = {
  name: 'taken-back',
  isDangerous: true,
  ofQuotations: true,
  find: (claim, sources) =>
    isOnlySaid(claim, sources, ({ standing }) => standing === 'takenBack')
      ? 'Foi dito e retirado em seguida.'
      : null,
}
