import test from 'ava'
import {
  type NetworkEvent,
  next,
  type Operation,
  type Permission,
  permission,
  type Standing,
  type SubmissionState,
} from '../../../core/rnds/state.ts'

const STATES: SubmissionState[] = ['pending', 'accepted', 'rejected', 'replaced', 'deleted']

/** SPEC-GAPS 1.4, first table, and what a held box adds; what is not named cannot happen. */
const MOVES: Record<NetworkEvent, Partial<Record<SubmissionState, SubmissionState>>> = {
  confirmed: { pending: 'accepted', rejected: 'accepted' },
  refused: { pending: 'rejected' },
  unanswered: { pending: 'pending' },
  superseded: { accepted: 'replaced' },
  'replacement-refused': { accepted: 'accepted' },
  removed: { accepted: 'deleted' },
  'removal-refused': { accepted: 'accepted' },
  retried: { pending: 'pending', rejected: 'pending' },
  withdrawn: { pending: 'deleted' },
}

for (const [event, moves] of Object.entries(MOVES) as [NetworkEvent, typeof MOVES.refused][])
  for (const state of STATES)
    test(`a record that is ${state} and ${event} becomes ${moves[state] ?? 'nothing'}`, (t) => {
      t.is(next(state, event), moves[state] ?? null)
    })

const COLUMNS: Standing[] = ['none', ...STATES]

/**
 * SPEC-GAPS 1.4, second table, in the order of the columns: none, pending, accepted, rejected,
 * replaced, deleted.
 */
const PERMISSIONS: Record<string, [Operation, boolean, Permission[]]> = {
  'submit of the same content': ['submit', true, ['go', 'same', 'same', 'go', 'go', 'go']],
  'submit of changed content': [
    'submit',
    false,
    ['go', 'submission_in_progress', 'already_submitted', 'go', 'go', 'go'],
  ],
  replace: ['replace', true, oneLiveRecord()],
  delete: ['delete', true, oneLiveRecord()],
  status: ['status', true, ['not_found', 'same', 'same', 'same', 'same', 'same']],
}

function oneLiveRecord(): Permission[] {
  const nothing = 'no_previous_submission'
  return [nothing, 'submission_in_progress', 'go', nothing, nothing, nothing]
}

for (const [title, [operation, sameContent, row]] of Object.entries(PERMISSIONS))
  for (const [index, standing] of COLUMNS.entries())
    test(`${title} where the record is ${standing}: ${row[index]}`, (t) => {
      t.deepEqual([permission(operation, standing, sameContent)], row.slice(index, index + 1))
    })
