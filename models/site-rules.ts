import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../core/log.ts'

const MOST_BYTES = 256 << 10

/**
 * Rules for pages of EHRs: every `*.json` of these folders that holds an object, in the order of
 * their names. A folder may be missing. A file that cannot be read costs its own rules, and is told
 * in the log.
 */
export async function readSiteRules(
  folders: readonly string[],
  log: Log,
): Promise<Record<string, unknown>[]> {
  const rules = []
  for (const folder of folders)
    for (const file of (await readdir(folder).catch(() => [])).sort()) {
      if (!file.endsWith('.json')) continue
      const rule = await readRule(join(folder, file)).catch((err) => {
        log.warn('extension.site_not_read', { file, err })
      })
      if (rule) rules.push(rule)
    }
  return rules
}

async function readRule(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, 'utf8')
  const value: unknown = text.length > MOST_BYTES ? null : JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('no object, or too large')
  return value as Record<string, unknown>
}
