/**
 * Visits as a doctor's extension opens them: no EHR's backend stands behind it, so it is the doctor
 * who says whose visit it is, and the visit is the doctor's.
 */
import type { Credential } from '../access/access.ts'
import type { IssuedToken, IssueToken } from '../access/issue-token.ts'
import type { Secrets } from '../access/ports.ts'
import type { Consultation, OpenConsultation } from '../consultation/consultation.ts'
import type { PrepareConsultation } from '../consultation/prepare-consultation.ts'
import type { ConsultationType } from '../contract/events.ts'

interface Deps {
  prepareConsultation: PrepareConsultation
  openConsultation: OpenConsultation
  issueConsultationToken: IssueToken['issueConsultationToken']
  /** Of this doctor, the newest first: prepared since then, or not ended. */
  listOwn(organizationId: string, doctorId: string, since: Date): Promise<Consultation[]>
  digest: Secrets['digest']
  now: () => Date
  newId: () => string
}

export interface VisitInput {
  /** In the EHR's own words; without an id the patient is told apart by the name, in this visit. */
  patient: { id: string | undefined; name: string | undefined }
  type: ConsultationType
  /** The EHR's id of the visit; undefined: it gets one of its own. */
  ehrId: string | undefined
  /** The device's own; the same one again is the same visit. */
  requestId: string | undefined
}

export interface OpenedVisit {
  consultation: Consultation
  created: boolean
  token: IssuedToken
}

export interface ExtensionVisits {
  /**
   * @param device whose user the doctor is
   * @throws {AppError} `identifier_mismatch` when the visit is another patient's,
   * `consultation_erased`
   */
  open(device: Credential, input: VisitInput): Promise<OpenedVisit>
  /** Another token for a visit of this doctor. @throws {AppError} `not_found` */
  token(device: Credential, id: string): Promise<Omit<OpenedVisit, 'created'>>
  /** Of the doctor, the newest first: the last day's, and those that have not ended. */
  list(device: Credential): Promise<Consultation[]>
}

/** Of a visit's token, in s; the extension asks for another one. */
const TOKEN_LIFE_S = 3600
const DAY_MS = 86_400_000

export function extensionVisits(deps: Deps): ExtensionVisits {
  const { prepareConsultation, openConsultation, issueConsultationToken, digest } = deps

  /** The same words give the same id, so that a call can be made again. */
  const idOf = (...words: string[]) => `ext-${digest(words.join('\n')).slice(0, 32)}`

  function tokenFor(device: Credential, consultation: Consultation): Promise<IssuedToken> {
    return issueConsultationToken(device, {
      consultationId: consultation.externalConsultationId,
      doctorId: doctorOf(device),
      patientId: consultation.externalPatientId,
      validForS: TOKEN_LIFE_S,
    })
  }

  return {
    async open(device, { patient, type, ehrId, requestId }) {
      const consultationId = ehrId ?? idOf(device.key.id, requestId ?? deps.newId())
      const patientId = patient.id ?? idOf(consultationId, folded(patient.name ?? ''))
      const doctorId = doctorOf(device)
      // As far as the token reaches that it gets.
      const boundTo = { consultationId, patientId, doctorId }
      const { organizationId } = device.key
      const { consultation, created } = await prepareConsultation(
        { organizationId, boundTo, doctorId },
        {
          consultationId,
          doctorId,
          patientId,
          type,
          context: undefined,
          backgroundHistory: undefined,
          name: patient.name,
        },
      )
      return { consultation, created, token: await tokenFor(device, consultation) }
    },
    async token(device, id) {
      const doctorId = doctorOf(device)
      const boundTo = { consultationId: null, patientId: null, doctorId }
      const reach = { organizationId: device.key.organizationId, boundTo, doctorId }
      const consultation = await openConsultation(reach, id)
      return { consultation, token: await tokenFor(device, consultation) }
    },
    list: (device) =>
      deps.listOwn(
        device.key.organizationId,
        doctorOf(device),
        new Date(deps.now().getTime() - DAY_MS),
      ),
  }
}

function doctorOf({ user }: Credential): string {
  if (!user) throw new Error('a device without its user')
  return user.id
}

/** A name is the same in capitals, without its accents and with one space more. */
function folded(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.toLowerCase().replace(/\s+/g, ' ').trim()
}
