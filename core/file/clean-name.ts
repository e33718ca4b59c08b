/** What could steer a terminal, a path or the direction of the text around it. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}/\\]/gu
const MOST_CHARACTERS = 255

/**
 * A file's name as it may be shown (SPEC-GAPS 1.12): without path separators and control
 * characters.
 * @returns undefined when nothing is left, or more than 255 characters are
 */
export function cleanName(name: string): string | undefined {
  const clean = name.normalize('NFC').replace(UNSAFE, '').replace(/\s+/gu, ' ').trim()
  const length = [...clean].length
  return length >= 1 && length <= MOST_CHARACTERS ? clean : undefined
}
