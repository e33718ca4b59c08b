import { z } from 'zod'
import { DIRECTION_MARKS, hasDirectionMark } from '../core/direction-marks.ts'

const longest = 255
/** Letters, digits, signs and spaces: neither control characters nor halves of a surrogate pair. */
const printable = /^[^\p{Cc}\p{Cs}]*$/u

/**
 * Text that names something in the host's system: trimmed, at most 255 characters; may be empty.
 * Without marks of direction: two that look alike would be two.
 */
export const HostText = z
  .string()
  .trim()
  .max(longest)
  .regex(printable)
  .refine((text) => !hasDirectionMark(text))

/** A name that people read: marks of direction, which pasting brings along, are left out. */
export const HostName = z
  .string()
  .overwrite((text) => text.replace(DIRECTION_MARKS, ''))
  .trim()
  .max(longest)
  .regex(printable)

/**
 * An identifier of the host's system. Whole numbers count as their digits, since some hosts number
 * their records; larger ones than a double can hold exactly are refused, or two patients would
 * become one (SPEC-GAPS 1.6).
 */
export const HostId = z.preprocess(
  (value) => (Number.isSafeInteger(value) ? String(value) : value),
  HostText.min(1),
)
