/** Numbers of people, firms and establishments, and how they are checked (RNDS.md §10). */

const CPF_FIRST = [10, 9, 8, 7, 6, 5, 4, 3, 2]
const CPF_SECOND = [11, ...CPF_FIRST]
const CNPJ_FIRST = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const CNPJ_SECOND = [6, ...CNPJ_FIRST]
const CNS_WEIGHTS = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

/**
 * A number as people write it, without its punctuation: points, dashes, slashes and blanks go,
 * everything else stays, so that a wrong character is refused later instead of silently lost.
 */
export function digitsOf(written: string): string {
  return written.replace(/[\s.\-/]/g, '')
}

/**
 * Whether these 11 digits are a CPF: both check digits right, and not one digit eleven times
 * (RNDS.md §10.1).
 */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false
  const values = [...digits].map(Number)
  return (
    values[9] === modulo11Digit(values, CPF_FIRST) &&
    values[10] === modulo11Digit(values, CPF_SECOND)
  )
}

/**
 * Whether this is a CNPJ: twelve digits or capital letters (letters for registrations from July
 * 2026) and two check digits (RNDS.md §10.3), not all of them zero. A letter counts its ASCII code
 * minus 48.
 */
export function isCnpj(characters: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(characters) || /^0+$/.test(characters)) return false
  const values = [...characters].map((character) => character.charCodeAt(0) - 48)
  return (
    values[12] === modulo11Digit(values, CNPJ_FIRST) &&
    values[13] === modulo11Digit(values, CNPJ_SECOND)
  )
}

/**
 * Whether these 15 digits are a CNS (RNDS.md §10.2): numbers that begin with 1 or 2 follow the
 * ministry's routine, which is stricter than the sum; those with 7, 8 or 9 satisfy the sum alone.
 * 7 is no sign of a temporary number.
 */
export function isCns(digits: string): boolean {
  if (/^[12]\d{14}$/.test(digits)) return digits === definitiveCns(digits.slice(0, 11))
  return (
    /^[789]\d{14}$/.test(digits) && weightedSum([...digits].map(Number), CNS_WEIGHTS) % 11 === 0
  )
}

/**
 * The number that belongs to the eleven digits of a registration: `000` or, where the check digit
 * would be 10, `001`.
 */
function definitiveCns(first11: string): string {
  const sum = weightedSum([...first11].map(Number), CNS_WEIGHTS.slice(0, 11))
  const digit = cnsCheckDigit(sum)
  return digit === 10 ? `${first11}001${cnsCheckDigit(sum + 2)}` : `${first11}000${digit}`
}

function cnsCheckDigit(sum: number): number {
  const digit = 11 - (sum % 11)
  return digit === 11 ? 0 : digit
}

/**
 * Whether this is an establishment's number: 7 digits, leading zeros kept. Its check digit is not
 * published, and the rule that fits most establishments fails others, so none is refused for it
 * (RNDS.md §10.4).
 */
export function isCnes(digits: string): boolean {
  return /^\d{7}$/.test(digits)
}

/** What CPF and CNPJ share: the weighted sum modulo 11, taken from 11; 0 and 1 both give 0. */
function modulo11Digit(values: readonly number[], weights: readonly number[]): number {
  const rest = weightedSum(values, weights) % 11
  return rest < 2 ? 0 : 11 - rest
}

/** Sum over as many values as there are weights. */
function weightedSum(values: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (values[index] ?? 0), 0)
}
