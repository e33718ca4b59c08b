import { spoolAct } from '../backup/note-restored.ts'

interface Moved {
  id: string
  at: Date
  /** The administrator. */
  by: string
  rows: number
  files: number
}

/**
 * On record in the installation that was moved: its first start takes the act into the chain. The
 * source is not written.
 * @param folder `audit/` of the target
 */
export function noteMoved(folder: string, { id, at, by, rows, files }: Moved): Promise<void> {
  return spoolAct(folder, {
    id,
    at,
    act: {
      actor: { kind: 'administrator', id: by },
      action: 'data.moved',
      subject: null,
      organizationId: null,
      requestId: null,
      outcome: 'success',
      facts: { rows, files },
    },
  })
}
