/**
 * The state of the data folder from before an upgrade, as it is kept beside the backups:
 * `backups/upgrades/TIME/` (decision 8).
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { dataFolder } from '../../config/data-folder.ts'
import type { BundleManifest } from '../../core/bundle/manifest.ts'
import { planRollback } from '../../core/bundle/plan-rollback.ts'
import { wipe } from '../../models/backup/snapshot.ts'

export const DATABASE = 'svc.sqlite'
export const FACTS = 'kept.json'
/** In a kept state's folder: the newer data whose place it took. Whole once it has its `FACTS`. */
export const SET_ASIDE = 'newer'
/** The launcher serves nothing while it is there. */
export const UNFINISHED = 'rollback.unfinished'
/**
 * Beside the database: the audit's memory of the chain's end, and the keys that the database names.
 */
export const WITH_IT = ['audit', 'keys']

const Kept = z.object({
  from: z.string(),
  to: z.string(),
  at: z.iso.datetime(),
  /** Steps that the database had seen. */
  applied: z.array(z.string()),
  /** Rows of a few tables, so that the kept file need not be opened, which would change it. */
  counts: z.record(z.string(), z.number()),
  /**
   * Certificates of what had been erased by then. Of anything erased later this state still holds
   * the keys.
   */
  certificates: z.array(z.string()),
  sha256: z.string(),
})
export type Kept = z.infer<typeof Kept>

export async function keepFacts(path: string, facts: Kept): Promise<void> {
  await writeFile(path, `${JSON.stringify(facts, null, 1)}\n`, { mode: 0o600 })
}

/** The newest that the older program can read, steps of another version that only add included. */
export async function findKept(
  shelf: string,
  target: Pick<BundleManifest, 'migrations'>,
  additive: readonly string[],
) {
  for (const { folder, facts } of await factsOnShelf(shelf)) {
    if (
      planRollback({ applied: facts.applied, known: target.migrations, additive }).kind !== 'keep'
    )
      continue
    if ((await digest(join(folder, DATABASE))) === facts.sha256) return { folder, facts }
  }
  return null
}

/** Null: none. */
export async function newestKept(shelf: string): Promise<Kept | null> {
  return (await factsOnShelf(shelf))[0]?.facts ?? null
}

/** Newest first. */
async function factsOnShelf(shelf: string): Promise<{ folder: string; facts: Kept }[]> {
  const names = (await readdir(shelf).catch(() => [])).filter((name) => /^\d/.test(name)).sort()
  const found: { folder: string; facts: Kept }[] = []
  for (const name of names.reverse()) {
    const folder = join(shelf, name)
    const text = await readFile(join(folder, FACTS), 'utf8').catch(() => null)
    if (text !== null) found.push({ folder, facts: Kept.parse(JSON.parse(text)) })
  }
  return found
}

export function upgradesShelf(dataDir: string): string {
  return join(dataFolder(dataDir).backups, 'upgrades')
}

/**
 * Every database with its keys that an upgrade or a way back left beside the data: folders, below
 * the data folder.
 */
export async function keptStates(dataDir: string): Promise<string[]> {
  const shelf = upgradesShelf(dataDir)
  const found: string[] = []
  for (const name of (await readdir(shelf).catch(() => [])).sort())
    for (const folder of [join(shelf, name), join(shelf, name, SET_ASIDE)])
      if (existsSync(join(folder, DATABASE))) found.push(relative(dataDir, folder))
  return found
}

/**
 * For another upgrade: only the newest state leads back. Older ones serve nobody and hold keys of
 * what was erased since: they are overwritten. What a way back has set aside is visits that lie
 * nowhere else, and stays until an administrator forgets it.
 */
export async function leaveSetAside(shelf: string): Promise<void> {
  for (const name of await readdir(shelf)) {
    if (name === UNFINISHED) continue
    const folder = join(shelf, name)
    const parts = existsSync(join(folder, SET_ASIDE, FACTS)) ? await readdir(folder) : []
    if (parts.length === 0) await wipe(folder)
    for (const part of parts) if (part !== SET_ASIDE) await wipe(join(folder, part))
  }
}

/** Everything that was kept, and everything that was set aside. */
export async function forget(shelf: string): Promise<void> {
  for (const name of await readdir(shelf)) {
    if (name === UNFINISHED) continue
    await wipe(join(shelf, name))
  }
}

/**
 * After a way back: the kept state is the database now, and a second copy would keep keys that are
 * about to be erased again.
 */
export async function letGo(folder: string): Promise<void> {
  await rm(join(folder, FACTS))
  for (const name of [DATABASE, ...WITH_IT]) await wipe(join(folder, name))
}

export async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'r')
  for await (const bytes of file.createReadStream()) hash.update(bytes as Buffer)
  return hash.digest('hex')
}
