/**
 * Steps three and four of writing a document (DESIGN §5.3): every value is compared with its
 * sources. What contradicts them becomes null and is listed, of a text the sentences that do; what
 * is not found in them stays, flagged for the doctor; measurements must equal what the extractors
 * heard, and IMC what follows from the weight and height that were said.
 */
import type { Contradiction, DocumentContent, Evidence } from '../../contract/api.ts'
import { type EvidenceIndex, evidenceIndex } from '../evidence/evidence.ts'
import { deterministicValues, isMeasuredField } from '../measures/deterministic-values.ts'
import { type FilledValue, filledValues, movedPath, withoutValues } from '../models/content.ts'
import type { DocumentInput, GeneratedDocument } from '../models/ports.ts'
import type { ClaimPlace } from './check.ts'
import { checkMeasure, type Measured } from './check-measure.ts'
import { type CheckedText, checkFact, checkText } from './check-text.ts'
import { askedText, placeOf } from './claim-place.ts'

/**
 * Checks a content of any origin; pure, in time linear in the transcript per value.
 * @param index of the same input, for callers that check field by field
 */
export function checkDocument(
  content: DocumentContent,
  input: DocumentInput,
  index: EvidenceIndex = evidenceIndex(input),
): GeneratedDocument {
  const { template } = input
  const check = valueChecker(input, index)
  const evidence: Evidence[] = []
  const contradictions: Contradiction[] = []
  const removed: string[][] = []
  const shortened: DocumentContent = {}
  for (const { path, text } of filledValues(template, content)) {
    const { kept, withdrawn } = check({ path, text })
    contradictions.push(...withdrawn.map(({ check: _, ...one }) => ({ path, ...one })))
    if (!kept) removed.push(path)
    else evidence.push({ path, ...kept.evidence })
    if (kept && kept.text !== text) shortened[path[0]!] = kept.text
  }
  return {
    content: withoutValues(template, { ...content, ...shortened }, removed),
    evidence: evidence.flatMap((each) => {
      const path = movedPath(each.path, removed)
      return path ? [{ ...each, path }] : []
    }),
    contradictions,
  }
}

/** One value after the other, of any field of the template. */
export function valueChecker(
  input: DocumentInput,
  index: EvidenceIndex,
): (value: FilledValue) => CheckedText {
  const { template } = input
  const measured: Measured = template.fields.some(isMeasuredField)
    ? deterministicValues(template, input)
    : { values: {}, evidence: [] }
  return ({ path, text }) => {
    const field = template.fields.find(({ name }) => name === path[0])!
    const place = placeOf(field)
    const measure = isMeasuredField(field)
      ? checkMeasure(path, text, measured, index, place)
      : undefined
    return measure ?? checkValue(path, text, index, place)
  }
}

function checkValue(
  path: string[],
  text: string,
  index: EvidenceIndex,
  place: ClaimPlace,
): CheckedText {
  if (path.length === 1) return checkText(text, index, place)
  const asked = askedText(path, text)
  const { kept, withdrawn } = checkFact(asked, index, place)
  if (asked === text) return { kept, withdrawn }
  if (!kept) return { kept, withdrawn: withdrawn.map((one) => ({ ...one, value: text })) }
  // Places in what it was read as are none in what it is.
  const { parts: _, ...evidence } = kept.evidence
  return { kept: { text, evidence }, withdrawn }
}
