/**
 * Copies sealed files into a store and compares each with what it came from, by its digest: what an
 * earlier attempt has brought is read and left.
 */
import { AppError } from '../errors.ts'
import { placeContent } from '../store/place-content.ts'
import type { ContentStore, Sha256 } from '../store/ports.ts'

export interface MovedFiles {
  files: number
  bytes: number
  /** Files that an earlier attempt had brought already. */
  alreadyThere: number
}

export interface FileSource extends Pick<ContentStore, 'find' | 'read'> {
  /** @param name in the source, `as` in the target */
  list(): AsyncGenerator<{ name: string; as: string }, void>
}

interface Request {
  from: FileSource
  /** Null: this one stays where it is. */
  storeOf(name: string): ContentStore | null
  newDigest(): Sha256
  signal: AbortSignal
  onProgress(doneFiles: number, doneBytes: number): void
}

/** @throws {AppError} `move_file_differs` */
export async function moveFiles(request: Request): Promise<MovedFiles> {
  const { from, storeOf, newDigest, signal, onProgress } = request
  const moved: MovedFiles = { files: 0, bytes: 0, alreadyThere: 0 }

  for await (const { name, as } of from.list()) {
    const store = storeOf(name)
    const found = store && (await from.find(name))
    if (!store || !found) continue
    const { sizeBytes } = found
    const read = (position: number, length: number) => from.read(name, position, length)
    const content = { sizeBytes, read }
    const placed = await placeContent({ store, name: as, content, newDigest, signal })
    if (placed === 'there') moved.alreadyThere++
    if (placed === 'differs')
      throw new AppError(
        'unavailable',
        'move_file_differs',
        `${as} is not in the target as it was written. Begin again; the source is as it was.`,
      )
    moved.files++
    moved.bytes += sizeBytes
    onProgress(moved.files, moved.bytes)
  }
  return moved
}
