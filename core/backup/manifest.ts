import { z } from 'zod'

const Digest = z.string().regex(/^[0-9a-f]{64}$/)

/** The last record of a backup: what is in it, and what is needed beside it. */
export const BackupManifest = z.object({
  format: z.literal(1),
  /** When the copy began: whatever was acknowledged before is in it. */
  createdAt: z.iso.datetime(),
  /** Version of the program that wrote it. */
  version: z.string(),
  database: z.object({
    /** The last migration that it had seen; null before the first. */
    schema: z.string().nullable(),
    /** The fingerprint of the master key that it was sealed with; null where it does not say. */
    masterKey: z.string().nullable(),
    /** Rows by their tables; absent in backups of earlier versions. */
    counts: z.record(z.string(), z.int().min(0)).optional(),
  }),
  /** What the settings name and no backup holds; absent in backups of earlier versions. */
  settings: z
    .object({ outside: z.array(z.object({ setting: z.string(), path: z.string() })) })
    .optional(),
  /** Names are relative to the data folder, with `/`. */
  parts: z.array(
    z.object({
      name: z.string(),
      sizeBytes: z.int().min(0),
      sha256: Digest,
      /** It lay in the store of objects alone. */
      stored: z.literal(true).optional(),
    }),
  ),
  /**
   * Sound and files that the rows name and that were neither in the data folder nor in the store;
   * absent where there are none.
   */
  missing: z.array(z.string()).optional(),
  /** The same where the rows had ceased to name them by the end: erased while it was made. */
  removed: z.array(z.string()).optional(),
  /** Weights are left out; null: nobody has taken their digest yet. */
  models: z.array(
    z.object({ file: z.string(), sizeBytes: z.int().min(0), sha256: Digest.nullable() }),
  ),
})

/** Tables whose rows are counted for the administrator: what they are anybody can picture. */
export const COUNTED_TABLES = ['consultations', 'recordings', 'documents'] as const

export type BackupManifest = z.infer<typeof BackupManifest>
export type BackupPart = BackupManifest['parts'][number]
