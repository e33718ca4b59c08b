/**
 * What a clause may be sorted into: the sections that a clause is filed in, a field that only one
 * model has, or nothing.
 */
import { SECTIONS, type Section } from '../models/sections.ts'

/** Filled from other sections, or from the first words of the story. */
const FILLED_FROM_OTHERS: ReadonlySet<Section> = new Set<Section>([
  'complaint',
  'laterality',
  'subjective',
  'objective',
  'assessment',
  'plan',
])

export const SORTED_SECTIONS = SECTIONS.filter((section) => !FILLED_FROM_OTHERS.has(section))

export const SORTED_CLASSES = [...SORTED_SECTIONS, 'own', 'none'] as const
/**
 * Of the encoder alone, behind the sorted classes: the part of the story that a record begins with.
 */
export const COMPLAINT = SORTED_CLASSES.length
export type SortedClass = (typeof SORTED_CLASSES)[number]
