/**
 * Erasure of a patient's data by destroying keys (LGPD art. 16, SPEC-GAPS C32): with a
 * consultation's key gone its sound, words, documents, files and records are unreadable in every
 * copy, old backups of the data folder included; then what lies here goes too. What stays is a
 * tombstone, so that nothing comes back, and a certificate without a clinical word or a name.
 */
import type { AuditTrail } from '../audit/ports.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { type Certificate, type ErasedContent, makeCertificate } from './erasure-certificate.ts'

/** A consultation as it stands before its erasure. */
export interface Erasable extends ErasedContent {
  organizationId: string
  /** Nothing of it may be erased. */
  isHeld: boolean
  /** Records whose way to the national network has not ended. */
  unsettled: number
  /** Recordings that still take sound. */
  openRecordings: number
}

export interface ErasureStore {
  /** Null when there is none. */
  look(consultationId: string): Promise<Erasable | null>
  ofPatient(organizationId: string, patientId: string): Promise<string[]>
  /** Destroys the keys, deletes the rows and leaves tombstones, all or nothing. */
  destroy(erasables: readonly Erasable[], certificateId: string, at: Date): Promise<void>
  /** Removes what lies on the disk of it. */
  removeFiles(consultationId: string): Promise<void>
  /**
   * What was deleted stays neither in free pages nor in the log of the database. False while
   * somebody still reads an older state.
   */
  sweep(): Promise<boolean>
  finish(certificateId: string, at: Date): Promise<void>
  /** Certificates whose erasure broke off after the keys were gone. */
  unfinished(): Promise<{ certificateId: string; consultationIds: string[] }[]>
}

export interface CertificateFolder {
  /**
   * Durable when it resolves. `part`: the erasure has begun and not ended. @returns it with its
   * digest
   */
  keep(
    certificate: Certificate,
    state: 'part' | 'whole',
  ): Promise<{ certificate: Certificate; path: string }>
  findPart(certificateId: string): Promise<Certificate | null>
  /** Drops the part of an erasure that never began. */
  dropPart(certificateId: string): Promise<void>
}

interface Deps {
  store: ErasureStore
  certificates: CertificateFolder
  /** States of the data folder that upgrades kept, with the keys of then: paths below it. */
  keptCopies(): Promise<string[]>
  trail: AuditTrail
  newId: () => string
  now: () => Date
  log: Log
}

export interface ErasureRequest {
  consultationIds: readonly string[]
  /** As the system or the administrator names whoever asks for it. */
  by: string
  /**
   * Also while records are on their way to the national network, or sound is coming in. Never
   * against a hold.
   */
  force: boolean
}

export interface Erased {
  certificate: Certificate
  /** Path of the certificate. */
  path: string
  /** False: the database's log still holds older states until its readers are gone. */
  swept: boolean
}

export type EraseConsultations = ReturnType<typeof eraseConsultations>

export function eraseConsultations(deps: Deps) {
  const { store, certificates, keptCopies, trail, newId, now, log } = deps

  /**
   * @throws {AppError} `consultation_not_found`, `legal_hold`, `submission_unsettled`,
   * `recording_open`
   */
  async function plan({ consultationIds, force }: ErasureRequest): Promise<Erasable[]> {
    const erasables: Erasable[] = []
    for (const id of consultationIds) {
      const erasable = await store.look(id)
      if (!erasable) throw notFound(id)
      erasables.push(erasable)
    }
    for (const erasable of erasables) refuse(erasable, force)
    return erasables
  }

  async function end(made: Certificate, consultationIds: readonly string[]): Promise<Erased> {
    for (const id of consultationIds) await store.removeFiles(id)
    const swept = await store.sweep()
    const { certificate, path } = await certificates.keep(made, 'whole')
    await store.finish(certificate.certificateId, now())
    return { certificate, path, swept }
  }

  return {
    plan,
    keptCopies,

    async erase(request: ErasureRequest): Promise<Erased> {
      const erasables = await plan(request)
      const certificate = makeCertificate({
        certificateId: newId(),
        erasedAt: now(),
        by: request.by,
        forced: request.force,
        keptCopies: await keptCopies(),
        erasables,
      })
      const { certificateId } = certificate
      await certificates.keep(certificate, 'part')
      await store.destroy(erasables, certificateId, now()).catch(async (error: unknown) => {
        await certificates.dropPart(certificateId)
        throw error
      })
      log.info('consultation.erased', { certificateId, consultations: erasables.length })
      const erased = await end(certificate, request.consultationIds)
      for (const { consultationId, organizationId, keyFingerprint } of erasables)
        await trail.append({
          actor: { kind: 'administrator', id: request.by },
          action: 'consultation.erased',
          subject: { kind: 'consultation', id: consultationId },
          organizationId,
          outcome: 'success',
          requestId: null,
          facts: {
            certificate: certificateId,
            certificateSha256: erased.certificate.sha256,
            key: keyFingerprint,
            forced: request.force,
          },
        })
      return erased
    },

    /** Ends what a crash left: the keys are gone, files or the certificate were not done. */
    async resume(): Promise<Erased[]> {
      const ended: Erased[] = []
      for (const { certificateId, consultationIds } of await store.unfinished()) {
        const certificate = await certificates.findPart(certificateId)
        if (certificate) ended.push(await end(certificate, consultationIds))
      }
      return ended
    },
  }
}

function refuse({ consultationId, isHeld, unsettled, openRecordings }: Erasable, force: boolean) {
  if (isHeld)
    throw new AppError(
      'conflict',
      'legal_hold',
      `Consultation ${consultationId} is under a legal hold. When that has ended: svcctl consult release ${consultationId}`,
    )
  if (force) return
  if (unsettled > 0)
    throw new AppError(
      'conflict',
      'submission_unsettled',
      `Consultation ${consultationId} has ${unsettled} record(s) whose way to the national network has not ended. See: svcctl rnds list. To erase all the same: --force`,
    )
  if (openRecordings > 0)
    throw new AppError(
      'conflict',
      'recording_open',
      `Consultation ${consultationId} is being recorded. End the recording first, or use --force.`,
    )
}

function notFound(consultationId: string): AppError {
  return new AppError(
    'not-found',
    'consultation_not_found',
    `No consultation has the id ${consultationId}, or it was erased already.`,
  )
}
