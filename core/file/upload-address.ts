/**
 * The address that takes a file's bytes without a token: bound to the file, its size, its content
 * where that was announced, and a time by a signature under a key of the consultation (spec §3.3).
 * It works once, because the file waits for its bytes only once.
 */
import type { FileRecord } from './file.ts'
import type { ContentKeys } from './ports.ts'

export interface AddressQuery {
  /** Seconds since 1970. */
  expires: number
  signature: string
  /** Fingerprint of what was announced: nothing else is taken. Absent when only the size was. */
  content?: string | undefined
}

/** What is sent with the path of the file. */
export async function signAddress(
  keys: ContentKeys,
  file: FileRecord,
  content?: string,
): Promise<AddressQuery> {
  const expires = Math.floor(file.uploadExpiresAt.getTime() / 1000)
  const signature = await keys.sign(file.consultationId, signedText(file, expires, content))
  return { expires, signature, ...(content && { content }) }
}

export async function isGenuine(
  keys: ContentKeys,
  file: FileRecord,
  { expires, signature, content }: AddressQuery,
  at: Date,
): Promise<boolean> {
  if (at.getTime() >= expires * 1000) return false
  return keys.isSignedBy(file.consultationId, signedText(file, expires, content), signature)
}

function signedText({ id, sizeBytes }: FileRecord, expires: number, content = ''): string {
  return `${id} ${sizeBytes} ${expires} ${content}`
}
