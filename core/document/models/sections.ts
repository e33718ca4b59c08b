/**
 * What a field of any model means. Names differ in case and wording between models, so they are
 * compared folded; a template's `cues` decide where a name does not (SPEC-GAPS 1.3.1).
 */

import { mentions, SYMPTOMS } from '../../portuguese/clinical-terms.ts'
import { fold } from '../../portuguese/tokens.ts'
import type { TemplateFieldSpec } from './ports.ts'

/** May be known from before the visit. */
export const HISTORY = [
  'medicationsInUse',
  'pastHistory',
  'allergies',
  'vaccines',
  'family',
  'social',
  'surgicalHistory',
  'obstetricHistory',
  'menstrualHistory',
  'sexualHistory',
  'breastHistory',
  'diet',
  'sleep',
  'substances',
  'work',
  'eyeHistory',
] as const
const SUBJECTIVE = [
  'presentIllness',
  ...HISTORY,
  'urinaryGastro',
  'trauma',
  'glasses',
  'devices',
] as const
const OBJECTIVE = ['physicalExam', 'examResults'] as const
export const ASSESSMENT = ['hypotheses'] as const
export const PLAN = [
  'prescriptions',
  'orientations',
  'examsRequested',
  'certificate',
  'referral',
] as const

export const SECTIONS = [
  'complaint',
  ...SUBJECTIVE,
  'laterality',
  ...OBJECTIVE,
  ...ASSESSMENT,
  ...PLAN,
  'subjective',
  'objective',
  'assessment',
  'plan',
] as const
export type Section = (typeof SECTIONS)[number]

const BY_NAME: readonly [RegExp, Section][] = [
  [/^queixa principal$/, 'complaint'],
  [
    /^(?:queixas e sintomas|historia da (?:doenca|queixa) atual|historia clinica atual)$/,
    'presentIllness',
  ],
  [/^(?:medicacoes em uso|medicamentos em uso|tratamentos)$/, 'medicationsInUse'],
  [/^(?:historia pregressa|antecedentes pessoais|historia clinica pregressa)$/, 'pastHistory'],
  [/^alergias$/, 'allergies'],
  [/^(?:historia vacinal|situacao vacinal)$/, 'vaccines'],
  [/^historia familiar$/, 'family'],
  [/^(?:historia social e habitos de vida|habitos de vida)$/, 'social'],
  [/^exame (?:fisico|dermatologico|fisico pericial)$/, 'physicalExam'],
  [/^resultados? de exames$/, 'examResults'],
  [/^hipoteses diagnosticas$/, 'hypotheses'],
  [/^(?:medicacoes prescritas|prescricao|tratamento)$/, 'prescriptions'],
  [/^orientacoes$/, 'orientations'],
  [/^exames complementares$/, 'examsRequested'],
  [/^atestado$/, 'certificate'],
  [/^encaminhamentos?$/, 'referral'],
  [/^antecedentes cirurgicos/, 'surgicalHistory'],
  [/^antecedentes obstetricos$/, 'obstetricHistory'],
  [/^historia menstrual$/, 'menstrualHistory'],
  [/^antecedentes sexuais/, 'sexualHistory'],
  [/^antecedentes mamarios$/, 'breastHistory'],
  [/^queixas urinarias e gastrointestinais$/, 'urinaryGastro'],
  [/^(?:avaliacao dietetica|dieta)$/, 'diet'],
  [/^sono(?: e .*)?$/, 'sleep'],
  [/^uso de substancias$/, 'substances'],
  [/^(?:historia ocupacional|historia escolar e profissional)$/, 'work'],
  [/^mecanismo de trauma$/, 'trauma'],
  [/^lateralidade e segmento acometido$/, 'laterality'],
  [/^antecedentes oftalmologicos$/, 'eyeHistory'],
  [/^uso de oculos e lentes de contato$/, 'glasses'],
  [/^oxigenoterapia e dispositivos inalatorios$/, 'devices'],
  [/^subjetivo$/, 'subjective'],
  [/^objetivo$/, 'objective'],
  [/^avaliacao$/, 'assessment'],
  [/^plano$/, 'plan'],
]

/** Dict entries that are whole sections of other models: the comprehensive geriatric assessment. */
const BY_KEY: readonly [RegExp, RegExp, Section, RegExp?][] = [
  [/geriatrica/, /^medicacoes$/, 'medicationsInUse'],
  [/geriatrica/, /^historia clinica$/, 'pastHistory'],
  [/geriatrica/, /^habitos de vida$/, 'social'],
  [/geriatrica/, /^situacao vacinal$/, 'vaccines'],
  [/geriatrica/, /^sono$/, 'sleep'],
  [/^tabagismo/, /^situacao tabagica$/, 'substances', /fum|cigar|tabag/i],
]

