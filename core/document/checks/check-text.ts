/**
 * A text against its sources, sentence by sentence. A sentence that says something dangerous and
 * other than what was said goes, and what leans on it goes with it; the rest of a text of several
 * sentences stays. A value that is one fact goes as a whole.
 */
import type { Contradiction, Evidence, EvidenceFinding, EvidencePart } from '../../contract/api.ts'
import { speaksForItself } from '../../contract/kept-parts.ts'
import type { Claim } from '../evidence/claim.ts'
import { type EvidenceIndex, foundEvidence, tells } from '../evidence/evidence.ts'
import type { CheckName, ClaimPlace, MeasureCheckName } from './check.ts'
import { findDisagreement } from './check-claim.ts'

type Withdrawn = Omit<Contradiction, 'path'> & { check: CheckName | MeasureCheckName }

export interface CheckedText {
  /** What stays, and what it rests on; null when all of it goes. */
  kept: { text: string; evidence: Omit<Evidence, 'path'> } | null
  withdrawn: Withdrawn[]
}

/** One fact: a list's item, an entry. */
export function checkFact(text: string, index: EvidenceIndex, place: ClaimPlace): CheckedText {
  const { claims, findings, dangerous } = compare(text, index, place)
  const [found] = dangerous.values()
  if (found) return { kept: null, withdrawn: [{ value: text, ...found }] }
  return { kept: { text, evidence: evidenceOf(claims, findings) }, withdrawn: [] }
}

/** A text of sentences. */
export function checkText(text: string, index: EvidenceIndex, place: ClaimPlace): CheckedText {
  const { claims, dangerous } = compare(text, index, place)
  if (dangerous.size === 0) return checkFact(text, index, place)
  const going = sentencesToGo(text, claims, dangerous)
  const left = withoutRanges(text, going)
  const rest = left === null ? null : checkFact(left, index, place)
  // Without the sentences before it a sentence may say something else.
  if (!rest?.kept) return checkFact(text, index, place)
  const withdrawn = going.map(({ start, end, found }) => ({
    value: text.slice(start, end),
    ...found,
  }))
  return { kept: rest.kept, withdrawn }
}

function compare(text: string, index: EvidenceIndex, place: ClaimPlace) {
  const claims = index.claims(text)
  const findings = new Map<Claim, EvidenceFinding>()
  const dangerous = new Map<Claim, Omit<Withdrawn, 'value'>>()
  for (const claim of claims) {
    const found = findDisagreement(claim, index.sources, place)
    const { spans } = claim
    if (!found) findings.set(claim, foundEvidence([claim]))
    else {
      findings.set(claim, { verdict: 'contradicted', reason: found.reason, spans })
      const { check, reason, isDangerous } = found
      if (isDangerous) dangerous.set(claim, { reason, spans, check })
    }
  }
  return { claims, findings, dangerous }
}

function evidenceOf(
  claims: readonly Claim[],
  findings: ReadonlyMap<Claim, EvidenceFinding>,
): Omit<Evidence, 'path'> {
  const whole =
    [...findings.values()].find(({ verdict }) => verdict === 'contradicted') ??
    foundEvidence(claims)
  // What says nothing that could be compared is no part.
  const parts = claims
    .filter(tells)
    .map((claim): EvidencePart => ({ ...claim.range, ...findings.get(claim)! }))
  return parts.length > 1 ? { ...whole, parts } : whole
}

interface Going {
  start: number
  end: number
  found: Omit<Withdrawn, 'value'>
}

/** The dangerous sentences, each with what behind it says nothing without it. */
function sentencesToGo(
  text: string,
  claims: readonly Claim[],
  dangerous: ReadonlyMap<Claim, Omit<Withdrawn, 'value'>>,
): Going[] {
  const going: Going[] = []
  let last: Claim | undefined
  for (const claim of claims) {
    const { start, end } = claim.range
    const found = dangerous.get(claim)
    const previous = last && going.at(-1)?.end === last.range.end ? going.at(-1) : undefined
    if (previous && (found || leans(text.slice(start, end)))) previous.end = end
    else if (found) going.push({ start, end, found })
    last = claim
  }
  return going
}

/**
 * It tells more of what stands before it: "Suspensa ontem.", "50 mg pela manhã.", "Desde então
 * piora."
 */
function leans(sentence: string): boolean {
  return !speaksForItself(sentence) || LEANS.test(sentence.trim())
}

const LEANS =
  /^(?:\d|(?:el[ae]s?|ess[ae]s?|est[ae]s?|isso|isto|aquel[ae]s?|aquilo|seu|sua|o mesmo|a mesma|mas|porém|contudo|também|tampouco|nem|e|ou|pois|porque|sendo|qu[ae]l?|cuj[ao]s?|já|ainda|antes|depois|após|desde|então|atualmente|agora|hoje|ontem|inicialmente|posteriormente|anteriormente|suspens[oa]s?|exceto|salvo|melhora|piora|há|com|ambos|ambas|(?:\p{L}{2,}(?:ad|id)[oa]s?))(?!\p{L}))/iu

/** What stays of a text; null when nothing does that says anything. */
function withoutRanges(text: string, ranges: readonly Going[]): string | null {
  let from = 0
  let left = ''
  for (const { start, end } of ranges) {
    left = joined(left, text.slice(from, start))
    from = end
  }
  const lines = joined(left, text.slice(from))
    .split('\n')
    .filter((line) => line.trim() === '' || /[\p{L}\d]/u.test(line))
  const whole = lines
    .join('\n')
    .trim()
    .replace(/(?<![;,\s])[;,\s]+$/, '.')
  return /[\p{L}\d]/u.test(whole) ? whole : null
}

/**
 * What follows a sentence that went begins one itself; what is between is one blank, or the line
 * ends that were there.
 */
function joined(left: string, right: string): string {
  const before = left.trimEnd()
  const words = right.trimStart()
  const between = left.slice(before.length) + right.slice(0, right.length - words.length)
  const isNew = before === '' || /[.!?…]$/.test(before)
  const gap = before === '' ? '' : between.includes('\n') ? between : ' '
  return before + gap + (isNew ? words.charAt(0).toUpperCase() + words.slice(1) : words)
}
