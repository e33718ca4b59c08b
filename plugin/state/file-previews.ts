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

/** A stretch of a page that a value of a document came from. */
interface TextMark {
  fileId: string
  /** From 1. */
  page: number
  start: number
  end: number
}

/**
 * The text that the box read from a file, as the doctor opens it (SPEC-GAPS 2.7): what generators
 * read, to be checked.
 */
export interface FileTexts {
  isOpen(fileId: string): boolean
  /** By page, once they are here. */
  pagesOf(fileId: string): readonly string[] | 'loading' | 'failed'
  readonly mark: TextMark | undefined
  toggle(fileId: string): void
  open(mark: TextMark): void
}

interface TextDeps {
  client: Pick<UploadClient, 'text'>
  changed(): void
}

export function fileTexts({ client, changed }: TextDeps): FileTexts {
  const texts = new Map<string, readonly string[] | 'failed'>()
  const open = new Set<string>()
  let mark: TextMark | undefined

  async function load(fileId: string) {
    if (Array.isArray(texts.get(fileId))) return
    texts.delete(fileId)
    const pages = await client.text(fileId).catch(() => 'failed' as const)
    texts.set(fileId, pages)
    changed()
  }

  function show(fileId: string) {
    open.add(fileId)
    void load(fileId)
    changed()
  }

  return {
    isOpen: (fileId) => open.has(fileId),
    pagesOf: (fileId) => texts.get(fileId) ?? 'loading',
    get mark() {
      return mark
    },
    toggle(fileId) {
      if (mark?.fileId === fileId) mark = undefined
      if (!open.delete(fileId)) show(fileId)
      changed()
    },
    open(next) {
      mark = next
      show(next.fileId)
    },
  }
}
