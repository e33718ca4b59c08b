/**
 * Whether this is an establishment's number: 7 digits, leading zeros kept. Its check digit is not published, and the rule that
 * fits most establishments fails others, so none is refused for it (RNDS.md §10.4).
 */
export function isCnes(digits: string): boolean {
  return /^\d{7}$/.test(digits)
}
