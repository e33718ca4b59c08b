/**
 * Takes sound and files that are whole from the data folder into the store behind it. What lies
 * here goes only after the store has proved that it holds it and the journal of sound is empty of
 * it; what was erased meanwhile goes from both. It may be killed anywhere and begun again: until
 * the end both places have the same bytes, and readers ask the folder first.
 */
import { rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Sequelize } from 'sequelize'
import type { Log } from '../../core/log.ts'
import { type AudioFiles, nodeFiles } from '../audio/files.ts'
import { syncFolder } from '../durable-file.ts'
import type { PlaceContent } from '../store/content-place.ts'
import { folderStore } from '../store/folder-store.ts'
import { contentStates } from './content-states.ts'

/** In one run: the next comes soon, and the journal is emptied once for all of them. */
const AT_ONCE = 50
/** Faults one after the other, of a store that is away rather than of one file. */
const MOST_FAULTS = 3
/** A file that could not be taken waits so long, in ms, so that others have their turn. */
const REST_MS = 60_000
/** Nobody is about to put something into a folder that was left alone for so long, in ms. */
const LEFT_ALONE_MS = 600_000

interface Deps {
  sequelize: Sequelize
  dataDir: string
  place: PlaceContent
  /** The folder and the store. */
  files: Pick<AudioFiles, 'remove'>
  /** Nothing that was written until now is in it any more. */
  emptyJournal(): Promise<void>
  log: Log
}

interface Placed {
  name: string
  /** Which file of that name it was. */
  identity: string
}

/**
 * @returns how many lie in the store alone now
 * @throws the last fault of the store, after the others had their turn
 */
export function contentCarrier(deps: Deps): (signal: AbortSignal) => Promise<number> {
  const { sequelize, dataDir, place, files, emptyJournal, log } = deps
  const local = folderStore(dataDir)
  const stateOf = contentStates(sequelize)
  const waitsUntilMs = new Map<string, number>()

  /** Read through one handle: what takes its name meanwhile is another file. */
  async function placeOne(name: string): Promise<Placed | null> {
    const path = join(dataDir, name)
    const identity = await identityOf(path)
    const file = identity === null ? null : await nodeFiles.openExisting(path, 'read')
    if (!file || identity === null) return null
    try {
      const read = (position: number, length: number) => file.read(length, position)
      await place(name, { sizeBytes: await file.size(), read })
      return { name, identity }
    } finally {
      await file.close()
    }
  }

  async function leave({ name, identity }: Placed): Promise<boolean> {
    const path = join(dataDir, name)
    const state = await stateOf(name)
    if (state === 'gone') await files.remove(path)
    if (state !== 'rests' || (await identityOf(path)) !== identity) return false
    await rm(path, { force: true })
    await syncFolder(dirname(path))
    await prune(dirname(path))
    return true
  }

  /** Folders that nothing is left in, below `audio` and `files`. */
  async function prune(folder: string): Promise<void> {
    for (let at = folder; dirname(at) !== dataDir; at = dirname(at))
      if (!(await rmdir(at).then(...REMOVED))) return
  }

  /** What other ways have emptied: an erasure, an upload that was refused. */
  async function pruneLeft(root: string): Promise<void> {
    for (const name of await nodeFiles.list(join(dataDir, root))) {
      const folder = join(dataDir, root, name)
      const about = OF_A_VISIT.test(name) ? await stat(folder).catch(() => null) : null
      if (about && Date.now() - about.mtimeMs > LEFT_ALONE_MS) await rmdir(folder).catch(() => {})
    }
  }

  async function* waiting(signal: AbortSignal) {
    for (const root of ['audio', 'files'])
      for await (const { name } of local.list(root)) {
        if (signal.aborted) return
        const isResting = (waitsUntilMs.get(name) ?? 0) > performance.now()
        if (!isResting && (await stateOf(name)) === 'rests') yield name
      }
  }

  return async (signal) => {
    const placed: Placed[] = []
    const faults: unknown[] = []
    for await (const name of waiting(signal)) {
      const one = await placeOne(name).catch((error: unknown) => {
        waitsUntilMs.set(name, performance.now() + REST_MS)
        faults.push(error)
        return null
      })
      if (one) waitsUntilMs.delete(name)
      if (one && placed.push(one) >= AT_ONCE) break
      if (faults.length >= MOST_FAULTS) break
    }
    let gone = 0
    if (placed.length > 0) await emptyJournal()
    else for (const root of ['audio', 'files']) await pruneLeft(root)
    for (const one of placed) if (await leave(one)) gone++
    if (gone > 0) log.info('store.carried', { files: gone })
    if (faults.length > 0) throw faults.at(-1)
    return gone
  }
}

const REMOVED = [() => true, () => false] as const
const OF_A_VISIT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function identityOf(path: string): Promise<string | null> {
  const about = await stat(path).catch(() => null)
  return about && `${about.ino} ${about.size} ${about.mtimeMs}`
}
