import { z } from 'zod'

/**
 * Text of a doctor or a host: anything but NUL, which no database holds. Blanks stay as they were
 * written.
 */
export const ClinicalText = z.string().refine((text) => !text.includes('\u0000'))
