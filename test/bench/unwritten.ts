/**
 * What the list "said and not written" finds of the medicines with their doses, measures, allergies
 * and diagnoses of every case of the evaluation sets, beside three documents: the one that rules
 * write, an empty one, and the case's own, which misses nothing. An entry is useless when the
 * case's own document does not say it, or when the document says it already. Compared by the drugs,
 * numbers and ideas of the evaluation, not by the readers of the list. `-- --set folder` measures
 * another folder.
 */
import { resolve } from 'node:path'
import type { DocumentContent, UnwrittenItem } from '../../core/contract/api.ts'
import { measuredForms } from '../../core/document/evidence/numbers.ts'
import { termReader } from '../../core/document/evidence/terms.ts'
import { MEASURE_RULES } from '../../core/document/measures/measures.ts'
import { filledValues } from '../../core/document/models/content.ts'
import type { Template } from '../../core/document/models/ports.ts'
import { emptyContent } from '../../core/document/models/template-schema.ts'
import { cleanSources } from '../../core/document/pieces/clean-sources.ts'
import { unwrittenReader } from '../../core/document/unwritten/unwritten.ts'
import { caseInput, type EvaluationCase, type EvaluationFact } from '../../core/evaluation/case.ts'
import { namedReader } from '../../core/evaluation/foreign-names.ts'
import { isHeld } from '../../core/evaluation/score-document.ts'
import { tokenize } from '../../core/portuguese/tokens.ts'
import {
  caseFiles,
  EVALUATION_FOLDER,
  FURTHER_FOLDER,
  HELD_OUT_FOLDER,
  readCase,
} from '../helpers/evaluation-cases.ts'
import { templates as builtIn } from '../helpers/rules-samples.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'

const KINDS = ['medication', 'measure', 'allergy', 'diagnosis'] as const
type Kind = (typeof KINDS)[number]

export async function benchUnwritten({ set }: { set?: string } = {}) {
  if (set !== undefined) return figuresOf(resolve(set))
  return {
    tuned: await figuresOf(EVALUATION_FOLDER),
    further: await figuresOf(FURTHER_FOLDER),
    heldOut: await figuresOf(HELD_OUT_FOLDER),
  }
}

/**
 * What the list is compared with: a document by rules, none at all, and the case's own, which
 * misses nothing.
 */
const DOCUMENTS = ['rules', 'empty', 'reference'] as const

async function figuresOf(folder: string) {
  const templates = new Map(builtIn().map((template) => [template.id, template]))
  const reader = unwrittenReader()
  const meaning = meaningReader()
  const tallies = Object.fromEntries(DOCUMENTS.map((name) => [name, newTally()]))
  const times: number[] = []
  const ids = caseFiles(folder)
  for (const id of ids) {
    const one = readCase(id, folder)
    const template = templates.get(one.templateId)!
    const input = cleanSources(caseInput(one, template))
    const { content } = await shippedRules().generate(input, {
      signal: new AbortController().signal,
      onField() {},
    })
    const documents = { rules: content, empty: emptyContent(template), reference: one.document }
    const facts = one.facts.flatMap((fact): Wanted[] => {
      const kind = KINDS.find((each) => each === fact.kind)
      const ways = [fact.holds, ...(fact.or ?? [])].map(meaning)
      const isComparable = ways.some(({ hard, ideas }) => hard.length + ideas.length > 0)
      if (
        !kind ||
        !isComparable ||
        isDenied(fact) ||
        COMPUTED.test(fact.holds) ||
        isBefore(one, fact, meaning)
      )
        return []
      return [{ fact, kind, ways }]
    })
    const reference = unitsOf(template, one.document).map(meaning)
    for (const name of DOCUMENTS) {
      const document = { template, content: documents[name] }
      const from = performance.now()
      const items = reader.list(input, document)
      if (name === 'rules') times.push(performance.now() - from)
      count(tallies[name]!, { items, document, facts, reference })
    }
  }
  times.sort((a, b) => a - b)
  return {
    visits: ids.length,
    ...Object.fromEntries(
      DOCUMENTS.map((name) => [name, figuresOfTally(tallies[name]!, ids.length)]),
    ),
    medianMs: Math.round(times[Math.floor(times.length / 2)]!),
    mostMs: Math.round(times.at(-1)!),
  }

  function count(tally: Tally, { items, document, facts, reference }: Counted) {
    const { template, content } = document
    const written = unitsOf(template, content).map(meaning)
    const listed = items.map(({ text, quote }) => [meaning(text), meaning(`${text}. ${quote}`)])
    for (const { fact, kind, ways } of facts) {
      if (isSaid(fact, content, template) || written.some((unit) => says(unit, ways, kind)))
        continue
      tally.missing[kind] += 1
      if (listed.some((item) => item.some((words) => says(words, ways, kind))))
        tally.found[kind] += 1
    }
    for (const item of items) {
      tally.entries += 1
      const own = meaning(item.text)
      const isUseful =
        reference.some((unit) => holdsAll(unit, own)) &&
        !written.some((unit) => holdsAll(unit, own))
      if (isUseful) continue
      tally.useless += 1
    }
  }
}

