/**
 * Changes of a consultation by people: type, consent, context, background history. Who overwrites
 * must say which version they saw; who only adds (the host's `appendContext`, its background
 * history) need not, and is tried again when somebody else was faster, so that nothing typed is
 * ever lost (SPEC-GAPS 1.17).
 */
import type { Reach } from '../access/principal.ts'
import { AppError, validationError } from '../errors.ts'
import type { Consultation, OpenConsultation } from './consultation.ts'
import { applyPatch, type ConsultationPatch, type PatchOutcome } from './patch.ts'
import type { ConsultationStore } from './ports.ts'

interface Deps {
  store: ConsultationStore
  openConsultation: OpenConsultation
  now: () => Date
}

export interface PatchResult extends PatchOutcome {
  consultation: Consultation
}

export type PatchConsultation = ReturnType<typeof patchConsultation>

/** Far more writers than one consultation has; who still loses hears `version_conflict`. */
const attempts = 20

/**
 * @throws {AppError} `not_found`, `validation_error`, `version_conflict`, `type_locked` once
 * recorded
 */
export function patchConsultation({ store, openConsultation, now }: Deps) {
  return async (reach: Reach, ehrId: string, patch: ConsultationPatch): Promise<PatchResult> => {
    if (overwrites(patch) && patch.version === undefined)
      throw validationError([{ field: 'version', issue: 'required' }])

    for (let attempt = 0; attempt < attempts; attempt++) {
      const before = await openConsultation(reach, ehrId)
      if (patch.version !== undefined && patch.version !== before.version) throw versionConflict()

      const { changes, applied, reason } = applyPatch(before, patch, reach, now())
      if (Object.keys(changes).length === 0) return { consultation: before, applied, reason }

      const expected = {
        version: before.version,
        ...(changes.type && { unrecorded: true as const }),
      }
      const write = { ...changes, updatedAt: now() }
      if (await store.update(before.id, expected, write)) {
        const consultation = { ...before, ...write, version: before.version + 1 }
        return { consultation, applied, reason }
      }
      // Somebody else wrote, or a recording began: look again, which also finds out which of them.
    }
    throw versionConflict()
  }
}

function overwrites({ type, consent, contextMarkdown }: ConsultationPatch): boolean {
  return type !== undefined || consent !== undefined || contextMarkdown !== undefined
}

const versionConflict = () =>
  new AppError(
    'conflict',
    'version_conflict',
    'A consulta foi alterada em outro lugar. Recarregue e tente de novo.',
  )
