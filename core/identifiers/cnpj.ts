import { modulo11Digit } from './modulo-11.ts'

const FIRST = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const SECOND = [6, ...FIRST]

/**
 * Whether this is a CNPJ: twelve digits or capital letters (letters for registrations from July 2026) and two check digits
 * (RNDS.md §10.3). A letter counts its ASCII code minus 48.
 */
export function isCnpj(characters: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(characters)) return false
  const values = [...characters].map((character) => character.charCodeAt(0) - 48)
  return values[12] === modulo11Digit(values, FIRST) && values[13] === modulo11Digit(values, SECOND)
}
