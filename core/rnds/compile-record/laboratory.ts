/**
 * Results of notifiable diseases that a reviewed document tells in words, as the network takes them
 * (RNDS.md §9). Only exams whose name fixes what a result needs: the code of LOINC names the method
 * and the kind of specimen, and a test for presence has one reference. What is not told, is
 * another person's or has no date where the date is not the visit's is left out.
 */
import type { LaboratoryResult, QualitativeCode } from '../../fhir/clinical-record.ts'
import { mentionsFamily } from '../../portuguese/family.ts'
import { fold, tokenize } from '../../portuguese/tokens.ts'
import type { FieldWords } from './read-documents.ts'

interface Exam {
  /** One of each group is in the words; folded. */
  named: readonly RegExp[]
  loinc: string
  category: '0202' | '0214'
  scale: 'RGNR' | 'DTNT'
  method: string
  reference: string
  specimen: string
  /** Confirmed diagnoses of the suspicion, by how they begin; else the first stands for it. */
  suspicion: readonly string[]
  /** Done and read in the visit, so that its day is the visit's unless another one is told. */
  isBedside: boolean
}

const COVID = /\b(?:covid|sars-? ?cov|coronavirus)/
const RAPID = { category: '0214', scale: 'RGNR', reference: 'Não reagente' } as const

const EXAMS: readonly Exam[] = [
  {
    ...RAPID,
    named: [COVID, /\b(?:antigeno|teste rapido)\b/],
    loinc: '94558-4',
    method: 'Imunoensaio rápido',
    specimen: 'SWAB',
    suspicion: ['B342', 'U071', 'U072'],
    isBedside: true,
  },
  {
    named: [COVID, /\b(?:rt-? ?)?pcr\b/],
    loinc: '94500-6',
    category: '0202',
    scale: 'DTNT',
    method: 'RT-PCR',
    reference: 'Não detectável',
    specimen: 'SWAB',
    suspicion: ['B342', 'U071', 'U072'],
    isBedside: false,
  },
  {
    ...RAPID,
    named: [/\bdengue\b/, /\bns1\b/, /\bteste rapido\b/],
    loinc: '75377-2',
    method: 'Imunoensaio rápido',
    specimen: 'WB',
    suspicion: ['A90', 'A91'],
    isBedside: true,
  },
]

/**
 * The first that is found counts: what is denied holds what is affirmed. Both scales share codes.
 */
const VALUES: readonly [RegExp, QualitativeCode][] = [
  [/\b(?:indeterminad[oa]|inconclusiv[oa])\b/, '3'],
  [/\b(?:nao (?:foi )?(?:reagente|detectad[oa]|detectavel)|negativ[oa])\b/, '2'],
  [/\b(?:reagente|detectad[oa]|detectavel|positiv[oa])\b/, '1'],
]
const DATE = /\b(\d{2})\/(\d{2})\/(\d{4})\b/
/** A test of saliva has another code. */
const OTHER_SPECIMEN = /\bsaliva\b/
const FIELD = 'resultado de exames'

/**
 * @param fields what documents say, with the fields' names
 * @param visitAt ISO 8601 with the offset of Brasília
 * @param diagnoses confirmed codes of CID-10, without the point
 */
export function readLaboratory(
  fields: readonly FieldWords[],
  visitAt: string,
  diagnoses: readonly string[],
): LaboratoryResult[] {
  return fields
    .filter(({ name }) => fold(name) === FIELD)
    .flatMap(({ entries }) => entries)
    .flatMap(({ text }) => text.split(/[.;\n]/))
    .flatMap((sentence) => resultOf(sentence, visitAt, diagnoses) ?? [])
}

function resultOf(
  sentence: string,
  visitAt: string,
  diagnoses: readonly string[],
): LaboratoryResult | null {
  const words = fold(sentence)
  const found = EXAMS.filter(({ named }) => named.every((name) => name.test(words)))
  const [exam] = found
  const value = VALUES.find(([pattern]) => pattern.test(words))?.[1]
  if (!exam || found.length > 1 || !value || OTHER_SPECIMEN.test(words)) return null
  if (mentionsFamily(tokenize(sentence))) return null
  const collectedAt = dayTold(words, visitAt) ?? (exam.isBedside ? visitAt : null)
  if (collectedAt === null) return null
  const suspected = diagnoses.find((code) => exam.suspicion.some((one) => code.startsWith(one)))
  return {
    exam: { system: 'LOINC', code: exam.loinc },
    category: exam.category,
    pathogen: null,
    collectedAt,
    issuedAt: visitAt,
    value: { scale: exam.scale, code: value },
    method: exam.method,
    referenceRange: exam.reference,
    specimen: exam.specimen,
    suspicion: suspected ?? exam.suspicion[0] ?? '',
  }
}

/** Null where none is told, or one that is not on the calendar or after the visit. */
function dayTold(words: string, visitAt: string): string | null {
  const [, day, month, year] = DATE.exec(words) ?? []
  if (!day || !month || !year) return null
  const date = `${year}-${month}-${day}`
  const at = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date) return null
  return date <= visitAt.slice(0, 10) ? date : null
}
