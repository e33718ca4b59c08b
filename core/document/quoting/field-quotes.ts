/** Which of the filed quotes a field of a model takes. */

import { isMeasuredField, measureOfKey } from '../measures/deterministic-values.ts'
import type { Measurements } from '../measures/measure.ts'
import type { Template, TemplateFieldSpec } from '../models/ports.ts'
import { FALLBACK, GATHERED, type Section, sectionOf, sectionOfKey } from '../models/sections.ts'
import type { Filed } from './file-clause.ts'
import { type FilingPlace, pathPlace } from './places.ts'
import { answered, type Quote, quote } from './quote.ts'

export interface FieldQuotes {
  texts: Quote[]
  items: Quote[]
  /** Dict entries by key. */
  entries: Map<string, Quote[]>
}

export function fieldQuotes(
  field: TemplateFieldSpec,
  template: Pick<Template, 'fields'>,
  filed: readonly Filed[],
  measurements: Measurements,
): FieldQuotes {
  if (field.type === 'dict') {
    const entries = (field.keys ?? []).map((key): [string, Quote[]] => {
      const wanted = sectionOfKey(field.name, key)
      const place = pathPlace(field.name, key)
      const inEntry = filed.filter(
        ({ section, text }) =>
          section === place ||
          (wanted &&
            isSection(section) &&
            (section === wanted.section ||
              (FALLBACK[section] === wanted.section && !hasPlace(section, template))) &&
            (wanted.only?.test(text.text) ?? true)),
      )
      return [key, inEntry.map(({ text }) => text)]
    })
    return { texts: [], items: [], entries: new Map(entries) }
  }
  const section = sectionOf(field)
  if (!section) {
    const own = filed.filter((entry) => entry.section === pathPlace(field.name))
    return {
      texts: own.map(({ text }) => text),
      items: own.flatMap(({ items }) => items),
      entries: new Map(),
    }
  }
  const own = filed.filter((entry) => belongs(entry, section, template))
  const measured =
    section === 'physicalExam' || section === 'objective' ? unplaced(template, measurements) : []
  const texts = [...own.map(({ text }) => text), ...measured]
  return { texts, items: own.flatMap(({ items }) => items), entries: new Map() }
}

function belongs(entry: Filed, section: Section, template: Pick<Template, 'fields'>): boolean {
  if (!isSection(entry.section)) return false
  const gathered = GATHERED[section]
  if (gathered) return gathered.includes(entry.section)
  if (section === 'laterality')
    return (
      (entry.section === 'presentIllness' || entry.section === 'complaint') &&
      /\b(?:direit|esquerd)[oa]s?\b/i.test(entry.text.text)
    )
  return placeOf(entry.section, template) === section
}

/** The model has a field or an entry for just this section. */
function hasPlace(section: Section, template: Pick<Template, 'fields'>): boolean {
  return (
    sectionsOf(template).has(section) ||
    template.fields.some(({ name, keys }) =>
      (keys ?? []).some((key) => sectionOfKey(name, key)?.section === section),
    )
  )
}

function isSection(place: FilingPlace): place is Section {
  return !place.startsWith('at ')
}

/**
 * The section of the model that takes what was filed under another; a model without any takes
 * nothing.
 */
export function placeOf(section: Section, template: Pick<Template, 'fields'>): Section | undefined {
  const own = sectionsOf(template)
  if (own.has(section)) return section
  const fallback = FALLBACK[section]
  return fallback && own.has(fallback) ? fallback : undefined
}

const known = new WeakMap<object, ReadonlySet<Section>>()

/** The sections a model has fields for, read once. */
function sectionsOf({ fields }: Pick<Template, 'fields'>): ReadonlySet<Section> {
  const found = known.get(fields) ?? new Set(fields.flatMap((field) => sectionOf(field) ?? []))
  known.set(fields, found)
  return found
}

/**
 * Measurements for which the model has no key, and sentences that tell of one beside the one that
 * counts: they belong to the examination, as they were said.
 */
function unplaced(template: Pick<Template, 'fields'>, { chosen, beside }: Measurements): Quote[] {
  const placed = new Set(
    template.fields
      .filter(isMeasuredField)
      .flatMap(({ keys }) => (keys ?? []).map((key) => measureOfKey(key)?.id)),
  )
  const compared = beside.flatMap(({ statement }) => quote(statement) ?? [])
  const single = [...chosen.values()].flatMap((measurement) => {
    if (placed.has(measurement.id)) return []
    const said = quote(measurement.statement, measurement.start, measurement.end)
    const asked = measurement.asked ? quote(measurement.asked) : undefined
    if (!said) return []
    return [asked ? answered(asked, said) : said]
  })
  return [...compared, ...single]
}
