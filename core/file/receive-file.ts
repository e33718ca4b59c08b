import { type AddressQuery, isGenuine } from './announce-file.ts'
import type { FileRecord } from './file.ts'
import type { FileLimits } from './limits.ts'
import type { ContentKeys, FileContents, FileStore, IncomingContent } from './ports.ts'
import { type RefusalCode, refusal, refusalCode } from './refusals.ts'
import { isHeic, SNIFF_BYTES, sniffType } from './sniff.ts'

export interface ReceiveInput {
  fileId: string
  address: AddressQuery
  body: AsyncIterable<Uint8Array>
  /** Size that the sender announces; null when it does not. */
  statedBytes: number | null
}

/**
 * The second step: takes the bytes at a signed address.
 * @returns the file, or the one with the same content that the consultation has already
 * @throws {AppError} a refusal. What the content itself is refused for ends the file (`failed`);
 * after all else its address still works until its time is over
 */
export type ReceiveFile = (input: ReceiveInput) => Promise<FileRecord>

interface Deps {
  files: FileStore
  contents: FileContents
  keys: ContentKeys
  limits: FileLimits
  now: () => Date
  onReceived(file: FileRecord): void
  onRefused(file: FileRecord): void
}

export function receiveFile(deps: Deps): ReceiveFile {
  const { files, contents, keys, limits, now, onReceived, onRefused } = deps
  /**
   * Who sends now: the sender of a broken connection comes again before we notice that it broke.
   */
  const senders = new Map<string, AbortController>()

  async function gate({ fileId, address }: ReceiveInput): Promise<FileRecord> {
    const file = await files.find(fileId)
    if (!file || !(await isGenuine(keys, file, address, now())) || file.state !== 'waiting')
      throw refusal('SIGNED_URL_FAILED', limits)
    return file
  }

  async function write(
    content: IncomingContent,
    { body, statedBytes }: ReceiveInput,
    file: FileRecord,
    taken: AbortSignal,
  ) {
    if (statedBytes !== null && statedBytes !== file.sizeBytes) throw wrongSize(statedBytes, limits)
    let head: Uint8Array | null = new Uint8Array()
    let size = 0
    for await (const bytes of body) {
      if (taken.aborted) throw refusal('UPLOAD_FAILED', limits)
      size += bytes.length
      if (size > file.sizeBytes) throw wrongSize(size, limits)
      if (head) {
        head = joined(head, bytes.subarray(0, SNIFF_BYTES))
        if (head.length >= SNIFF_BYTES || size === file.sizeBytes) {
          requireType(head, limits)
          head = null
        }
      }
      await content.append(bytes)
    }
    if (taken.aborted || size !== file.sizeBytes) throw refusal('UPLOAD_FAILED', limits)
  }

  async function store(
    content: IncomingContent,
    file: FileRecord,
    announced: string | undefined,
  ): Promise<FileRecord> {
    const fingerprint = await keys.fingerprint(file.consultationId, content.sha256())
    if (announced !== undefined && announced !== fingerprint) throw refusal('UPLOAD_FAILED', limits)
    const same = (await files.list(file.consultationId)).find(
      (other) => other.fingerprint === fingerprint,
    )
    if (!same) {
      await content.keep()
      const outcome = await files.markReceived(file.id, fingerprint)
      if (outcome === 'received') return { ...file, fingerprint, state: 'processing' }
      if (outcome === 'spent') throw refusal('SIGNED_URL_FAILED', limits)
      await contents.remove(file)
      return store(content, file, announced)
    }
    // Its own row is what a first try of the same sender, whose answer was lost, has just become.
    if (same.id !== file.id) await files.removeDuplicate(file.id)
    return same
  }

  async function receive(input: ReceiveInput, file: FileRecord, taken: AbortSignal) {
    await using content = await contents.open(file)
    try {
      await write(content, input, file, taken)
    } catch (error) {
      const code = refusalCode(error)
      if (code && ENDS_THE_FILE.has(code) && (await files.refuse(file.id, code)))
        onRefused({ ...file, state: 'failed', failure: code })
      throw error
    }
    const stored = await store(content, file, input.address.content)
    if (stored.id === file.id) onReceived(stored)
    return stored
  }

  return async (input) => {
    const file = await gate(input)
    senders.get(file.id)?.abort()
    const mine = new AbortController()
    senders.set(file.id, mine)
    try {
      return await receive(input, file, mine.signal)
    } finally {
      if (senders.get(file.id) === mine) senders.delete(file.id)
    }
  }
}

const ENDS_THE_FILE: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'FILE_TYPE_NOT_ALLOWED',
  'IMAGE_HEIC',
])

function wrongSize(sizeBytes: number, limits: FileLimits) {
  if (sizeBytes === 0) return refusal('FILE_EMPTY', limits)
  return refusal(sizeBytes > limits.maxBytes ? 'FILE_TOO_LARGE' : 'UPLOAD_FAILED', limits)
}

function requireType(head: Uint8Array, limits: FileLimits) {
  if (sniffType(head) === null)
    throw refusal(isHeic(head) ? 'IMAGE_HEIC' : 'FILE_TYPE_NOT_ALLOWED', limits)
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
