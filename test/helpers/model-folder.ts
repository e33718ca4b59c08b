import type { ModelRecord, ModelStore, StoredModel } from '../../core/model-file/ports.ts'

interface FakeFile {
  sha256: string
  sizeBytes?: number
  record?: ModelRecord
  head?: Uint8Array
}

/** A models folder in memory. `outside` are files elsewhere, by path. */
export function modelFolder(
  files: Record<string, FakeFile> = {},
  {
    outside = {},
    freeBytes = 1e12,
    partials = {},
  }: {
    outside?: Record<string, FakeFile>
    freeBytes?: number
    partials?: Record<string, number>
  } = {},
) {
  const folder = new Map(Object.entries(files))
  const began = new Map(Object.entries(partials))
  const downloads: { url: string; sha256: string }[] = []
  const stored = (file: string): StoredModel | null => {
    const found = folder.get(file)
    if (!found) return null
    const { sizeBytes = 1000, record = null } = found
    return { file, path: `/models/${file}`, sizeBytes, modifiedMs: 1, record }
  }
  const put = (file: string, sha256: string) => {
    folder.set(file, { sha256 })
    return stored(file)!
  }
  const fileAt = (path: string) => folder.get(path.replace('/models/', '')) ?? outside[path]

  const store: ModelStore = {
    folder: '/models',
    list: async () => [...folder.keys()].sort().map((file) => stored(file)!),
    partials: async () => [...began].map(([file, receivedBytes]) => ({ file, receivedBytes })),
    find: async (file) => stored(file),
    freeBytes: async () => freeBytes,
    async download({ file, url, sha256 }) {
      downloads.push({ url, sha256 })
      return put(file, sha256)
    },
    copyIn: async ({ file, sha256 }) => put(file, sha256),
    digest: async (path) => fileAt(path)?.sha256 ?? '',
    head: async (path) => fileAt(path)?.head ?? new Uint8Array(),
    isCutShort: async () => false,
    candidates: async (path) =>
      Object.entries(outside)
        .filter(([candidate]) => candidate.startsWith(path))
        .map(([candidate, { sizeBytes = 1000 }]) => ({ path: candidate, sizeBytes })),
    async keepRecord(file, record) {
      const found = folder.get(file)
      if (found) found.record = record
    },
    async remove(file) {
      folder.delete(file)
      began.delete(file)
    },
  }
  return { store, downloads, files: folder }
}
