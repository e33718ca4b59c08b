/**
 * Whether other words for a line still say the same (SPEC-GAPS 2.10). A line and its suggestion are
 * read as terms, the way values and what was said are, and compared in both directions: nothing
 * that counts may be added, changed or lost. Words that no list knows are compared by how many of
 * them remain, except in the patient's language, where other words are the purpose and the doctor
 * judges them.
 */
import idle from '../../../config/portuguese/idle-words.json' with { type: 'json' }
import type { RewriteFault, RewriteStyle } from '../../contract/rewrite.ts'
import { DISEASES, EXAMS } from '../../portuguese/clinical-terms.ts'
import { stem } from '../../portuguese/stems.ts'
import type { Term } from '../../portuguese/term.ts'
import { fold, tokenize } from '../../portuguese/tokens.ts'
import { synonyms } from '../../portuguese/word-forms.ts'
import type { CheckName } from '../checks/check.ts'
import { findDisagreement } from '../checks/check-claim.ts'
import { evidenceIndex } from '../evidence/evidence.ts'
import { termReader } from '../evidence/terms.ts'

type RewriteCheck = (
  original: string,
  suggestion: string,
  style: RewriteStyle,
) => RewriteFault | null

/** Share of the suggestion's words that must be the original's. */
const FAMILIAR: Record<RewriteStyle, number> = { shorter: 0.7, formal: 0.5, patient: 0 }

/** Builds the dictionaries once; the check is pure. */
export function rewriteCheck(): RewriteCheck {
  const read = termReader()
  const known = synonyms()
  const ideas = new Set([...known.values()].filter((idea) => !GENERAL_IDEAS.has(idea)))

  return (before, after, style) => {
    const [original, suggestion] = [withCounts(before), withCounts(after)]
    const own = read(tokenize(original))
    const other = read(tokenize(suggestion))
    if (!sameNumbers(own, other)) return 'numbers'
    if (!sameKeys(own, other, ({ kind }) => kind === 'drug')) return 'medicines'
    if (!sameKeys(own, other, ({ kind }) => kind === 'side')) return 'sides'
    if (!sameKeys(own, other, ({ kind }) => kind === 'family')) return 'relatives'
    if (!sameDenials(own, other)) return 'denials'
    if (!sameKeys(own, other, ({ kind, key }) => kind === 'word' && ideas.has(key)))
      return 'findings'
    const isNamed = (read: string, terms: readonly Term[], name: string) =>
      read.includes(name) || terms.some(({ key }) => key === known.get(name) || key === stem(name))
    const added = namesIn(suggestion).some((name) => !isNamed(fold(original), own, name))
    const lost = namesIn(original).some((name) => !isNamed(fold(suggestion), other, name))
    if (added || (lost && style !== 'patient')) return 'findings'
    const forth = claims(suggestion, original)
    const back = claims(original, suggestion)
    if (forth.contradicted || back.contradicted) return forth.fault ?? back.fault ?? 'numbers'
    return forth.coverage < FAMILIAR[style] ? 'words' : null
  }
}

/** Said around facts, and no facts themselves; amounts of time are numbers' units. */
const GENERAL_IDEAS = new Set('medicamento hora dia semana mes ano'.split(' '))

/** "1x" and "uma vez" are the same number; a lone "um" is an article to the reader of numbers. */
function withCounts(text: string): string {
  return text
    .replace(/(\d)\s*x(?![\p{L}\d]|\s*\d)/giu, '$1 vezes')
    .replace(
      /(?<!\p{L})(?:um|uma)(?=\s+(?:vez|comprimido|cápsula|gota|jato|ampola|sachê|unidade|dose|dia|semana|mês|ano|hora)(?!\p{L}))/giu,
      '1',
    )
}

function sameNumbers(own: readonly Term[], other: readonly Term[]): boolean {
  const numbers = (terms: readonly Term[]) => terms.filter(({ kind }) => kind === 'number')
  const isIn = (terms: readonly Term[]) => (number: Term) =>
    terms.some((term) => isSameNumber(term, number))
  return numbers(own).every(isIn(numbers(other))) && numbers(other).every(isIn(numbers(own)))
}

