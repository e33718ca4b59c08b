/**
 * Common codes that come with the product, so that a box works before its administrator has
 * imported the official tables: a thousand diagnoses of outpatient, primary and urgent care, a
 * hundred procedures of consulting rooms, and occupations of health. Written for this product;
 * every code and title is compared with the official tables.
 */
import { z } from 'zod'
import cbo from './terminology/cbo.json' with { type: 'json' }
import cid10 from './terminology/cid10.json' with { type: 'json' }
import sigtap from './terminology/sigtap.json' with { type: 'json' }
import tuss from './terminology/tuss.json' with { type: 'json' }

const StarterFile = z.strictObject({
  system: z.enum(['CID10', 'SIGTAP', 'TUSS', 'CBO']),
  /** Of the official table it agrees with. */
  version: z.string().min(1),
  /** Title by code. */
  concepts: z.record(z.string().min(1), z.string().min(1)),
})

export function starterTables(): z.infer<typeof StarterFile>[] {
  return [cid10, sigtap, tuss, cbo].map((file) => StarterFile.parse(file))
}