interface Wanted {
  fact: EvaluationFact
  kind: Kind
  ways: Meaning[]
}

interface Counted {
  items: UnwrittenItem[]
  document: { template: Template; content: DocumentContent }
  facts: Wanted[]
  reference: Meaning[]
}

function newTally() {
  const none = { medication: 0, measure: 0, allergy: 0, diagnosis: 0 }
  return { missing: { ...none }, found: { ...none }, entries: 0, useless: 0 }
}

type Tally = ReturnType<typeof newTally>

function figuresOfTally({ missing, found, entries, useless }: Tally, visits: number) {
  const sum = (counts: Record<Kind, number>) =>
    KINDS.reduce((total, kind) => total + counts[kind], 0)
  return {
    missing: sum(missing),
    share: share(sum(found), sum(missing)),
    ofKind: Object.fromEntries(
      KINDS.map((kind) => [
        kind,
        `${share(found[kind], missing[kind]) ?? '-'} of ${missing[kind]}`,
      ]),
    ),
    entriesPerVisit: share(entries, visits),
    uselessPerVisit: share(useless, visits),
  }
}

interface Meaning {
  /** Drugs and numbers: all of them must be there. */
  hard: string[]
  /** What its numbers may be called as well. */
  also: string[]
  ideas: string[]
}

/** Reads the lexicon once. */
function meaningReader() {
  const named = namedReader()
  const readTerms = termReader()
  return (text: string): Meaning => {
    const { drugs, numbers } = named(text)
    const terms = readTerms(tokenize(text))
    const ideas = terms.filter(({ kind, key }) => kind === 'word' && key.length > 2)
    // "Um e cinquenta e nove" is a height, "38 e 8" a fever: known by their values too.
    const read = MEASURE_RULES.flatMap(({ find }) => find(tokenize(text), false))
    const values = read.flatMap((one) => one.values.map(String))
    const forms = [...measuredForms(tokenize(text)).values()].flat().map((key) => key.slice(1))
    return {
      hard: [...drugs, ...numbers],
      also: [...values, ...forms],
      ideas: ideas.map(({ key }) => key),
    }
  }
}

/**
 * Of a diagnosis half of the ideas may be put otherwise; of a medicine its name and numbers count.
 */
const ENOUGH = 0.5

function says(unit: Meaning, wanted: readonly Meaning[], kind: Kind): boolean {
  return wanted.some(({ hard, ideas }) => {
    if (!hard.every((each) => holds(unit, each))) return false
    if ((kind === 'medication' || kind === 'measure') && hard.length > 0) return true
    return (
      ideas.length === 0 ||
      ideas.filter((each) => unit.ideas.includes(each)).length >= ideas.length * ENOUGH
    )
  })
}

function holds({ hard, also }: Meaning, each: string): boolean {
  return hard.includes(each) || also.includes(each)
}

function holdsAll(unit: Meaning, { hard, ideas }: Meaning): boolean {
  if (!hard.every((each) => holds(unit, each))) return false
  return (
    hard.length > 0 ||
    ideas.filter((each) => unit.ideas.includes(each)).length >= ideas.length * ENOUGH
  )
}

function isSaid(fact: EvaluationFact, content: DocumentContent, template: Template): boolean {
  if (isHeld(fact, content[fact.path[0]!] ?? null)) return true
  return template.fields.some(({ name }) =>
    isHeld({ ...fact, path: [name] }, content[name] ?? null),
  )
}

/** Worked out, and said by nobody. */
const COMPUTED = /kg\/m²/

function isDenied({ holds, kind }: EvaluationFact): boolean {
  return (
    kind === 'allergy' && /(?<!\p{L})(?:neg\p{L}+|não|sem|nenhuma?|nunca)(?!\p{L})/iu.test(holds)
  )
}

/** Only in the history or a file: no source of the list. */
function isBefore(
  one: EvaluationCase,
  fact: EvaluationFact,
  meaning: (text: string) => Meaning,
): boolean {
  const today = meaning([...one.turns.map(({ text }) => text), one.context].join('\n'))
  const { hard } = meaning(fact.holds)
  const before = meaning(
    [one.background ?? '', ...one.files.flatMap(({ pages }) => pages)].join('\n'),
  )
  return hard.some((each) => !holds(today, each) && holds(before, each))
}

function unitsOf(template: Template, content: DocumentContent): string[] {
  return filledValues(template, content).flatMap(({ path, text }) =>
    text
      .split(/(?<=[.;!?])\s+|\n/)
      .map((part) => `${path[1] && !/^\d+$/.test(path[1]) ? `${path[1]}: ` : ''}${part}`),
  )
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 1000
}
