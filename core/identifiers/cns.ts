import { weightedSum } from './modulo-11.ts'

const WEIGHTS = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

/**
 * Whether these 15 digits are a CNS (RNDS.md §10.2): numbers that begin with 1 or 2 follow the ministry's routine, which is
 * stricter than the sum; those with 7, 8 or 9 satisfy the sum alone. 7 is no sign of a temporary number.
 */
export function isCns(digits: string): boolean {
  if (/^[12]\d{14}$/.test(digits)) return digits === definitiveCns(digits.slice(0, 11))
  return /^[789]\d{14}$/.test(digits) && weightedSum([...digits].map(Number), WEIGHTS) % 11 === 0
}

/** The number that belongs to the eleven digits of a registration: `000` or, where the check digit would be 10, `001`. */
function definitiveCns(first11: string): string {
  const sum = weightedSum([...first11].map(Number), WEIGHTS.slice(0, 11))
  const digit = checkDigit(sum)
  return digit === 10 ? `${first11}001${checkDigit(sum + 2)}` : `${first11}000${digit}`
}

function checkDigit(sum: number): number {
  const digit = 11 - (sum % 11)
  return digit === 11 ? 0 : digit
}
