import type { Reach } from '../access/principal.ts'
import { validationError } from '../errors.ts'
import { hostText } from '../host-text/host-text.ts'
import type { Consultation } from './consultation.ts'
import type { OpenByExternalId, OpenByExternalIdInput } from './open-by-external-id.ts'
import type { PatchConsultation } from './patch.ts'
import { factFaults, type VisitFacts } from './visit-facts.ts'

interface Deps {
  openByExternalId: OpenByExternalId
  patchConsultation: PatchConsultation
}

export interface PrepareInput extends OpenByExternalIdInput {
  /** Markdown, HTML or RTF, at most 50,000 characters each; undefined, blank: none is given. */
  context: string | undefined
  backgroundHistory: string | undefined
  /** Undefined: it keeps the one that it has. */
  name: string | undefined
  /** Kind of visit; undefined, and parts it does not have: as said before. */
  visit?: VisitFacts | undefined
}

export interface Prepared {
  consultation: Consultation
  created: boolean
  /** Whether what was handed over is what stands there now. */
  contextStored: boolean
  backgroundHistoryStored: boolean
}

export type PrepareConsultation = ReturnType<typeof prepareConsultation>

/**
 * Opens or creates a consultation and puts in what the host knows of the patient beforehand
 * (SPEC-GAPS 1.7). What somebody has written there is never replaced; the same call twice gives the
 * same. Name and facts of the visit are the host's alone: the last one counts.
 * @throws {AppError} what `openByExternalId` throws, `validation_error` (`too_long`; `invalid` for
 * a code that is in none of the network's lists)
 */
export function prepareConsultation({ openByExternalId, patchConsultation }: Deps) {
  return async (
    reach: Reach,
    { context, backgroundHistory, name, visit, ...ids }: PrepareInput,
  ): Promise<Prepared> => {
    const faults = factFaults(visit ?? {})
    if (faults.length > 0) throw validationError(faults)
    const opened = await openByExternalId(reach, ids)
    const [firstContext, history] = [told(context), told(backgroundHistory)]
    const isSaid = [firstContext, history, name, visit].some((said) => said !== undefined)
    const { consultation } = !isSaid
      ? opened
      : await patchConsultation(reach, opened.consultation.id, {
          firstContext,
          name,
          visit,
          setBackgroundHistory:
            history === undefined ? undefined : { text: history, replaceIfExists: false },
        })
    return {
      consultation,
      created: opened.created,
      contextStored: firstContext !== undefined && consultation.contextMarkdown === firstContext,
      backgroundHistoryStored: history !== undefined && consultation.backgroundHistory === history,
    }
  }
}

function told(text: string | undefined): string | undefined {
  return text?.trim() ? hostText(text) : undefined
}
