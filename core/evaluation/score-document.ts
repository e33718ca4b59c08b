/**
 * How right one document is, against its case:
 *
 *   recall       facts of the list that the document says, in their field
 *   precision    sentences, items and dict entries that are right: they say a fact of their field, or at least half of their words
 *                stand in that field of the reference with all their numbers, drugs and sides; and nothing forbidden or invented. A
 *                measure must be the reference's
 *   unsupported statements that the case forbids, and numbers or drugs that neither the sources nor
 *   the reference name
 *   nulls        paths that had to stay null and did
 *   length       words against the reference's
 */
import type { DocumentContent, DocumentValue } from '../contract/api.ts'
import { measureOfKey } from '../document/measures/deterministic-values.ts'
import { filledValues } from '../document/models/content.ts'
import type { Template, TemplateFieldSpec } from '../document/models/ports.ts'
import { sectionOf } from '../document/models/sections.ts'
import { validateContent } from '../document/models/template-schema.ts'
import type { EvaluationCase, EvaluationFact } from './case.ts'
import { knownText, namedReader, type ReadNamed, strangers } from './foreign-names.ts'
import { holds, isSameValue, type Unit, unitsOf } from './hold.ts'
import { plainText } from './plain-words.ts'

/** `found` of `facts` are said; `right` of `written` sentences, items and entries belong there. */
export interface Tally {
  facts: number
  found: number
  written: number
  right: number
}

export interface DocumentScore {
  /**
   * By the meaning of the field, so that models with other spellings add up; the field's name where
   * it has none.
   */
  fields: Record<string, Tally>
  kinds: Record<string, { facts: number; found: number }>
  omitted: { path: string[]; kind: EvaluationFact['kind']; holds: string }[]
  /** Sentences, items and entries that are not right, for whoever mends the writer. */
  wrong: { path: string[]; text: string }[]
  unsupported: { path: string[]; text: string; why: string }[]
  nulls: { expected: number; kept: number; filled: string[][] }
  words: number
  referenceWords: number
  /** Exact keys in exact order, right types, nothing empty. */
  valid: boolean
}

export type ScoreDocument = (
  one: EvaluationCase,
  template: Template,
  content: DocumentContent,
) => DocumentScore

/** Reads the lexicon of drugs once; the scorer is pure. */
export function documentScorer(): ScoreDocument {
  const named = namedReader()

  return (one, template, content) => {
    const judge = unitJudge(one, named)
    const score: DocumentScore = {
      fields: {},
      kinds: {},
      omitted: [],
      wrong: [],
      unsupported: [
        ...forbiddenIn(one, template, content),
        ...filledValues(template, content).flatMap(({ path, text }) =>
          judge.invented(text).map((stranger) => ({ path, text: stranger, why: NOWHERE })),
        ),
      ],
      nulls: nullsOf(one, content),
      words: wordCount(template, content),
      referenceWords: wordCount(template, one.document),
      valid: validateContent(template, content).length === 0,
    }
    for (const field of template.fields) {
      const tally = tallyOf(score, field)
      const facts = one.facts.filter(({ path }) => path[0] === field.name)
      const value = content[field.name] ?? null
      for (const fact of facts) {
        const isFound = isHeld(fact, value)
        score.kinds[fact.kind] ??= { facts: 0, found: 0 }
        for (const count of [tally, score.kinds[fact.kind]!]) {
          count.facts += 1
          if (isFound) count.found += 1
        }
        if (!isFound) score.omitted.push({ path: fact.path, kind: fact.kind, holds: fact.holds })
      }
      for (const { isRight, ...place } of judge.field(field, value, facts)) {
        tally.written += 1
        if (isRight) tally.right += 1
        else score.wrong.push(place)
      }
    }
    return score
  }
}

const NOWHERE = 'neither said nor written anywhere'

/** Whether the value of its field says the fact. */
export function isHeld(fact: EvaluationFact, value: DocumentValue): boolean {
  const key = fact.path[1]
  if (key !== undefined && fact.kind === 'measure') {
    const text = entry(value, key)
    return text !== null && wordings(fact).some((wording) => isSameValue(text, wording))
  }
  const units = unitsOf(value, key)
  return units.some((unit) => saysFact(unit, fact))
}

/** Where the document says what the case forbids, with the sentence that does. */
export function forbiddenIn(
  { forbidden }: Pick<EvaluationCase, 'forbidden'>,
  { fields }: Pick<Template, 'fields'>,
  content: DocumentContent,
): DocumentScore['unsupported'] {
  return fields.flatMap(({ name }) => {
    const units = unitsOf(content[name] ?? null)
    return forbidden
      .filter(({ field }) => field === null || name === field)
      .flatMap(({ text, why }) =>
        units
          .filter(({ plain }) => holds(plain, plainText(text)))
          .map((unit) => ({ path: [name], text: unit.text, why })),
      )
  })
}

