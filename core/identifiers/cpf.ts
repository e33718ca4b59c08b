import { modulo11Digit } from './modulo-11.ts'

const FIRST = [10, 9, 8, 7, 6, 5, 4, 3, 2]
const SECOND = [11, ...FIRST]

/** Whether these 11 digits are a CPF: both check digits right, and not one digit eleven times (RNDS.md §10.1). */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false
  const values = [...digits].map(Number)
  return values[9] === modulo11Digit(values, FIRST) && values[10] === modulo11Digit(values, SECOND)
}
