/** Digits of a time in ms, as RFC 9562 §5.7 places them. */
const TIME_DIGITS = 12

/**
 * A UUID of version 7 (RFC 9562 §5.7): ids of later times are greater. An index of random ids is
 * written at as many places as there are entries, and the longer the audit the more of them; in
 * order they lie side by side.
 * @param random a UUID of version 4
 */
export function orderedId(random: string, at: Date): string {
  const time = at.getTime().toString(16).padStart(TIME_DIGITS, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}
