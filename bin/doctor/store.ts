/** What the store behind the data folder lets this machine do. */
import { createHash, randomUUID } from 'node:crypto'
import type { StoreFacts } from '../../core/doctor/check.ts'
import { isAppError } from '../../core/errors.ts'
import type { ContentStore } from '../../core/store/ports.ts'
import { refusalOf } from '../../models/store/s3-store.ts'
import { openStore, type StoreConfig } from '../content-files.ts'

/** A doctor does not wait as long as a move. */
const PATIENCE = { attempts: 1, answerMs: 8000 }

/**
 * @param how `try` writes an object of its own, and removes it. @returns null: none is configured
 */
export async function storeFacts(
  config: StoreConfig,
  how: 'look' | 'try',
): Promise<StoreFacts | null> {
  const { storeUrl: url } = config
  if (!url) return null
  let failedAt: StoreFacts['failedAt'] = 'settings'
  let store: ContentStore | undefined
  try {
    store = await openStore(config, url, PATIENCE)
    failedAt = 'list'
    await store.list('audio').next()
    if (how === 'try') {
      const name = `doctor/${randomUUID()}`
      failedAt = 'write'
      await store.put(name, WORDS)
      failedAt = 'read'
      const found = await store.read(name, 0, BYTES.length).catch(async (error) => {
        await store?.remove(name).catch(() => {})
        throw error
      })
      failedAt = 'remove'
      await store.remove(name)
      if (await store.find(name)) throw new Error('it is still there')
      failedAt = 'read'
      if (!found.equals(BYTES)) throw new Error('other bytes')
    }
    return { url, failedAt: null, word: '' }
  } catch (error) {
    return { url, failedAt, word: wordOf(error) }
  } finally {
    await store?.close()
  }
}

const BYTES = Buffer.from('svcctl doctor\n')
const WORDS = {
  sizeBytes: BYTES.length,
  sha256: createHash('sha256').update(BYTES).digest('hex'),
  read: async (position: number, length: number) => BYTES.subarray(position, position + length),
}

function wordOf(error: unknown): string {
  if (!isAppError(error)) return (error as Error).message
  return error.code === 'storage_failed' ? refusalOf(error.cause).word : error.message
}
