/**
 * The document models that come with the product: the 26 of the catalogue (spec §2.2), in its
 * order, and the papers that a visit ends with (SPEC-GAPS C34). They are data files, imported
 * rather than read, so that a bundled program needs no path to find them.
 *
 * Ten field lists are the specification's, byte for byte, down to the letter case in which they
 * disagree; sixteen are proposals that a clinician has yet to confirm (`pendingClinicalReview`).
 * The full schema of a template belongs to `core/document/models/template-schema.ts`.
 */
import { z } from 'zod'
import standard from './templates/anamnesis.json' with { type: 'json' }
import cardiology from './templates/anamnesisCardiology.json' with { type: 'json' }
import dermatology from './templates/anamnesisDermatology.json' with { type: 'json' }
import endocrinology from './templates/anamnesisEndocrinology.json' with { type: 'json' }
import geriatrics from './templates/anamnesisGeriatrics.json' with { type: 'json' }
import geriatrics240812 from './templates/anamnesisGeriatrics240812.json' with { type: 'json' }
import gynecology from './templates/anamnesisGynecology.json' with { type: 'json' }
import medicalExpertReport from './templates/anamnesisMedicalExpertReport.json' with {
  type: 'json',
}
import neurology from './templates/anamnesisNeurology.json' with { type: 'json' }
import nutrology from './templates/anamnesisNutrology.json' with { type: 'json' }
import obstetrics from './templates/anamnesisObstetrics.json' with { type: 'json' }
import occupationalExam from './templates/anamnesisOccupationalExam.json' with { type: 'json' }
import oncology from './templates/anamnesisOncology.json' with { type: 'json' }
import ophthalmology from './templates/anamnesisOphthalmology.json' with { type: 'json' }
import orthopedics from './templates/anamnesisOrthopedics.json' with { type: 'json' }
import otorhinolaryngology from './templates/anamnesisOtorhinolaryngology.json' with {
  type: 'json',
}
import pediatrics from './templates/anamnesisPediatrics.json' with { type: 'json' }
import pneumology from './templates/anamnesisPneumology.json' with { type: 'json' }
import psychiatry from './templates/anamnesisPsychiatry.json' with { type: 'json' }
import psychology from './templates/anamnesisPsychology.json' with { type: 'json' }
import returningConsultation from './templates/anamnesisReturningConsultation.json' with {
  type: 'json',
}
import rheumatology from './templates/anamnesisRheumatology.json' with { type: 'json' }
import sportsMedicine from './templates/anamnesisSportsMedicine.json' with { type: 'json' }
import surgery from './templates/anamnesisSurgery.json' with { type: 'json' }
import wardEvolution from './templates/anamnesisWardEvolution.json' with { type: 'json' }
import examRequest from './templates/examRequest.json' with { type: 'json' }
import medicalCertificate from './templates/medicalCertificate.json' with { type: 'json' }
import patientInstructions from './templates/patientInstructions.json' with { type: 'json' }
import prescription from './templates/prescription.json' with { type: 'json' }
import referral from './templates/referral.json' with { type: 'json' }
import soap from './templates/soap.json' with { type: 'json' }

const FIELD = z.strictObject({
  name: z.string().min(1),
  type: z.enum(['string', 'string[]', 'dict']),
  keys: z.array(z.string().min(1)).min(1).optional(),
  description: z.string().min(1),
  cues: z.array(z.string().min(1)).optional(),
})

/** What each file has to be; a test asks, since asking at every start costs a tenth of it. */
export const BuiltInTemplateFile = z.strictObject({
  id: z.string().min(1),
  slug: z.string().min(1),
  name: z.string().min(1),
  purpose: z.string().min(1),
  group: z.enum(['specialty', 'document']),
  version: z.int().min(1),
  pendingClinicalReview: z.boolean(),
  fields: z.array(FIELD).min(1),
})

export type BuiltInTemplate = z.infer<typeof BuiltInTemplateFile>

/**
 * @returns a fresh copy on every call, in catalogue order
 */
export function builtInTemplates(): BuiltInTemplate[] {
  return structuredClone([
    standard,
    cardiology,
    dermatology,
    endocrinology,
    geriatrics,
    geriatrics240812,
    gynecology,
    medicalExpertReport,
    neurology,
    nutrology,
    obstetrics,
    occupationalExam,
    oncology,
    ophthalmology,
    orthopedics,
    otorhinolaryngology,
    pediatrics,
    pneumology,
    psychiatry,
    psychology,
    returningConsultation,
    rheumatology,
    sportsMedicine,
    surgery,
    wardEvolution,
    soap,
  ]) as BuiltInTemplate[]
}

/**
 * Papers beside the catalogue, whose 26 identifiers are frozen. Their fields have the names that
 * records use, so that a paper says of a field what the record says of it.
 * @returns a fresh copy on every call
 */
export function documentTemplates(): BuiltInTemplate[] {
  return structuredClone([
    prescription,
    referral,
    medicalCertificate,
    examRequest,
    patientInstructions,
  ]) as BuiltInTemplate[]
}
