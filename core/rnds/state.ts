/**
 * The states of a record in the national network (spec §3.1, SPEC-GAPS 1.4) as two tables: what the
 * network does to a state, and what a caller may ask for in it.
 *
 * Among them: a rejected record turns accepted when the network shows that it has it after all (the
 * answer to an earlier attempt was lost), and pending when the operator lets it be sent again. On a
 * box that lets nothing out, one that waits for its first way out can be taken back.
 */
export type SubmissionState = 'pending' | 'accepted' | 'rejected' | 'replaced' | 'deleted'

/** Of a consultation's records of one type; `none` before the first. */
export type Standing = 'none' | SubmissionState

export type NetworkEvent =
  /** The network has it. */
  | 'confirmed'
  | 'refused'
  /** No answer, or none that tells. */
  | 'unanswered'
  /** The version that replaces it was accepted. */
  | 'superseded'
  | 'replacement-refused'
  | 'removed'
  | 'removal-refused'
  /** By the operator. */
  | 'retried'
  /** By its caller, before any of it left a held box. */
  | 'withdrawn'

const MOVES: Record<SubmissionState, Partial<Record<NetworkEvent, SubmissionState>>> = {
  pending: {
    confirmed: 'accepted',
    refused: 'rejected',
    unanswered: 'pending',
    retried: 'pending',
    withdrawn: 'deleted',
  },
  accepted: {
    superseded: 'replaced',
    'replacement-refused': 'accepted',
    removed: 'deleted',
    'removal-refused': 'accepted',
  },
  rejected: { confirmed: 'accepted', retried: 'pending' },
  replaced: {},
  deleted: {},
}

/** @returns null where `event` cannot happen to `state` */
export function next(state: SubmissionState, event: NetworkEvent): SubmissionState | null {
  return MOVES[state][event] ?? null
}

/** The same, for what the caller has made sure of: anything else is a bug. */
export function moved(state: SubmissionState, event: NetworkEvent): SubmissionState {
  const to = next(state, event)
  if (!to) throw new Error(`a record that is ${state} cannot be ${event}`)
  return to
}

export type Operation = 'submit' | 'replace' | 'delete' | 'status'

export type Permission =
  /** Go on: a new record, or the call that deletes. */
  | 'go'
  /** Answer with the record that is there. */
  | 'same'
  | 'no_previous_submission'
  | 'submission_in_progress'
  | 'already_submitted'
  | 'not_found'

const NOTHING_THERE = 'no_previous_submission'

const PERMISSIONS: Record<Operation, Record<Standing, Permission>> = {
  submit: {
    none: 'go',
    pending: 'same',
    accepted: 'same',
    rejected: 'go',
    replaced: 'go',
    deleted: 'go',
  },
  replace: {
    none: NOTHING_THERE,
    pending: 'submission_in_progress',
    accepted: 'go',
    rejected: NOTHING_THERE,
    replaced: NOTHING_THERE,
    deleted: NOTHING_THERE,
  },
  delete: {
    none: NOTHING_THERE,
    pending: 'submission_in_progress',
    accepted: 'go',
    rejected: NOTHING_THERE,
    replaced: NOTHING_THERE,
    deleted: NOTHING_THERE,
  },
  status: {
    none: 'not_found',
    pending: 'same',
    accepted: 'same',
    rejected: 'same',
    replaced: 'same',
    deleted: 'same',
  },
}

/**
 * What a caller may do. Changed content never passes for the record that is there: that would let a
 * correction vanish.
 * @param sameContent only asked of `submit`
 */
export function permission(
  operation: Operation,
  standing: Standing,
  sameContent = true,
): Permission {
  if (operation === 'submit' && !sameContent) {
    if (standing === 'pending') return 'submission_in_progress'
    if (standing === 'accepted') return 'already_submitted'
  }
  return PERMISSIONS[operation][standing]
}
