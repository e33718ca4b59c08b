/** What was proposed and the patient refused. */
import type { Check } from './check.ts'
import { isOnlySaid } from './only-said.ts'

export const refused: Check = {
  name: 'refused',
  isDangerous: true,
  ofQuotations: true,
  find: (claim, sources) =>
    !TELLS_SO.test(claim.text) &&
    isOnlySaid(claim, sources, ({ standing }) => standing === 'refused')
      ? 'Foi proposto, e o paciente recusou.'
      : null,
}

/** The record says so itself. */
const TELLS_SO =
  /(?<!\p{L})(?:recus\p{L}+|nega-se|(?:não|nem) (?:aceit\p{L}+|quer|quis|deseja|concord\p{L}+)|propost[oa]|sugerid[oa]|oferecid[oa])(?!\p{L})/iu
