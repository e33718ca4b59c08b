/**
 * How much of an input was used, on the wire: of a file, a recording, a visit. Whatever was given
 * is used, or it stands here which part was not, where, why, and what to do.
 */
import { z } from 'zod'

/** One part that was not used, or not surely understood. What does not apply is null. */
export const UnusedPartInfo = z.object({
  /** Stable: clients may tell the kinds apart by it. */
  code: z.string(),
  /** From 1. */
  page: z.int().nullable(),
  channel: z.int().nullable(),
  /** In the input's own time. */
  from_ms: z.int().nullable(),
  to_ms: z.int().nullable(),
  /** How many rows, numbers, attachments, fields or seconds. */
  count: z.int().nullable(),
  /** In Portuguese: what was not used and what to do. */
  message: z.string(),
})
export type UnusedPartInfo = z.infer<typeof UnusedPartInfo>

export const InputUseInfo = z.object({
  unit: z.enum(['pages', 'milliseconds', 'characters']),
  /** How much was given. */
  given: z.int(),
  /** How much of it was understood without a doubt. */
  used: z.int(),
  unused: z.array(UnusedPartInfo),
  /** Used and shown with a mark, as words that the recognizer is unsure of: nothing is open. */
  marked: z.array(UnusedPartInfo).optional(),
})
export type InputUseInfo = z.infer<typeof InputUseInfo>
