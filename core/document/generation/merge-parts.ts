/**
 * One value from those that several parts of a long visit gave for the same field (long-visit.ts).
 * Nothing is lost without a word: what two parts say alike is said once, what they say beside each
 * other stands beside each other in the order of time, and where a later part says otherwise it
 * prevails, with the earlier words listed for the doctor.
 */
import type { Contradiction, DocumentValue } from '../../contract/api.ts'
import { isOpposed } from '../checks/check-claim.ts'
import { evidenceIndex } from '../evidence/evidence.ts'
import type { DocumentInput, TemplateFieldSpec } from '../models/ports.ts'
import { GENERATED_LIMITS } from '../models/template-schema.ts'

export interface MergedValue {
  value: DocumentValue
  contradictions: Contradiction[]
}

/** @param values of the parts, in the order of time */
export function mergeParts(
  field: TemplateFieldSpec,
  values: readonly DocumentValue[],
): MergedValue {
  const contradictions: Contradiction[] = []
  const list = (value: string, path: string[], reason: string) =>
    contradictions.push({ path, value, reason, spans: [] })

  function mergeTexts(texts: readonly string[], path: string[], limits: TextLimits): string | null {
    const sentences = settled(texts.map(sentencesOf), (lost, reason) => list(lost, path, reason))
    let merged = ''
    for (const sentence of sentences) {
      const longer = merged === '' ? sentence : joined(merged, sentence, limits.joint)
      if (longer.length > limits.chars) list(sentence, path, NO_ROOM)
      else merged = longer
    }
    return merged === '' ? null : merged
  }

  if (field.type === 'string') {
    const limits = { chars: GENERATED_LIMITS.stringChars, joint: ' ' }
    const value = mergeTexts(values.filter(isText), [field.name], limits)
    return { value, contradictions }
  }
  if (field.type === 'string[]') {
    const lists = values.filter((value): value is string[] => Array.isArray(value))
    const items = settled(lists, (lost, reason) => list(lost, [field.name], reason))
    for (const item of items.slice(GENERATED_LIMITS.listItems)) list(item, [field.name], NO_ROOM)
    const kept = items.slice(0, GENERATED_LIMITS.listItems)
    return { value: kept.length > 0 ? kept : null, contradictions }
  }
  const dicts = values.filter(isDict)
  const entries = (field.keys ?? []).map((key): [string, string | null] => {
    const texts = dicts.map((one) => one[key] ?? null).filter(isText)
    const limits = { chars: GENERATED_LIMITS.dictValueChars, joint: '; ' }
    return [key, mergeTexts(texts, [field.name, key], limits)]
  })
  const isFilled = entries.some(([, text]) => text !== null)
  return { value: isFilled ? Object.fromEntries(entries) : null, contradictions }
}

interface TextLimits {
  chars: number
  joint: string
}

const LATER_OTHERWISE = 'Em um trecho posterior da consulta foi dito outra coisa, que prevalece: '
const NO_ROOM = 'Não coube no campo: a consulta é longa. Confira e acrescente se for preciso.'

/** Statements of all parts, each once; one that a later part contradicts gives way to it. */
function settled(
  parts: readonly (readonly string[])[],
  onLost: (statement: string, reason: string) => void,
): string[] {
  const kept: { text: string; part: number }[] = []
  for (const [part, statements] of parts.entries())
    for (const text of statements)
      if (!kept.some((one) => isSame(one.text, text))) kept.push({ text, part })
  return kept
    .filter(({ text, part }) => {
      const later = kept.filter((one) => one.part > part).map((one) => one.text)
      const against = later.find((other) => saysOtherwise(text, other))
      if (against !== undefined) onLost(text, `${LATER_OTHERWISE}${against}`)
      return against === undefined
    })
    .map(({ text }) => text)
}

/**
 * About the same thing, and: other numbers of the same unit, the opposite, or the other side, by
 * the rules that compare documents with what was said. That one of them says more than the other is
 * no contradiction.
 */
function saysOtherwise(earlier: string, later: string): boolean {
  if (!speakOfTheSame(earlier, later)) return false
  if (numbersDiffer(earlier, later) || denialsDiffer(earlier, later)) return true
  return isAgainst(earlier, later) && isAgainst(later, earlier)
}

/** Something both speak of is denied by one and not by the other. */
function denialsDiffer(one: string, other: string): boolean {
  const theirs = wordsOf(other)
  return wordsOf(one).some(
    (word) => theirs.includes(word) && isDenied(one, word) !== isDenied(other, word),
  )
}

const DENIAL = /\b(?:nega|negou|nao|nem|nunca|sem|ausencia)\b/
/** Where a denial ends: "nega febre, refere tosse". */
const CLAUSE = /[.;,:]|\b(?:refere|relata|mas|porem|apenas)\b/

function isDenied(text: string, word: string): boolean {
  return plain(text)
    .split(CLAUSE)
    .some((clause) => {
      const denial = clause.search(DENIAL)
      return denial >= 0 && clause.indexOf(word, denial) >= 0
    })
}

/** Whether `value` could not stand if `said` were all that was said. */
function isAgainst(value: string, said: string): boolean {
  const { claims, sources } = evidenceIndex({ ...NOTHING_SAID, contextMarkdown: said })
  return claims(value).some((claim) => isOpposed(claim, sources))
}

const NOTHING_SAID: DocumentInput = {
  template: {
    id: 'part',
    slug: 'part',
    name: 'part',
    purpose: '',
    group: 'own',
    version: 1,
    pendingClinicalReview: false,
    fields: [],
  },
  segments: [],
  contextMarkdown: '',
  backgroundHistory: null,
  files: [],
}

function numbersDiffer(one: string, other: string): boolean {
  const [ours, theirs] = [numbersOf(one), numbersOf(other)]
  return [...ours].some(([unit, numbers]) => {
    const against = theirs.get(unit)
    return against !== undefined && !numbers.some((number) => against.includes(number))
  })
}

/** Numbers by the word behind them. */
function numbersOf(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [, written = '', unit = ''] of plain(text).matchAll(
    /(\d+(?:[.,]\d+)*)\s*(\p{L}+|%)?/gu,
  )) {
    // "7.2" is "7,2", whoever writes it.
    const number = written.replaceAll('.', ',')
    found.set(unit, [...(found.get(unit) ?? []), number])
  }
  return found
}

/** A number of one thing is no contradiction to the number of another. */
const COMMON_WORDS = 0.5

function speakOfTheSame(one: string, other: string): boolean {
  const [few = [], many = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length)
  if (few.length === 0) return false
  const common = few.filter((word) => many.includes(word)).length
  return common / few.length >= COMMON_WORDS
}

/** Words that say what a statement is about. */
function wordsOf(text: string): string[] {
  return [...new Set(folded(text).match(/\p{L}{4,}/gu) ?? [])].filter((word) => !IDLE.has(word))
}

const IDLE = new Set(
  'paciente refere relata nega negou informa para pela pelo como desde mais menos esta este anos dias horas'.split(
    ' ',
  ),
)

function isSame(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(text: string): string {
  return plain(text)
    .replace(/[\s.;,]+/g, ' ')
    .trim()
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?;])\s+(?=\p{Lu})/u).filter((sentence) => sentence.trim() !== '')
}

function joined(before: string, next: string, joint: string): string {
  const isEnded = /[.!?;]$/.test(before)
  return `${before}${isEnded ? ' ' : joint === ' ' ? '. ' : joint}${next}`
}

function isText(value: DocumentValue): value is string {
  return typeof value === 'string'
}

function isDict(value: DocumentValue): value is Record<string, string | null> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