/** What is right in the fields of one case. */
export function unitJudge(one: EvaluationCase, named: ReadNamed) {
  const known = named(knownText(one))
  const invented = (text: string) => strangers(named(text), known)

  function isForbidden({ plain }: Unit, field: string): boolean {
    const own = one.forbidden.filter((each) => each.field === null || each.field === field)
    return own.some(({ text }) => holds(plain, plainText(text)))
  }

  function isRight(
    field: string,
    unit: Unit,
    facts: readonly EvaluationFact[],
    reference: DocumentValue,
  ): boolean {
    if (invented(unit.text).length > 0 || isForbidden(unit, field)) return false
    return facts.some((fact) => saysFact(unit, fact)) || standsIn(unit, reference)
  }

  /** At least half of the words, and every number, drug and side. */
  function standsIn(unit: Unit, reference: DocumentValue): boolean {
    const own = unitsOf(reference)
    const keys = new Set(own.flatMap(({ plain }) => plain.words.flatMap(wordKeys)))
    const { words } = unit.plain
    if (words.some((word) => isWeighty(word) && !keys.has(wordKey(word)))) return false
    const { drugs } = named(own.map(({ text }) => text).join('\n'))
    if ([...named(unit.text, unit.plain).drugs].some((drug) => !drugs.has(drug))) return false
    const shared = words.filter((word) => keys.has(wordKey(word)))
    return words.length > 0 && shared.length * 2 >= words.length
  }

  return {
    invented,
    /** One verdict per sentence, item or measured entry. */
    field(field: TemplateFieldSpec, value: DocumentValue, facts: readonly EvaluationFact[]) {
      const reference = withMaintained(one, field, named)
      if (field.type !== 'dict')
        return unitsOf(value).map((unit) => ({
          path: [field.name],
          text: unit.text,
          isRight: isRight(field.name, unit, facts, reference),
        }))
      return (field.keys ?? []).flatMap((key) => {
        const [text, wanted] = [entry(value, key), entry(reference, key)]
        if (text === null) return []
        const path = [field.name, key]
        if (measureOfKey(key))
          return [{ path, text, isRight: wanted !== null && isSameValue(text, wanted) }]
        const own = facts.filter((fact) => fact.path.length === 1 || fact.path[1] === key)
        return unitsOf(text).map((unit) => ({
          path,
          text: unit.text,
          isRight: isRight(field.name, unit, own, wanted),
        }))
      })
    },
  }
}

const SIDE = /^(?:direito|esquerdo|bilateral)$/

function isWeighty({ kind, norm }: Unit['plain']['words'][number]): boolean {
  return kind === 'number' || SIDE.test(norm)
}

/**
 * The field of the reference; to a prescription that only says "Sinvastatina (mantida)" belongs the
 * dose that the reference gives it among the medicines in use. A prescription with a number of its
 * own is no such one: its dose is changed.
 */
function withMaintained(
  one: EvaluationCase,
  field: TemplateFieldSpec,
  named: ReadNamed,
): DocumentValue {
  const own = one.document[field.name] ?? null
  if (sectionOf(field) !== 'prescriptions' || !Array.isArray(own)) return own
  const bare = own.map((text) => named(text)).filter(({ numbers }) => numbers.size === 0)
  const maintained = new Set(bare.flatMap(({ drugs }) => [...drugs]))
  const inUse = Object.entries(one.document)
    .filter(([name]) => sectionOf({ name }) === 'medicationsInUse')
    .flatMap(([, value]) => (Array.isArray(value) ? value : []))
  return [
    ...own,
    ...inUse.filter((text) => [...named(text).drugs].some((drug) => maintained.has(drug))),
  ]
}

const DOSES = new Set(['mg', 'mcg', 'g', 'ui', 'ml'])

/**
 * A dose is often said without its unit: "losartana 50" stands in "Losartana 50 mg", not in 50
 * days.
 */
function wordKeys(word: Unit['plain']['words'][number]): string[] {
  const bare = word.unit !== null && DOSES.has(word.unit) ? [word.norm] : []
  return [wordKey(word), ...bare]
}

/**
 * A number with its unit: 50 mg in the one and 50 days in the other are not the same; denied words
 * neither. Of other words the ending does not count: the patient says "fumo", the doctor writes
 * "fuma".
 */
function wordKey(word: Unit['plain']['words'][number]): string {
  const { kind, norm, unit, denied } = word
  if (kind === 'number') return unit === null ? norm : `${norm} ${unit}`
  const stem = isWeighty(word) ? norm : norm.slice(0, Math.max(3, norm.length - 2))
  return denied ? `not ${stem}` : stem
}

function saysFact({ plain }: Unit, fact: EvaluationFact): boolean {
  return wordings(fact).some((wording) => holds(plain, plainText(wording)))
}

function wordings({ holds: text, or = [] }: EvaluationFact): string[] {
  return [text, ...or]
}

function nullsOf({ nulls }: EvaluationCase, content: DocumentContent): DocumentScore['nulls'] {
  const filled = nulls.filter(([name = '', key]) => {
    const value = content[name] ?? null
    return key === undefined ? value !== null : entry(value, key) !== null
  })
  return { expected: nulls.length, kept: nulls.length - filled.length, filled }
}

function tallyOf({ fields }: DocumentScore, field: TemplateFieldSpec): Tally {
  const name = sectionOf(field) ?? field.name
  fields[name] ??= { facts: 0, found: 0, written: 0, right: 0 }
  return fields[name]
}

function entry(value: DocumentValue, key: string): string | null {
  if (value === null || typeof value === 'string' || Array.isArray(value)) return null
  return value[key] ?? null
}

function wordCount(template: Template, content: DocumentContent): number {
  const counts = filledValues(template, content).map(
    ({ text }) => text.split(/\s+/).filter(Boolean).length,
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
