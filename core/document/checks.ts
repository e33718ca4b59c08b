/**
 * Steps three and four of writing a document (DESIGN §5.3): every value is compared with its sources. What
 * contradicts them becomes null and is listed; what is not found in them stays, flagged for the doctor; measurements
 * must equal what the extractors heard, and IMC what follows from the weight and height that were said.
 */
import type { Contradiction, DocumentContent, Evidence, EvidenceSpan } from '../contract/api.ts'
import { disagreement } from './checks-facts.ts'
import { filledValues, movedPath, pathKey, withoutValues } from './content.ts'
import { type EvidenceIndex, evidenceIndex, foundEvidence } from './evidence.ts'
import { readNumbers } from './extractors/numbers.ts'
import { tokenize } from './extractors/tokens.ts'
import type { DocumentInput, GeneratedDocument } from './ports.ts'
import { deterministicValues, isMeasuredField, measureOfKey } from './rules/deterministic-values.ts'

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
  const measured = template.fields.some(isMeasuredField)
    ? deterministicValues(template, input)
    : { values: {}, evidence: [] }
  const evidence: Evidence[] = []
  const contradictions: Contradiction[] = []
  for (const { path, text } of filledValues(template, content)) {
    const field = template.fields.find(({ name }) => name === path[0])!
    const checked = isMeasuredField(field) ? checkMeasure(path, text, measured) : undefined
    const result = checked ?? checkText(text, index)
    if (result.reason === null)
      evidence.push({ path, verdict: result.verdict, spans: result.spans })
    else contradictions.push({ path, value: text, reason: result.reason, spans: result.spans })
  }
  const removed = contradictions.map(({ path }) => path)
  return {
    content: withoutValues(template, content, removed),
    evidence: evidence.flatMap((each) => {
      const path = movedPath(each.path, removed)
      return path ? [{ ...each, path }] : []
    }),
    contradictions,
  }
}

interface Checked {
  verdict: Evidence['verdict']
  spans: EvidenceSpan[]
  /** Why it is contradicted; null when it is not. */
  reason: string | null
}

function checkText(text: string, index: EvidenceIndex): Checked {
  const claims = index.claims(text)
  for (const claim of claims) {
    const reason = disagreement(claim, index.sources)
    if (reason !== null) return { verdict: 'not_found', reason, spans: claim.spans }
  }
  return { ...foundEvidence(claims), reason: null }
}

function checkMeasure(
  path: string[],
  text: string,
  measured: { values: DocumentContent; evidence: Evidence[] },
): Checked | undefined {
  const [name = '', key = ''] = path
  const measure = measureOfKey(key)
  if (!measure) return undefined
  const heard = measured.values[name]
  const value =
    heard !== null && typeof heard === 'object' && !Array.isArray(heard)
      ? (heard[key] ?? null)
      : null
  const spans = measured.evidence.find((each) => pathKey(each.path) === pathKey(path))?.spans ?? []
  const computed = measure.id === 'bodyMassIndex'
  if (value === null)
    return { verdict: 'not_found', reason: computed ? NOT_COMPUTED : NOT_MEASURED, spans: [] }
  if (number(value) !== number(text))
    return { verdict: 'not_found', reason: computed ? OTHER_INDEX : OTHER_MEASURE, spans }
  return { verdict: 'supported', reason: null, spans }
}

const NOT_MEASURED = 'Esta medida não foi dita na consulta de hoje.'
const OTHER_MEASURE = 'A medida não é a que foi dita.'
const NOT_COMPUTED = 'O IMC só é calculado quando o peso e a altura foram ditos.'
const OTHER_INDEX = 'O IMC não corresponde ao peso e à altura ditos.'

/** The first number of a value; undefined when it holds none. */
function number(text: string): number | undefined {
  return readNumbers(tokenize(text))[0]?.value
}
