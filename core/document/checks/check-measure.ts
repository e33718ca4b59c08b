/**
 * Measurements must equal what the extractors heard, and IMC what follows from the weight and
 * height that were said.
 */
import type { DocumentContent, Evidence, EvidenceSpan } from '../../contract/api.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import { tokenize } from '../../portuguese/tokens.ts'
import type { EvidenceIndex } from '../evidence/evidence.ts'
import { mentionsOf } from '../evidence/sources.ts'
import { measureOfKey } from '../measures/deterministic-values.ts'
import { pathKey } from '../models/content.ts'
import type { ClaimPlace, MeasureCheckName } from './check.ts'
import { type CheckedText, checkFact } from './check-text.ts'

/** What the extractors heard. */
export interface Measured {
  values: DocumentContent
  evidence: Evidence[]
}

/** Undefined where the key is of no measure. */
export function checkMeasure(
  path: string[],
  text: string,
  measured: Measured,
  index: EvidenceIndex,
  place: ClaimPlace,
): CheckedText | undefined {
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
  const contradicted = (check: MeasureCheckName, at: EvidenceSpan[]): CheckedText => ({
    kept: null,
    withdrawn: [{ value: text, reason: REASONS[check], spans: at, check }],
  })
  // Said, though not in words that an extractor takes for this measure: compared as any sentence
  // is.
  if (value === null && !computed && isNumberSaid(text, index)) {
    const { kept } = checkFact(`${key} ${text}`, index, { ...place, isFinding: true })
    if (kept) return { kept: { ...kept, text }, withdrawn: [] }
  }
  if (value === null) return contradicted(computed ? 'uncomputed-index' : 'unmentioned-measure', [])
  const isSame = computed ? isRounded(value, text) : number(value) === number(text)
  const isSameLength = amountOf(value) !== undefined && amountOf(value) === amountOf(text)
  if (!isSame && !isSameLength)
    return contradicted(computed ? 'wrong-index' : 'wrong-measure', spans)
  if (!isSameLength && unitOf(text) !== '' && unitOf(value) !== unitOf(text))
    return contradicted('wrong-measure-unit', spans)
  return { kept: { text, evidence: { verdict: 'supported', spans } }, withdrawn: [] }
}

function isNumberSaid(text: string, index: EvidenceIndex): boolean {
  const numbers = index
    .claims(text)
    .flatMap(({ terms }) => terms.filter(({ kind }) => kind === 'number'))
  return numbers.length > 0 && numbers.every((one) => mentionsOf(one, index.sources).length > 0)
}

/** What the same amount is of: "0,83 m" and "83 cm", "3,2 kg" and "3.200 g". */
const PARTS_OF = new Map(
  Object.entries<[string, number]>({ m: ['cm', 100], cm: ['cm', 1], kg: ['g', 1000], g: ['g', 1] }),
)

/** In the smaller unit; undefined for what has but one. */
function amountOf(text: string): string | undefined {
  const [unit, scale] = PARTS_OF.get(unitOf(text)) ?? []
  const value = number(text)
  if (unit === undefined || scale === undefined || value === undefined) return undefined
  return `${Math.round(value * scale * 1000) / 1000} ${unit}`
}

/** "26,0 kg/m²" of 25,99: as many decimals as were written. */
function isRounded(value: string, text: string): boolean {
  const [exact, written] = [number(value), number(text)]
  const decimals = /[.,](\d+)/.exec(text)?.[1]?.length ?? 0
  return (
    exact !== undefined &&
    written !== undefined &&
    exact.toFixed(decimals) === written.toFixed(decimals)
  )
}

/** What stands behind the number, as it compares: "kg/m2" is "kg/m²". */
function unitOf(text: string): string {
  return text
    .replace(/^[^\d]*[\d.,]+/, '')
    .replace(/[\s.]/g, '')
    .replace('²', '2')
    .replace('º', '°')
    .toLowerCase()
}

const REASONS: Record<MeasureCheckName, string> = {
  'unmentioned-measure': 'Esta medida não foi dita na consulta de hoje.',
  'wrong-measure': 'A medida não é a que foi dita.',
  'wrong-measure-unit': 'A unidade não é a desta medida.',
  'uncomputed-index': 'O IMC só é calculado quando o peso e a altura foram ditos.',
  'wrong-index': 'O IMC não corresponde ao peso e à altura ditos.',
}

/** The first number of a value; undefined when it holds none. */
function number(text: string): number | undefined {
  return readNumbers(tokenize(text))[0]?.value
}
