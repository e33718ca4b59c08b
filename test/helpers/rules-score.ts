/** How much of a sample's facts a document holds, and how much of the document is a fact. */
import { filledValues } from '../../core/document/models/content.ts'
import type { GeneratedDocument, Template } from '../../core/document/models/ports.ts'
import { sectionOf } from '../../core/document/models/sections.ts'
import { tokenize } from '../../core/portuguese/tokens.ts'
import { normalizeText } from '../../core/transcription/normalize/normalize-text.ts'
import type { Sample } from './rules-samples.ts'

export interface FieldScore {
  facts: number
  found: number
  /** Sentences and items in fields that have facts, and those that hold one. */
  written: number
  right: number
}

/** By the meaning of the field, so that models with other spellings add up. */
export type Scores = Map<string, FieldScore>

export function score(
  sample: Sample,
  template: Template,
  document: GeneratedDocument,
  scores: Scores,
): void {
  for (const [field, facts] of Object.entries(sample.facts)) {
    const spec = template.fields.find(({ name }) => name === field)!
    const key = sectionOf(spec) ?? field
    const total = scores.get(key) ?? { facts: 0, found: 0, written: 0, right: 0 }
    const texts = filledValues(template, document.content)
      .filter(({ path }) => path[0] === field)
      .map(({ path, text }) => ({ key: path[1], text }))
    if (Array.isArray(facts)) {
      const units = texts.flatMap(({ text }) => text.split(/(?<=[.!?;])\s+/))
      total.facts += facts.length
      total.found += facts.filter((fact) => holds(units.join(' '), fact)).length
      total.written += units.length
      total.right += units.filter((unit) => facts.some((fact) => holds(unit, fact))).length
    } else {
      const said = Object.entries(facts).filter(([, value]) => value !== null)
      total.facts += said.length
      total.found += said.filter(([name, value]) =>
        texts.some((each) => each.key === name && each.text === value),
      ).length
      total.written += texts.length
      total.right += texts.filter((each) => facts[each.key ?? ''] === each.text).length
    }
    scores.set(key, total)
  }
}

export function recall({ facts, found }: FieldScore): number {
  return facts === 0 ? 1 : found / facts
}

export function precision({ written, right }: FieldScore): number {
  return written === 0 ? 1 : right / written
}

export function sum(scores: Scores): FieldScore {
  return [...scores.values()].reduce((a, b) => ({
    facts: a.facts + b.facts,
    found: a.found + b.found,
    written: a.written + b.written,
    right: a.right + b.right,
  }))
}

/**
 * A fact is held when all its words are there, in any order, as a chart writes them, accents and
 * case aside.
 */
function holds(text: string, fact: string): boolean {
  const words = new Set(wordsOf(text))
  return wordsOf(fact).every((word) => words.has(word))
}

function wordsOf(text: string): string[] {
  return tokenize(normalizeText(text).text)
    .filter(({ kind }) => kind !== 'mark')
    .map(({ norm }) => norm)
}
