/**
 * Whose something is: the consultation behind a document, a recording or a file, and its people,
 * for the entry of an act on it.
 */
export type LocatedKind = 'consultation' | 'document' | 'recording' | 'file'

export interface Located {
  consultationId: string
  /** By the host's ids. */
  patientId: string
}

/** Null for what is not the organization's, or not there any more. */
export type Locate = (
  organizationId: string,
  kind: LocatedKind,
  id: string,
) => Promise<Located | null>
