import type { ConfirmedProcedureCode } from '../../core/contract/api.ts'
import type { CodeKind } from './code-list.ts'

export type ChosenProcedure = Pick<ConfirmedProcedureCode, 'code' | 'display' | 'quantity'>

export const MOST_TIMES = 99

/** Procedures of SIGTAP that were done in this consultation, each with how many times. */
export const procedureKind: CodeKind<ChosenProcedure> = {
  resource: 'procedures',
  system: 'SIGTAP',
  begin: ({ code, display }) => ({ code, display, quantity: 1 }),
  taken: ({ code, display, quantity }) => ({ code, display, quantity }),
  sent: ({ code, quantity }) => ({ code, quantity }),
}

/** What was typed as a number of times; anything else leaves it as it is. */
export function withQuantity(
  chosen: readonly ChosenProcedure[],
  code: string,
  typed: string,
): ChosenProcedure[] {
  const quantity = Number(typed)
  const isRight = Number.isInteger(quantity) && quantity >= 1 && quantity <= MOST_TIMES
  return chosen.map((one) => (one.code === code && isRight ? { ...one, quantity } : one))
}

/** As the ministry writes it: `0401010066` → `04.01.01.006-6`. */
export function sigtapCode(code: string): string {
  return code.replace(/^(\d{2})(\d{2})(\d{2})(\d{3})(\d)$/, '$1.$2.$3.$4-$5')
}

/**
 * The table shouts and its searchers read: "SUTURA DE PALPEBRAS" → "Sutura de palpebras".
 * Abbreviations stay as they are.
 */
export function sigtapTitle(display: string): string {
  if (display !== display.toUpperCase()) return display
  const quiet = display
    .replace(/[\p{L}\p{N}-]+/gu, (word) => (ABBREVIATION.test(word) ? word : word.toLowerCase()))
    .trim()
  return quiet.charAt(0).toUpperCase() + quiet.slice(1)
}

const ABBREVIATION =
  /^(?:DIU|HIV|HBV|HCV|IGG|IGM|SUS|SC|EEG|ENMG|PAAF|MAPA|SARS-COV-2|TSH|II|III|IV)$/
