/**
 * Where an entry would stand: the field of the model that is for it, or one that gathers its kind;
 * none, and the doctor chooses.
 */
import type { DocumentContent } from '../../contract/api.ts'
import { isMeasuredField, measureOfKey } from '../measures/deterministic-values.ts'
import { formatMeasure } from '../measures/format-measure.ts'
import type { Template, TemplateFieldSpec } from '../models/ports.ts'
import { FALLBACK, GATHERED, type Section, sectionOf } from '../models/sections.ts'
import type { Fact } from './fact.ts'

/** A leaf, as `Evidence.path`, but for a list only its field; and what would be added there. */
export interface FieldPlace {
  path: string[]
  text: string
}

export function placesFor(
  fact: Fact,
  { fields }: Pick<Template, 'fields'>,
  content: DocumentContent,
): FieldPlace[] {
  const measured = fact.kind === 'measure' ? emptyKeys(fact, fields, content) : []
  if (measured.length > 0) return measured
  for (const section of sectionsOf(fact)) {
    const field = fields.find((one) => one.type !== 'dict' && sectionOf(one) === section)
    if (field) return [{ path: [field.name], text: fact.text }]
  }
  return []
}

/** The keys that hold nothing yet: what stands there is the doctor's to replace. */
function emptyKeys(
  { keys, details }: Fact,
  fields: readonly TemplateFieldSpec[],
  content: DocumentContent,
): FieldPlace[] {
  for (const field of fields.filter(isMeasuredField)) {
    const places = (field.keys ?? []).flatMap((key): FieldPlace[] => {
      const measure = measureOfKey(key)
      const value = details[measure?.index ?? 0]
      if (measure === undefined || measure.id !== keys[0] || value === undefined) return []
      const { id } = measure
      if (id === 'bodyMassIndex' || id === 'prePregnancyBodyMassIndex') return []
      return [{ path: [field.name, key], text: formatMeasure(id, Number(value.slice(1))) }]
    })
    const held = content[field.name] ?? {}
    const isEmpty = ({ path }: FieldPlace) =>
      typeof held === 'object' && !Array.isArray(held) && (held[path[1]!] ?? null) === null
    if (places.length > 0) return places.every(isEmpty) ? places : []
  }
  return []
}

/** Best first; then where a model without such a field keeps it. */
function sectionsOf(fact: Fact): Section[] {
  const wanted = wantedSections(fact)
  const others = wanted.flatMap((section) => FALLBACK[section] ?? [])
  const gathering = [...wanted, ...others].flatMap((section) =>
    (Object.entries(GATHERED) as [Section, readonly Section[]][]).flatMap(([whole, parts]) =>
      parts.includes(section) ? [whole] : [],
    ),
  )
  return [...wanted, ...others, ...gathering]
}

function wantedSections({ kind, keys, text, isDecided }: Fact): Section[] {
  switch (kind) {
    case 'medicine':
      return isDecided ? ['prescriptions', 'medicationsInUse'] : ['medicationsInUse']
    case 'measure':
      return /^[a-z]+[A-Z]|^(?:weight|height|temperature|saturation)$/.test(keys[0] ?? '')
        ? ['physicalExam']
        : ['examResults', 'physicalExam']
    case 'diagnosis':
      return isDecided ? ['hypotheses', 'pastHistory'] : ['pastHistory', 'hypotheses']
    case 'allergy':
      return ['allergies']
    case 'request':
      if (keys[0] === 'atestado') return ['certificate', 'orientations']
      return text.startsWith('Encaminhamento')
        ? ['referral', 'orientations']
        : ['examsRequested', 'orientations']
    case 'return':
      return ['orientations']
    case 'number':
      return []
  }
}
