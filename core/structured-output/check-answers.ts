/**
 * Compares what a language model answered with its sources, by the rules that documents are checked
 * by: what is not supported is null, and so is what contradicts the document.
 */

import { findDisagreement } from '../document/checks/check-claim.ts'
import { type EvidenceIndex, foundEvidence } from '../document/evidence/evidence.ts'
import { numberKey } from '../document/evidence/numbers.ts'
import { says } from '../document/evidence/sources.ts'
import type { Term } from '../portuguese/term.ts'
import { tokenize } from '../portuguese/tokens.ts'
import type { DiagnosisCodes } from './diagnosis-codes.ts'
import { headWords, nameWords } from './labels.ts'
import type { Material } from './material.ts'
import { emptyValue, type OutputValue, outputObject, type SchemaNode } from './schema.ts'
import { subjectWithin } from './subject.ts'
import { fitted, keepsRules, type ValueRule } from './value-rules.ts'

/**
 * Which numbers belong to a word of what was said: "três filhos, cinquenta anos" has three children
 * and not fifty. The nearest of its part of the sentence; where that holds none, the nearest of the
 * sentence; of a question without a number, those of its answer.
 */
function numbersOf(terms: readonly Term[], isNamed: (term: Term) => boolean): Term[] {
  const sentences = sentencesOf(terms)
  return sentences.flatMap((sentence, index) => {
    const names = sentence.filter((term) => term.kind !== 'number' && isNamed(term))
    const numbers = sentence.filter(({ kind }) => kind === 'number')
    if (names.length > 0 && numbers.length === 0)
      return (sentences[index + 1] ?? []).filter(({ kind }) => kind === 'number')
    return names.flatMap((name) => {
      const own = numbers.filter(({ part }) => part === name.part)
      return nearest(name, own.length > 0 ? own : numbers)
    })
  })
}

/** A question and its answers are one source: each counts its tokens anew. */
function sentencesOf(terms: readonly Term[]): Term[][] {
  const sentences: Term[][] = []
  let last = Number.POSITIVE_INFINITY
  for (const term of terms) {
    if (term.from < last) sentences.push([])
    sentences.at(-1)!.push(term)
    last = term.from
  }
  return sentences
}

/** One, or those as near. */
function nearest(name: Term, numbers: readonly Term[]): Term[] {
  const distance = ({ from, to }: Term) => Math.max(from - name.to, name.from - to, 0)
  const least = Math.min(...numbers.map(distance))
  return numbers.filter((number) => distance(number) === least)
}

export interface ModelAnswer {
  path: string[]
  value: OutputValue
}

/** One answer as the model gave it, under the key that it was asked for by. */
export interface GivenAnswer {
  key: string
  path: string[]
  node: SchemaNode
  value: unknown
}

/** @param cut paths of the texts that did not end by themselves, each from its key */
export type CheckAnswers = (
  given: readonly GivenAnswer[],
  cut: readonly string[][],
) => Promise<ModelAnswer[]>

export function answerCheck(material: Material, codes: DiagnosisCodes): CheckAnswers {
  return async (given, cutPaths) => {
    const cut = new Set(cutPaths.map((path) => JSON.stringify(path)))
    const check = valueCheck(material, codes, cut)
    const answers: ModelAnswer[] = []
    for (const { key, node, path, value } of given) {
      const anchor = [...nameWords(path.at(-1) ?? ''), ...headWords(node.description)].join(' ')
      answers.push({ path, value: await check(node, value, [key], { anchor, outer: [] }) })
    }
    return answers
  }
}

