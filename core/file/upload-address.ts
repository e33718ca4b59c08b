/**
 * The address that takes a file's bytes without a token: bound to the file, its size and a time by a signature under a
 * key of the consultation (spec §3.3). It works once, because the file waits for its bytes only once.
 */
import type { FileRecord } from './file.ts'
import type { ContentKeys } from './ports.ts'

export interface AddressQuery {
  /** Seconds since 1970. */
  expires: number
  signature: string
}

/** What is sent with the path of the file. */
export async function signAddress(keys: ContentKeys, file: FileRecord): Promise<AddressQuery> {
  const expires = Math.floor(file.uploadExpiresAt.getTime() / 1000)
  return { expires, signature: await keys.sign(file.consultationId, signedText(file, expires)) }
}

export async function isGenuine(
  keys: ContentKeys,
  file: FileRecord,
  { expires, signature }: AddressQuery,
  at: Date,
): Promise<boolean> {
  if (at.getTime() >= expires * 1000) return false
  return keys.isSignedBy(file.consultationId, signedText(file, expires), signature)
}

function signedText({ id, sizeBytes }: FileRecord, expires: number): string {
  return `${id} ${sizeBytes} ${expires}`
}