/** Whether all of a measure agrees: "12 por 8" is "120/80", and no other pressure with an 80. */
function isSameNumber(one: Term, other: Term): boolean {
  if (one.also || other.also) return one.also?.join() === other.also?.join()
  const units = [one.unit, other.unit]
  const isDegrees = units.includes('grau') && units.includes(undefined)
  return one.key === other.key && (one.unit === other.unit || isDegrees)
}

function sameKeys(
  own: readonly Term[],
  other: readonly Term[],
  counts: (term: Term) => boolean,
): boolean {
  const [one, two] = [own, other].map(
    (terms) => new Set(terms.filter(counts).map(({ key }) => key)),
  )
  return isSubset(one!, two!) && isSubset(two!, one!)
}

function isSubset(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].every((key) => other.has(key))
}

/**
 * What both name is denied in both or in neither. Denied words that are gone need as many new ones
 * in their place ("disúria", "ardência"): a denial that is gone, or one that is new, changes what
 * the line says.
 */
function sameDenials(own: readonly Term[], other: readonly Term[]): boolean {
  const [one, two] = [polarities(own), polarities(other)]
  for (const [key, denied] of one) {
    const there = two.get(key)
    if (there && (there.has(true) !== denied.has(true) || there.has(false) !== denied.has(false)))
      return false
  }
  const onlyIn = (these: typeof one, those: typeof one) =>
    [...these].filter(([key, denied]) => denied.has(true) && !those.has(key)).map(([key]) => key)
  const lost = onlyIn(one, two)
  const fresh = onlyIn(two, one)
  const facts = (keys: readonly string[]) => keys.filter((key) => !CIRCUMSTANCES.has(key)).length
  const denies = (these: typeof one) => [...these.values()].some((denied) => denied.has(true))
  if (denies(one) !== denies(two)) return false
  return facts(lost) <= fresh.length && (facts(fresh) === 0 || lost.length > 0)
}

function polarities(terms: readonly Term[]): Map<string, Set<boolean>> {
  const found = new Map<string, Set<boolean>>()
  for (const { kind, key, denied } of terms)
    if (kind === 'word' || kind === 'drug')
      found.set(key, (found.get(key) ?? new Set()).add(denied))
  return found
}

/** Words in a denial that deny nothing themselves. */
const CIRCUMSTANCES = new Set(idle.circumstances.map(stem))

/**
 * Diseases and examinations by name: none is added, and only the patient's language may say one in
 * other words.
 */
function namesIn(text: string): string[] {
  const words = fold(text)
  return [DISEASES, EXAMS].flatMap((list) =>
    [...words.matchAll(new RegExp(list.source, 'gu'))].map(([name]) => name),
  )
}

/** `text` as claims, with `source` as all that was said. */
function claims(text: string, source: string) {
  const index = evidenceIndex({
    segments: [],
    contextMarkdown: source,
    backgroundHistory: null,
    files: [],
  })
  const all = index.claims(text)
  const [first] = all.flatMap((claim) => findDisagreement(claim, index.sources) ?? [])
  const coverage = Math.min(1, ...all.map((claim) => claim.coverage))
  return {
    contradicted: first !== undefined,
    fault: first && (FAULTS[first.check] ?? 'numbers'),
    coverage,
  }
}

/** What a doctor is told of the check that objects; numbers, where it is none of these. */
const FAULTS: Partial<Record<CheckName, RewriteFault>> = {
  'wrong-allergy': 'denials',
  'unmentioned-medicine': 'medicines',
  'wrong-dose': 'medicines',
  'wrong-side': 'sides',
  'unmentioned-relative': 'relatives',
  'wrong-relative': 'relatives',
  'wrong-person': 'relatives',
  'likely-wrong-person': 'relatives',
  'wrong-denial': 'denials',
}
