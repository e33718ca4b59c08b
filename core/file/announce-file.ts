import type { RequireOpen } from '../drain/drain.ts'
import { keyedQueue } from '../recording/keyed-queue.ts'
import type { RequireQuota, RequireRoom } from '../storage-room.ts'
import type { FileRecord } from './file.ts'
import type { FileLimits } from './limits.ts'
import type { ContentKeys, FileStore } from './ports.ts'
import { mayBeRetried, refusal } from './refusals.ts'

/** What could steer a terminal, a path or the direction of the text around it. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}/\\]/gu
const MOST_CHARACTERS = 255

/**
 * A file's name as it may be shown (SPEC-GAPS 1.12): without path separators and control
 * characters.
 * @returns undefined when nothing is left, or more than 255 characters are
 */
export function cleanName(name: string): string | undefined {
  const clean = name.normalize('NFC').replace(UNSAFE, '').replace(/\s+/gu, ' ').trim()
  const length = [...clean].length
  return length >= 1 && length <= MOST_CHARACTERS ? clean : undefined
}

export interface AnnounceInput {
  consultationId: string
  /** Since when there is this visit. */
  visitSince: Date
  name: string
  sizeBytes: number
  source: FileRecord['source']
  /** Hex. */
  sha256?: string | undefined
}

/** `upload` is null when the consultation has this content already: `file` is the one it has. */
export interface Announced {
  file: FileRecord
  upload: AddressQuery | null
}

/** @throws {AppError} a refusal: nothing was announced then */
export type AnnounceFile = (input: AnnounceInput) => Promise<Announced>

interface Deps {
  files: FileStore
  keys: ContentKeys
  limits: FileLimits
  retry(file: FileRecord): Promise<FileRecord>
  /** Whether the disk takes new files. */
  requireRoom?: RequireRoom | undefined
  /** Whether a visit may begin. */
  requireOpen?: RequireOpen | undefined
  /** Whether the organization may have more of them. */
  requireQuota?: RequireQuota | undefined
  newId: () => string
  now: () => Date
}

/**
 * The first of three steps: what can be refused before a byte is sent is refused here (SPEC-GAPS
 * 1.12).
 */
export function announceFile(deps: Deps): AnnounceFile {
  const { files, keys, limits, retry, newId, now } = deps
  const oneAtATime = keyedQueue()

  async function announce(input: AnnounceInput): Promise<Announced> {
    const { consultationId, sizeBytes, source, sha256 } = input
    if (sizeBytes === 0) throw refusal('FILE_EMPTY', limits)
    const name = cleanName(input.name)
    if (name === undefined) throw refusal('FILE_NAME_INVALID', limits)
    if (sizeBytes > limits.maxBytes) throw refusal('FILE_TOO_LARGE', limits)

    const there = await files.list(consultationId)
    const content = sha256 ? await keys.fingerprint(consultationId, sha256) : undefined
    const same = content && there.find(({ fingerprint }) => fingerprint === content)
    if (same) {
      const again = same.failure !== null && mayBeRetried(same.failure)
      return { file: again ? await retry(same) : same, upload: null }
    }
    const at = now()
    const counted = there.filter((file) => takesRoom(file, at))
    if (counted.length >= limits.maxFiles) throw refusal('TOO_MANY_FILES', limits)
    const totalBytes = counted.reduce((sum, file) => sum + file.sizeBytes, 0)
    if (totalBytes + sizeBytes > limits.maxTotalBytes) throw refusal('QUOTA_EXCEEDED', limits)
    deps.requireOpen?.([{ from: input.visitSince, until: null }])
    deps.requireRoom?.()
    await deps.requireQuota?.(consultationId)

    const file: FileRecord = {
      id: newId(),
      consultationId,
      name,
      source,
      sizeBytes,
      fingerprint: null,
      state: 'waiting',
      type: null,
      pages: null,
      textLength: null,
      textFrom: null,
      hasThumbnail: false,
      use: null,
      failure: null,
      uploadExpiresAt: new Date(at.getTime() + limits.addressMs),
      createdAt: at,
    }
    await files.create(file)
    return { file, upload: await signAddress(keys, file, content) }
  }

  // Counted and added in one: two at a time would both find room for the last one.
  return (input) => oneAtATime(input.consultationId, () => announce(input))
}

/** Whether it takes room: a refused file is not kept, an expired address never used. */
function takesRoom({ state, failure, uploadExpiresAt }: FileRecord, at: Date): boolean {
  if (state === 'waiting') return uploadExpiresAt > at
  return state !== 'failed' || (failure !== null && mayBeRetried(failure))
}

export interface AddressQuery {
  /** Seconds since 1970. */
  expires: number
  signature: string
  /** Fingerprint of what was announced: nothing else is taken. Absent when only the size was. */
  content?: string | undefined
}

/**
 * The address that takes a file's bytes without a token: bound to the file, its size, its content
 * where that was announced, and a time by a signature under a key of the consultation (spec §3.3).
 * It works once, because the file waits for its bytes only once.
 *
 * What is sent with the path of the file.
 */
async function signAddress(
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