function valueCheck(material: Material, codes: DiagnosisCodes, cut: ReadonlySet<string>) {
  const { all, written, readTerms } = material

  async function check(
    node: SchemaNode,
    value: unknown,
    path: string[],
    about: About,
  ): Promise<OutputValue> {
    switch (node.type) {
      case 'string':
        return checkedText(value, path, node.rules)
      case 'number':
        if (typeof value !== 'number' || !isSaid(value, about.anchor)) return null
        return keepsRules(node.rules ?? [], value) ? value : null
      case 'CID': {
        const text = checkedText(value, path)
        const code = text === null ? null : await codes.of(text)
        return code && { ...code }
      }
      case 'AnthropometricData':
      case 'boolean':
        return emptyValue(node)
      case 'array': {
        const items: OutputValue[] = []
        for (const [index, item] of (Array.isArray(value) ? value : []).entries())
          items.push(await check(node.items, item, [...path, String(index)], about))
        return withoutRepeats(items.filter(saysSomething))
      }
      case 'object': {
        const given = (value ?? {}) as Record<string, unknown>
        const texts = new Map<string, string>()
        // Texts first: they are what the numbers beside them are about.
        for (const { name, node: inner } of node.properties) {
          if (inner.type !== 'string') continue
          const text = checkedText(given[name], [...path, name], inner.rules)
          if (text !== null && !isRepeated(name, text, about.outer)) texts.set(name, text)
        }
        const inside = { anchor: [...texts.values()].join(' '), outer: [...about.outer, texts] }
        const entries: [string, OutputValue][] = []
        for (const { name, node: inner } of node.properties)
          if (inner.type === 'string') entries.push([name, texts.get(name) ?? null])
          else if (isSomebodyElse(name, inner)) entries.push([name, emptyValue(inner)])
          else entries.push([name, await check(inner, given[name], [...path, name], inside)])
        return outputObject(entries)
      }
    }
  }

  /** The words are the patient's, whoever a model would like to give them to. */
  function isSomebodyElse(name: string, { type, description }: SchemaNode): boolean {
    if (type !== 'object') return false
    return subjectWithin('patient', { name, description }, material.isChild) === 'other'
  }

  function checkedText(
    value: unknown,
    path: string[],
    rules: readonly ValueRule[] = [],
  ): string | null {
    if (typeof value !== 'string' || cut.has(JSON.stringify(path))) return null
    const text = value.trim()
    if (!WORD.test(text)) return null
    const claims = all.claims(text)
    if (!claims.some(({ terms }) => terms.some(saysAnything))) return null
    if (claims.some((claim) => findDisagreement(claim, all.sources) !== null)) return null
    if (foundEvidence(claims).verdict !== 'supported') return null
    return contradicts(text, written) ? null : (fitted(rules, text) ?? null)
  }

  function isSaid(value: number, anchor: string): boolean {
    const named = readTerms(tokenize(anchor)).filter(
      ({ kind }) => kind !== 'idle' && kind !== 'number',
    )
    const key = numberKey(value)
    return all.sources.some(({ terms }) =>
      numbersOf(terms, (term) => named.some((name) => says(term, name))).some(
        (term) => !term.denied && (term.key === key || term.also?.includes(key)),
      ),
    )
  }

  return check
}

/** What a value within an answer is about. */
interface About {
  /** Words that a number must have been said with. */
  anchor: string
  /** Texts of the objects around it, by name. */
  outer: readonly ReadonlyMap<string, string>[]
}

/** A namesake further out has the same words: they are that one's. */
function isRepeated(name: string, text: string, outer: About['outer']): boolean {
  return outer.some((texts) => texts.get(name)?.toLowerCase() === text.toLowerCase())
}

/**
 * A word, an abbreviation or a number: single letters are read as units ("D" as days) and say
 * nothing alone.
 */
const WORD = /\p{L}{3}|\p{Lu}{2}|\d/u

/** The document speaks of the same thing and says otherwise. */
const SAME_THING = 0.5

function contradicts(text: string, written: EvidenceIndex): boolean {
  return written
    .claims(text)
    .some(
      (claim) => claim.coverage >= SAME_THING && findDisagreement(claim, written.sources) !== null,
    )
}

/** Words that stand in every sentence do not, nor a unit without its amount. */
function saysAnything({ kind }: Term): boolean {
  return kind !== 'idle' && kind !== 'unit'
}

function saysSomething(value: OutputValue): boolean {
  if (value === null) return false
  if (Array.isArray(value)) return value.some(saysSomething)
  return typeof value === 'object' ? Object.values(value).some(saysSomething) : true
}

/** Small models repeat themselves. */
function withoutRepeats(items: OutputValue[]): OutputValue[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}
