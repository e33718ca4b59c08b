/**
 * Steps three and four of writing a document (DESIGN §5.3): every value is compared with its
 * sources. What contradicts them becomes null and is listed, of a text the sentences that do; what
 * is not found in them stays, flagged for the doctor; measurements must equal what the extractors
 * heard, and IMC what follows from the weight and height that were said.
 */
import type { Contradiction, DocumentContent, Evidence, EvidenceSpan } from '../../contract/api.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import { tokenize } from '../../portuguese/tokens.ts'
import { type EvidenceIndex, evidenceIndex } from '../evidence/evidence.ts'
import { mentionsOf } from '../evidence/sources.ts'
import {
  deterministicValues,
  isMeasuredField,
  measureOfKey,
} from '../measures/deterministic-values.ts'
import {
  type FilledValue,
  filledValues,
  movedPath,
  pathKey,
  withoutValues,
} from '../models/content.ts'
import type { DocumentInput, GeneratedDocument, TemplateFieldSpec } from '../models/ports.ts'
import { type Section, sectionOf } from '../models/sections.ts'
import type { ClaimPlace, MeasureCheckName } from './check.ts'
import { type CheckedText, checkFact, checkText } from './check-text.ts'

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

/** Sections whose statements are about the patient's own body. */
const PATIENTS_OWN: ReadonlySet<Section> = new Set([
  ...([
    'complaint',
    'presentIllness',
    'pastHistory',
    'medicationsInUse',
    'surgicalHistory',
  ] as const),
  ...(['obstetricHistory', 'hypotheses', 'allergies'] as const),
])

/** Nothing in them is a hypothesis of today. */
const TOLD_AS_SO: ReadonlySet<Section> = new Set([
  ...(['complaint', 'presentIllness', 'pastHistory', 'obstetricHistory', 'subjective'] as const),
])

/** Where a value stands, and as what it is read there. */
export function placeOf(field: TemplateFieldSpec): ClaimPlace {
  const section = sectionOf(field)
  return {
    isPrescription: section === 'prescriptions',
    isCurrentMedication: section === 'medicationsInUse',
    isAllergy: section === 'allergies',
    isAdvice: section === 'orientations' || section === 'prescriptions',
    isFamilyHistory: section === 'family',
    isFinding: section === 'physicalExam' || section === 'examResults',
    isHistory: section !== undefined && TOLD_AS_SO.has(section),
    isSocial: section === undefined || !PATIENTS_OWN.has(section),
  }
}

/**
 * "Nega" under the key "Fenômeno de Raynaud" denies that, "1" under "Cesáreas" is one of them,
 * "Direita" under "Lateralidade" is a side; a value of its own words is read as it is.
 */
export function askedText([, key = '']: string[], text: string): string {
  if (key === '' || /^\d+$/.test(key)) return text
  const isBare = ANSWER.test(text) || BARE.test(text) || text.trim() === '1'
  return isBare ? `${text.replace(/(?<![\s.])[\s.]+$/, '')} ${key}` : text
}

const BARE = /^\s*(?:(?:à )?(?:direit|esquerd)[oa]s?|bilateral|sim)[.\s]*$/iu

const ANSWER =
  /^\s*(?:nega(?:\s(?:hoje|agora|atualmente|antes|em|e|outros?|momentos?|da|vida))*|não(?:\s(?:usa|tem|faz|refere))?|nunca(?:\s(?:usou|teve|fez))?|sim|ausentes?)[.\s]*$/iu

/** What the extractors heard. */
interface Measured {
  values: DocumentContent
  evidence: Evidence[]
}

/**
 * Measurements must equal what the extractors heard, and IMC what follows from the weight and
 * height that were said.
 *
 * Undefined where the key is of no measure.
 */
function checkMeasure(
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
