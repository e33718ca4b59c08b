import { z } from 'zod'

const longest = 255
/** Letters, digits, signs and spaces: neither control characters nor halves of a surrogate pair. */
const printable = /^[^\p{Cc}\p{Cs}]*$/u

/**
 * Text that names something in the host's system: trimmed, at most 255 characters; may be empty.
 */
export const HostText = z.string().trim().max(longest).regex(printable)

/**
 * An identifier of the host's system. Whole numbers count as their digits, since some hosts number
 * their records; larger ones than a double can hold exactly are refused, or two patients would
 * become one (SPEC-GAPS 1.6).
 */
export const HostId = z.preprocess(
  (value) => (Number.isSafeInteger(value) ? String(value) : value),
  HostText.min(1),
)
