import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../core/log.ts'

const MOST_BYTES = 256 << 10

export interface SiteFile {
  file: string
  /** What it holds; undefined: it cannot be read. */
  value: unknown
  error: unknown
}

/** Every `*.json` of these folders, in the order of their names. A folder may be missing. */
export async function readSiteFiles(folders: readonly string[]): Promise<SiteFile[]> {
  const read = []
  for (const folder of folders)
    for (const file of (await readdir(folder).catch(() => [])).sort()) {
      if (!file.endsWith('.json')) continue
      read.push(
        await readSiteFile(join(folder, file)).then(
          (value) => ({ file, value, error: undefined }),
          (error: unknown) => ({ file, value: undefined, error }),
        ),
      )
    }
  return read
}

/**
 * Rules for pages of EHRs: whatever of these files holds an object. A file that cannot be read
 * costs its own rules, and is told in the log.
 */
export async function readSiteRules(
  folders: readonly string[],
  log: Log,
): Promise<Record<string, unknown>[]> {
  const files = await readSiteFiles(folders)
  return files.flatMap(({ file, value, error: err }) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return [value as Record<string, unknown>]
    log.warn('extension.site_not_read', { file, err: err ?? new Error('no object') })
    return []
  })
}

/** @throws where it is no JSON, or too large */
async function readSiteFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8')
  if (text.length > MOST_BYTES) throw new Error('too large')
  return JSON.parse(text)
}
