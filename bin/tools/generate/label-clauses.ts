/**
 * Where each clause of a case belongs, read from the right document: the fields in which it would
 * say a fact of the case; else those where it would count as right; else the one whose words it
 * shares; else none. What the sorter of statements learns from.
 */
import type { DocumentValue } from '../../../core/contract/api.ts'
import { measureOfKey } from '../../../core/document/measures/deterministic-values.ts'
import type { Template, TemplateFieldSpec } from '../../../core/document/models/ports.ts'
import type { SaidClause } from '../../../core/document/quoting/said-clauses.ts'
import type { EvaluationCase } from '../../../core/evaluation/case.ts'
import { namedReader } from '../../../core/evaluation/foreign-names.ts'
import { unitsOf } from '../../../core/evaluation/hold.ts'
import { plainText } from '../../../core/evaluation/plain-words.ts'
import { isHeld, unitJudge } from '../../../core/evaluation/score-document.ts'

export interface ClauseLabel {
  /** Field, and key of a dict; none where the document says nothing of it. */
  fields: { field: TemplateFieldSpec; key: string | null }[]
  /** How it was found. */
  by: 'fact' | 'right' | 'words' | 'none' | 'doubt'
}

interface Slot {
  field: TemplateFieldSpec
  key: string | null
}

/**
 * Share of the telling words, to be the one field that a clause belongs to; less leaves doubt;
 * still less is none.
 */
const SHARED = 0.4
const DOUBTED = 0.2
/** Share of the best field's score, to belong to another field as well. */
const AS_WELL = 0.8
/** The same among fields in which it says a fact. */
const HALF = 0.5

/** Labels clauses of one case after the other; how telling a word is comes from all of them. */
export function clauseLabeller(cases: readonly EvaluationCase[]) {
  const named = namedReader()
  const telling = tellingOf(cases)
  const known = new Map<string, ClauseLabel>()

  return (one: EvaluationCase, template: Template, said: readonly SaidClause[]): ClauseLabel[] => {
    const judge = unitJudge(one, named)
    const slots = slotsOf(template)
    const stemsOfSlot = new Map(slots.map((slot) => [slot, stemsIn(one, slot)]))

    function isRight({ field, key }: Slot, text: string): boolean {
      const facts = one.facts.filter(({ path }) => path[0] === field.name)
      return judge.field(field, asValue(field, key, text), facts).some((unit) => unit.isRight)
    }

    function saysFact({ field, key }: Slot, text: string): boolean {
      return one.facts.some(
        (fact) =>
          fact.path[0] === field.name &&
          (fact.path[1] === undefined || fact.path[1] === key) &&
          isHeld(fact, asValue(field, key, text)) &&
          namesMore(fact),
      )
    }

    function labelOf(text: string, question: string | undefined): ClauseLabel {
      const asked = question === undefined ? [] : [`${question} ${text}`]
      const texts = [text, ...asked]
      const shares = new Map(
        slots.map((slot) => [slot, shareOf(text, asked[0], stemsOfSlot.get(slot)!, telling)]),
      )
      const saying = slots.filter((slot) => texts.some((each) => saysFact(slot, each)))
      const mostSaying = Math.max(0, ...saying.map((slot) => shares.get(slot)!))
      const byFact = saying.filter(
        (slot) => mostSaying > 0 && shares.get(slot)! >= mostSaying * HALF,
      )
      if (byFact.length > 0) return { fields: byFact, by: 'fact' }
      const most = Math.max(0, ...shares.values())
      const near = slots.filter(
        (slot) => shares.get(slot)! > 0 && shares.get(slot)! >= most * AS_WELL,
      )
      const byWords = near.filter((slot) => texts.some((each) => isRight(slot, each)))
      if (byWords.length > 0 && most >= DOUBTED) return { fields: byWords, by: 'right' }
      if (most >= SHARED) return { fields: near, by: 'words' }
      return { fields: [], by: most >= DOUBTED ? 'doubt' : 'none' }
    }

    return said.map(({ clause, answered }): ClauseLabel => {
      const text = clause.statement.text.slice(clause.start, clause.end)
      const question = answered?.statement.text
      const key = JSON.stringify([one.id, text, question])
      const label = known.get(key) ?? labelOf(text, question)
      known.set(key, label)
      return label
    })
  }
}

/** "2" may be said of anything. */
function namesMore({ holds: text }: EvaluationCase['facts'][number]): boolean {
  return plainText(text).words.some(({ kind, unit }) => kind === 'word' || unit !== null)
}

/** Every field and entry that is written in words. */
function slotsOf({ fields }: Template): Slot[] {
  return fields.flatMap((field): Slot[] => {
    if (field.type !== 'dict') return [{ field, key: null }]
    return (field.keys ?? []).filter((key) => !measureOfKey(key)).map((key) => ({ field, key }))
  })
}

function asValue(field: TemplateFieldSpec, key: string | null, text: string): DocumentValue {
  if (key !== null) return { [key]: text }
  return field.type === 'string[]' ? [text] : text
}

/** Stems of each sentence or item of the reference. */
function stemsIn({ document }: EvaluationCase, { field, key }: Slot): Set<string>[] {
  return unitsOf(document[field.name] ?? null, key ?? undefined).map(
    ({ text }) => new Set(stemsOf(text)),
  )
}

function stemsOf(text: string): string[] {
  return plainText(text).words.map(({ norm, kind }) =>
    kind === 'number' ? norm : norm.slice(0, 5),
  )
}

/**
 * Share of the telling words of a clause that one sentence of the field holds together; the
 * question's words count half.
 */
function shareOf(
  text: string,
  asked: string | undefined,
  units: readonly Set<string>[],
  telling: (stem: string) => number,
): number {
  const own = new Set(stemsOf(text))
  const all = new Map<string, number>()
  if (asked) for (const stem of stemsOf(asked)) all.set(stem, telling(stem) / 2)
  for (const stem of own) all.set(stem, telling(stem))
  const total = [...all.values()].reduce((sum, each) => sum + each, 0)
  if (total === 0) return 0
  const shared = units.map((unit) =>
    [...all].reduce((sum, [stem, weight]) => sum + (unit.has(stem) ? weight : 0), 0),
  )
  return Math.max(0, ...shared) / total
}

/** Rare words tell more. */
function tellingOf(cases: readonly EvaluationCase[]): (stem: string) => number {
  const texts = cases.flatMap(({ turns }) => turns.map(({ text }) => text))
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const stem of new Set(stemsOf(text))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return (stem) => Math.log((texts.length + 1) / ((counts.get(stem) ?? 0) + 1))
}
