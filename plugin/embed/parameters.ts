/**
 * What the address of the legacy frame says (spec §4.4), in whatever spelling and casing (SPEC-GAPS
 * C21, C22).
 */
import type { OutputStyle } from '../../core/contract/embed.ts'
import type { ConsultationType } from '../../core/contract/events.ts'

/** The 26 models of spec §2.2 by identifier; a test compares them with the catalogue. */
export const CLINICAL_TYPES = [
  'anamnesis',
  'anamnesisCardiology',
  'anamnesisDermatology',
  'anamnesisEndocrinology',
  'anamnesisGeriatrics',
  'anamnesisGeriatrics240812',
  'anamnesisGynecology',
  'anamnesisMedicalExpertReport',
  'anamnesisNeurology',
  'anamnesisNutrology',
  'anamnesisObstetrics',
  'anamnesisOccupationalExam',
  'anamnesisOncology',
  'anamnesisOphthalmology',
  'anamnesisOrthopedics',
  'anamnesisOtorhinolaryngology',
  'anamnesisPediatrics',
  'anamnesisPneumology',
  'anamnesisPsychiatry',
  'anamnesisPsychology',
  'anamnesisReturningConsultation',
  'anamnesisRheumatology',
  'anamnesisSportsMedicine',
  'anamnesisSurgery',
  'anamnesisWardEvolution',
  'soap',
] as const

export interface FrameParameters {
  /** Empty text where the address names none. */
  ids: Record<'doctorId' | 'patientId' | 'consultationId', string>
  bearerToken: string | undefined
  authToken: string | undefined
  clinicalType: string
  outputStyle: OutputStyle
  consultationType: ConsultationType
  compact: boolean
  darkMode: boolean
  /** What was not understood, and what counts instead. */
  warnings: { code: string; message: string }[]
}

/** Three parts of base64url; a key of an integration has no dots. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/
const OUTPUT_STYLES: readonly OutputStyle[] = ['structured', 'markdown', 'html']
const CONSULTATION_TYPES: readonly ConsultationType[] = ['IN_PERSON', 'TELEMEDICINE']

export function readParameters(query: URLSearchParams): FrameParameters {
  const warnings: FrameParameters['warnings'] = []
  const given = new Map<string, string>()
  // The first that says something counts: `patientId`, `patient_id` and `PATIENT-ID` are one.
  for (const [name, value] of query) {
    const key = plain(name)
    if (value.trim() !== '' && !given.has(key)) given.set(key, value.trim())
  }

  function oneOf<Value extends string>(
    name: string,
    values: readonly Value[],
    otherwise: Value,
    code: string,
  ): Value {
    const wanted = given.get(plain(name))
    if (wanted === undefined) return otherwise
    const found = values.find((value) => plain(value) === plain(wanted))
    if (found) return found
    // The value is the host's: it may be anything, and is not repeated.
    warnings.push({ code, message: `${name}: unknown value; "${otherwise}" is used instead` })
    return otherwise
  }

  const authToken = given.get('authtoken')
  // Some hosts write the token of their one consultation under the other name.
  const isOfOneConsultation = authToken !== undefined && JWT.test(authToken)
  return {
    ids: {
      doctorId: given.get('doctorid') ?? '',
      patientId: given.get('patientid') ?? '',
      consultationId: given.get('consultationid') ?? '',
    },
    bearerToken: given.get('bearertoken') ?? (isOfOneConsultation ? authToken : undefined),
    authToken: isOfOneConsultation ? undefined : authToken,
    clinicalType: oneOf('clinicalType', CLINICAL_TYPES, 'anamnesis', 'UNKNOWN_CLINICAL_TYPE'),
    outputStyle: oneOf('output_style', OUTPUT_STYLES, 'structured', 'UNKNOWN_OUTPUT_STYLE'),
    consultationType: oneOf(
      'consultationType',
      CONSULTATION_TYPES,
      'IN_PERSON',
      'UNKNOWN_CONSULTATION_TYPE',
    ),
    compact:
      oneOf('uiScale', ['normal', 'compact'] as const, 'normal', 'UNKNOWN_UI_SCALE') === 'compact',
    darkMode: given.get('darkmode')?.toLowerCase() === 'true',
    warnings,
  }
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]/g, '')
}
