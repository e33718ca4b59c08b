/**
 * The text that the box read from a file, as the doctor opens it (SPEC-GAPS 2.7): what generators
 * read, to be checked.
 */
import type { UploadClient } from '../services/upload-client.ts'

/** A stretch of a page that a value of a document came from. */
export interface TextMark {
  fileId: string
  /** From 1. */
  page: number
  start: number
  end: number
}

export interface FileTexts {
  isOpen(fileId: string): boolean
  /** By page, once they are here. */
  pagesOf(fileId: string): readonly string[] | 'loading' | 'failed'
  readonly mark: TextMark | undefined
  toggle(fileId: string): void
  open(mark: TextMark): void
}

interface Deps {
  client: Pick<UploadClient, 'text'>
  changed(): void
}

export function fileTexts({ client, changed }: Deps): FileTexts {
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
