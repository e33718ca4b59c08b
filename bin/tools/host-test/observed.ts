import type { NetworkObservations, Verdict } from '../../../core/host-contract/check.ts'
import type { HostObservations, Reaction } from './host-probe.ts'

/** Two visits to a host page, as the judges see them. */
export interface Observed {
  page: HostObservations
  network: NetworkObservations
  /** Reactions to events that the test made up; absent where it could not. */
  reactions: Partial<Record<'fill' | 'structured', Reaction>>
  /** Behaviour in a second visit whose session the appliance refuses; null if none was made. */
  refusedVisit: { unhandled: string[]; heardAuthError: boolean; reaction: Reaction } | null
  strangerRead: boolean
  leftovers: { closed: boolean; elements: number } | null
}

/** Writes one line of the report. */
export type Note = (
  id: string,
  title: string,
  verdict: Verdict,
  detail: string,
  fix?: string,
) => void
