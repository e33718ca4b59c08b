/**
 * The outside of a backup: what makes it unreadable without the passphrase, and any change noticed.
 *
 * `SVCBAK1\n` | u32 LE length of the header | header (JSON, in the clear: scrypt's parameters, the
 * data key sealed by what the passphrase gives, time and version) | chunks. Each chunk is 256 KiB
 * of content, the last one up to that, under AES-256-GCM with the data key, its tag behind it. The
 * nonce is the chunk's number (11 bytes, big-endian) and a byte that is 1 for the last: so chunks
 * cannot be exchanged, left out, cut off or added (the STREAM construction, as in age). Every chunk
 * is bound to the SHA-256 of all before the first, so the header cannot be altered either. The data
 * key is random and of this file alone: numbers may be nonces.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import type { BackupReading } from '../../core/backup/ports.ts'
import { AppError } from '../../core/errors.ts'
import { chunkWriter } from '../file/contents.ts'
import { derive } from '../master-key/key-sources.ts'
import { sealer } from '../vault/seal.ts'

const MAGIC = Buffer.from('SVCBAK1\n')
const CHUNK_BYTES = 256 << 10
const TAG_BYTES = 16
const MAX_HEADER_BYTES = 4096
const KEY_CONTEXT = 'backup 1: data key'

const Header = z.object({
  createdAt: z.string(),
  version: z.string(),
  kdf: z.object({
    name: z.literal('scrypt'),
    // 2^10 to 2^20 with r = 8: a damaged header must not eat more than 1 GiB.
    N: z.int().min(1024).max(1_048_576),
    r: z.literal(8),
    p: z.literal(1),
    salt: z.base64(),
  }),
  sealedKey: z.base64(),
})

export interface ContainerWriter {
  write(bytes: Uint8Array): Promise<void>
  /** All of it is on the disk when it resolves. */
  end(): Promise<void>
}

export interface ContainerFacts {
  createdAt: string
  version: string
  passphrase: string
  /** The power of two of scrypt's N. 17 needs 128 MiB and about half a second. */
  scryptLog2N?: number
  /** Its reason is thrown between two chunks. */
  signal?: AbortSignal | undefined
}

/** @param file empty; the caller closes it */
export async function containerWriter(
  file: FileHandle,
  { createdAt, version, passphrase, scryptLog2N = 17, signal }: ContainerFacts,
): Promise<ContainerWriter> {
  const key = randomBytes(32)
  const salt = randomBytes(16)
  const kdf = { name: 'scrypt' as const, N: 2 ** scryptLog2N, r: 8 as const, p: 1 as const }
  const wrapping = sealer(await derive(passphrase, salt, kdf))
  const header: z.infer<typeof Header> = {
    createdAt,
    version,
    kdf: { ...kdf, salt: salt.toString('base64') },
    sealedKey: Buffer.from(wrapping.seal(key, KEY_CONTEXT)).toString('base64'),
  }
  const start = startOf(Buffer.from(JSON.stringify(header)))
  const bound = digestOf(start)
  await file.appendFile(start)
  const chunks = chunkWriter(CHUNK_BYTES, async (content, number, isLast) => {
    signal?.throwIfAborted()
    const cipher = createCipheriv('aes-256-gcm', key, nonce(number, isLast)).setAAD(bound)
    await file.appendFile(
      Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]),
    )
  })

  return {
    write: chunks.append,
    async end() {
      await chunks.end()
      await file.sync()
    },
  }
}

/**
 * The content, in order, each piece proven before it is given out. That the end was the end is
 * known when it ends.
 * @throws {AppError} `backup_damaged`, `backup_passphrase_wrong`
 */
export async function* containerContent(
  file: FileHandle,
  passphrase: string,
  { signal, onProgress }: BackupReading = {},
): AsyncGenerator<Buffer, void> {
  const { header, start } = await readStart(file)
  const { sealedKey, kdf } = header
  let key: Uint8Array
  try {
    const wrapping = sealer(await derive(passphrase, Buffer.from(kdf.salt, 'base64'), kdf))
    key = wrapping.open(Buffer.from(sealedKey, 'base64'), KEY_CONTEXT)
  } catch (cause) {
    throw new AppError(
      'invalid',
      'backup_passphrase_wrong',
      'The passphrase does not open this backup, or its header is damaged.',
      { cause },
    )
  }
  const bound = digestOf(start)
  const { size } = await file.stat()
  let position = start.length
  for (let number = 0, isLast = false; !isLast; number++) {
    signal?.throwIfAborted()
    const sealed = await readAt(file, CHUNK_BYTES + TAG_BYTES, position)
    position += sealed.length
    isLast = position >= size
    if (sealed.length < TAG_BYTES) throw damaged('it is cut off')
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(number, isLast))
      .setAAD(bound)
      .setAuthTag(sealed.subarray(-TAG_BYTES))
    let content: Buffer
    try {
      content = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch (cause) {
      const from = position - sealed.length
      // The end of a file is sealed as such: where it is missing, what is last now is not.
      const how = isLast
        ? `it was cut short, or its end, from byte ${from} on, was altered`
        : `its bytes from ${from} on are not what was written`
      throw damaged(how, cause)
    }
    yield content
    onProgress?.(position / size)
  }
}

export function damaged(how: string, cause?: unknown): AppError {
  return new AppError(
    'rejected',
    'backup_damaged',
    `The backup is of no use: ${how}. Take another one.`,
    { cause },
  )
}

async function readStart(file: FileHandle) {
  const fixed = await readAt(file, MAGIC.length + 4, 0)
  const length = fixed.length < MAGIC.length + 4 ? -1 : fixed.readUInt32LE(MAGIC.length)
  if (!fixed.subarray(0, MAGIC.length).equals(MAGIC) || length < 0 || length > MAX_HEADER_BYTES)
    throw damaged('it does not begin as one')
  const bytes = await readAt(file, length, fixed.length)
  if (bytes.length < length) throw damaged('it was cut short, or its header was altered')
  try {
    const header = Header.parse(JSON.parse(bytes.toString('utf8')))
    return { header, start: Buffer.concat([fixed, bytes]) }
  } catch (cause) {
    throw damaged('its header cannot be read', cause)
  }
}

function startOf(header: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length)
  return Buffer.concat([MAGIC, length, header])
}

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeBigUInt64BE(BigInt(number), 3)
  bytes[11] = isLast ? 1 : 0
  return bytes
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

async function readAt(file: FileHandle, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}
