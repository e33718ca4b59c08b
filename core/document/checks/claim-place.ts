/** Where a value stands, and as what it is read there. */
import type { TemplateFieldSpec } from '../models/ports.ts'
import { type Section, sectionOf } from '../models/sections.ts'
import type { ClaimPlace } from './check.ts'

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
