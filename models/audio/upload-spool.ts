/**
 * Where an uploaded file rests while it is decoded: encrypted with a key that only this process
 * knows, in a file that has no name from the start. A crash leaves nothing behind, a look at the
 * disk nothing readable.
 *
 * AES-256-CTR, because it can be read from anywhere. It does not notice changed bytes; nobody has
 * the file but us.
 */
import { createCipheriv, randomBytes } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenUploadSpool } from '../../core/recording/ports.ts'
import { storageError } from './commit-queue.ts'
import { nodeFiles } from './files.ts'

const BLOCK_BYTES = 16

/** @param directory made when missing */
export function uploadSpools(directory: string): OpenUploadSpool {
  return async () => {
    const handle = await openNameless(directory).catch((error: unknown) => {
      throw storageError(error)
    })
    const key = randomBytes(32)
    const cipher = createCipheriv('aes-256-ctr', key, counterAt(0))
    let sizeBytes = 0

    return {
      async append(bytes) {
        try {
          await handle.appendFile(cipher.update(bytes))
        } catch (error) {
          throw storageError(error)
        }
        sizeBytes += bytes.length
      },
      content: {
        get sizeBytes() {
          return sizeBytes
        },
        async read(from, to) {
          const block = Math.floor(from / BLOCK_BYTES)
          const start = block * BLOCK_BYTES
          const sealed = Buffer.alloc(Math.max(0, Math.min(to, sizeBytes) - start))
          const { bytesRead } = await handle.read(sealed, 0, sealed.length, start)
          const decipher = createCipheriv('aes-256-ctr', key, counterAt(block))
          return decipher.update(sealed.subarray(0, bytesRead)).subarray(from - start)
        },
      },
      [Symbol.asyncDispose]: () => handle.close(),
    }
  }
}

async function openNameless(directory: string): Promise<FileHandle> {
  await nodeFiles.makeDirectory(directory)
  const path = join(directory, `${randomBytes(16).toString('hex')}.upload`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

/** The key is used for one file only, so counting may start at zero. */
function counterAt(block: number): Buffer {
  const counter = Buffer.alloc(BLOCK_BYTES)
  counter.writeBigUInt64BE(BigInt(block), 8)
  return counter
}