/** The section of a field, or undefined when the rules leave it to people and language models. */
export function sectionOf(field: Pick<TemplateFieldSpec, 'name' | 'cues'>): Section | undefined {
  if (field.cues?.includes('none')) return undefined
  const forced = SECTIONS.find((section) => field.cues?.includes(section))
  const name = fold(field.name).replace(/\s+/g, ' ').trim()
  return forced ?? BY_NAME.find(([pattern]) => pattern.test(name))?.[1]
}

/** The section of a dict's entry, and which of its quotes. */
export function sectionOfKey(
  fieldName: string,
  key: string,
): { section: Section; only: RegExp | undefined } | undefined {
  const [field, entry] = [fold(fieldName), fold(key)]
  const found = BY_KEY.find(([a, b]) => a.test(field) && b.test(entry))
  return found && { section: found[2], only: found[3] }
}

/**
 * Where statements of a section go in a model that has no field for it. A section that is not here
 * and has no field is left out.
 */
export const FALLBACK: Partial<Record<Section, Section>> = {
  medicationsInUse: 'pastHistory',
  allergies: 'pastHistory',
  surgicalHistory: 'pastHistory',
  obstetricHistory: 'pastHistory',
  menstrualHistory: 'presentIllness',
  sexualHistory: 'pastHistory',
  breastHistory: 'pastHistory',
  eyeHistory: 'pastHistory',
  glasses: 'pastHistory',
  urinaryGastro: 'presentIllness',
  trauma: 'presentIllness',
  diet: 'social',
  sleep: 'social',
  substances: 'social',
  work: 'social',
}

/** What the four parts of a SOAP note gather. */
export const GATHERED: Partial<Record<Section, readonly Section[]>> = {
  subjective: SUBJECTIVE,
  objective: OBJECTIVE,
  assessment: ASSESSMENT,
  plan: PLAN,
}

const TOPICS: readonly [RegExp, Section][] = [
  [/\balergi/, 'allergies'],
  [/\b(?:vacin|imuniza)/, 'vaccines'],
  [/\b(?:familia|parentes|seus pais|sua mae|seu pai)\b/, 'family'],
  [/\b(?:fuma|fumou|cigarro|bebe|bebida|alcool|drogas)\b/, 'substances'],
  [/\b(?:trabalha|profissao|trabalho|ocupacao)\b/, 'work'],
  [/\b(?:exercicio|atividade fisica|mora|casad[oa]|filhos)\b/, 'social'],
  [/\b(?:dorme|sono|dormindo)\b/, 'sleep'],
  [/\b(?:alimentacao|come|comendo|dieta|cafe)\b/, 'diet'],
  [/\b(?:cirurgia|operou|operacao|operad[oa])\b/, 'surgicalHistory'],
  [
    /\b(?:remedios?|medicac\w+|medicamentos?|toma alguma coisa|tomando alguma coisa|toma o que|comprimido)\b/,
    'medicationsInUse',
  ],
  [
    /\b(?:alguma doenca|outra doenca|doencas?|problemas? de saude|internad[oa]|diagnosticad[oa]|pressao alta|diabetes)\b/,
    'pastHistory',
  ],
  [/\b(?:gravid|gestac|parto|filhos)/, 'obstetricHistory'],
  [/\b(?:menstrua|ciclo|menopausa|ultima regra)/, 'menstrualHistory'],
  [/\b(?:anticoncepcional|relac\w+ sexua|parceir)/, 'sexualHistory'],
  [/\b(?:oculos|lentes? de contato)\b/, 'glasses'],
  [/\b(?:caiu|tropecou|torceu|bateu|acidente|machucou)\b/, 'trauma'],
  [
    /\b(?:aconte\w+|posso ajudar|trouxe|motivo|queixa|o que (?:houve|foi|o senhor tem|a senhora tem|voce tem|esta sentindo)|conte|como vai|como esta)\b/,
    'complaint',
  ],
  [
    /\b(?:dor|doi|doendo|febre|tosse|sintoma|piora|melhora|ha quanto tempo|quanto tempo|desde quando|forca|quando comecou|como comecou|comecou|incomoda|sente|sentindo|sentiu|onde|enjoo|vomit\w+|falta de ar|tontura|lado|intensidade|nota|zero a dez|de 0 a 10|catarro|frequencia|apetite|emagreceu|peso)\b/,
    'presentIllness',
  ],
]

/**
 * What a question asks about: its answer belongs there when it says nothing of itself.
 *
 * What a question asks for; null when it asks for nothing that a record holds.
 */
export function topicOf(words: string): Section | null {
  if (
    /\b(?:alguma duvida|mais alguma coisa|tudo bem|pode ser|entendeu|combinado|qual (?:e )?(?:a )?sua idade|quantos anos|qual (?:e )?(?:o )?seu nome)\b/.test(
      words,
    )
  )
    return null
  const topic = TOPICS.find(([pattern]) => pattern.test(words))?.[1]
  return topic ?? (mentions(words, SYMPTOMS) ? 'presentIllness' : null)
}
