/**
 * A consultation's records, and which of them counts (SPEC-GAPS 1.4: one status per consultation
 * and document type).
 */
import type { NetworkDocumentType } from '../fhir/clinical-record.ts'
import type { Submission } from './submission.ts'

/** Records of one consultation and type, in the order of sending. */
export type Slot = readonly Submission[]

export function slotOf(records: readonly Submission[], type: NetworkDocumentType): Slot {
  return records.filter(({ documentType }) => documentType === type)
}

/**
 * The record that stands for the slot: the one on its way, else the one the network has, else the
 * newest. A replacement that was refused so leaves the version it was to replace.
 */
export function currentOf(slot: Slot): Submission | null {
  const newestFirst = slot.toReversed()
  return (
    newestFirst.find(({ state }) => state === 'pending') ??
    newestFirst.find(({ state }) => state === 'accepted') ??
    newestFirst[0] ??
    null
  )
}

/** The slot of the consultation's last submission (spec §4.2); empty when there was none. */
export function lastSlot(records: readonly Submission[]): Slot {
  return slotWith(records, currents(records).at(-1))
}

/**
 * The same, but of those whose record the network has, or is being sent, where there is one: what
 * can be replaced or deleted.
 */
export function lastLiveSlot(records: readonly Submission[]): Slot {
  const all = currents(records)
  const live = all.filter(({ state }) => state === 'pending' || state === 'accepted')
  return slotWith(records, live.at(-1) ?? all.at(-1))
}

/**
 * Refused ones that the network may have all the same: nothing may be built on the slot before that
 * is known.
 */
export function lostAnswers(slot: Slot): Submission[] {
  return slot.filter(isLost)
}

/** Whether its fate is open: nothing that came later in its consultation goes before it. */
export function isUnderWay(record: Submission): boolean {
  return record.state === 'pending' || isLost(record)
}

function isLost({ state, inDoubtSince }: Submission): boolean {
  return state === 'rejected' && inDoubtSince !== null
}

function currents(records: readonly Submission[]): Submission[] {
  const types = [...new Set(records.map(({ documentType }) => documentType))]
  return types
    .flatMap((type) => currentOf(slotOf(records, type)) ?? [])
    .sort((one, other) => one.sequence - other.sequence)
}

function slotWith(records: readonly Submission[], record: Submission | undefined): Slot {
  return record ? slotOf(records, record.documentType) : []
}
