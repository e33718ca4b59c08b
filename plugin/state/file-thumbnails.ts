/**
 * Small pictures of the files. They are fetched with the token and drawn on a canvas, so that no
 * address of theirs is in the page and the host's Content-Security-Policy needs no `blob:` for
 * pictures. One after the other: they are in no hurry.
 */
import type { UploadClient } from '../services/upload-client.ts'

export interface FileThumbnails {
  /** Undefined until it is here; asked for once. */
  get(fileId: string): ImageBitmap | undefined
  forget(fileId: string): void
  /** Gives the memory back. */
  stop(): void
}

interface Deps {
  client: Pick<UploadClient, 'thumbnail'>
  changed(): void
}

export function fileThumbnails({ client, changed }: Deps): FileThumbnails {
  const pictures = new Map<string, ImageBitmap | undefined>()
  let line: Promise<void> = Promise.resolve()
  let stopped = false

  async function load(fileId: string) {
    if (stopped || !pictures.has(fileId)) return
    const picture = await client
      .thumbnail(fileId)
      .then((blob) => createImageBitmap(blob))
      .catch(() => undefined)
    if (stopped || !pictures.has(fileId)) return picture?.close()
    pictures.set(fileId, picture)
    changed()
  }

  return {
    get(fileId) {
      if (!pictures.has(fileId)) {
        pictures.set(fileId, undefined)
        line = line.then(() => load(fileId))
      }
      return pictures.get(fileId)
    },
    forget(fileId) {
      pictures.get(fileId)?.close()
      pictures.delete(fileId)
    },
    stop() {
      stopped = true
      for (const picture of pictures.values()) picture?.close()
      pictures.clear()
    },
  }
}
