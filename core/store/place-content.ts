/**
 * Puts content into a store and reads it back: it is there when its digest is the same. What an
 * earlier attempt has brought is read and left.
 */
import type { Content, ContentStore, Sha256 } from './ports.ts'

interface Request {
  store: ContentStore
  name: string
  content: Omit<Content, 'sha256'>
  newDigest(): Sha256
  signal?: AbortSignal
}

const PIECE_BYTES = 4 << 20

/** @returns `differs`: it is not in the store as it was given */
export async function placeContent(request: Request): Promise<'there' | 'placed' | 'differs'> {
  const { store, name, content, newDigest, signal } = request
  const { sizeBytes, read } = content

  async function digestOf(readAt: typeof read): Promise<string> {
    const digest = newDigest()
    for (let at = 0; at < sizeBytes; at += PIECE_BYTES) {
      signal?.throwIfAborted()
      const piece = await readAt(at, Math.min(PIECE_BYTES, sizeBytes - at))
      if (piece.length === 0) break
      digest.update(piece)
    }
    return digest.hex()
  }

  const sha256 = await digestOf(read)
  const isThere = async () =>
    (await store.find(name))?.sizeBytes === sizeBytes &&
    (await digestOf((position, length) => store.read(name, position, length))) === sha256
  if (await isThere()) return 'there'
  await store.put(name, { sizeBytes, sha256, read })
  return (await isThere()) ? 'placed' : 'differs'
}
