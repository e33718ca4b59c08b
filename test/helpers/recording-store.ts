/** An audio store in a temporary folder, closed and opened again like a server that restarts. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { silentLog } from '../../core/log.ts'
import type { AudioLocation, AudioStore } from '../../core/recording/storage.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import { channelPath, directoryOf, openAudioStore } from '../../models/audio/audio-store.ts'
import { type AudioFile, type AudioFiles, nodeFiles } from '../../models/audio/files.ts'

export async function storeFolder(t: ExecutionContext, audioDir?: string) {
  const folder = audioDir ?? (await mkdtemp(join(tmpdir(), 'svc-audio-')))
  const key = randomBytes(32)
  const vault: ConsultationVault = {
    keyFor: async () => key,
    findKey: async () => key,
    destroyKey: async () => {},
    verify: async () => {},
  }
  const location: AudioLocation = {
    recordingId: randomUUID(),
    consultationId: randomUUID(),
    channels: 1,
  }
  const opened = new Set<AudioStore>()
  t.teardown(async () => {
    for (const store of opened) await store.close().catch(() => {})
    if (!audioDir) await rm(folder, { recursive: true, force: true })
  })

  return {
    folder,
    vault,
    location,
    path: channelPath(directoryOf(folder, location), 0),
    journal: join(folder, 'journal'),
    async open(files: AudioFiles = nodeFiles, other: Partial<ConsultationVault> = {}) {
      const options = { audioDir: folder, vault: { ...vault, ...other }, log: silentLog, files }
      const store = await openAudioStore({ ...options, gatherMs: 1 })
      opened.add(store)
      return store
    },
  }
}

/** What goes wrong, and when: asked before every call. Throw to make it fail. */
export interface Fault {
  (call: { kind: 'write' | 'sync'; path: string }): void
  /** How many bytes of the failing write reach the disk all the same. */
  tornBytes?: number
}

/** The real file system with faults put in front of it. */
export function faultyFiles(fault: Fault): AudioFiles {
  const wrap = (file: AudioFile, path: string): AudioFile => ({
    ...file,
    async write(bytes, position) {
      try {
        fault({ kind: 'write', path })
      } catch (error) {
        await file.write(bytes.subarray(0, fault.tornBytes ?? 0), position)
        throw error
      }
      await file.write(bytes, position)
    },
    async sync() {
      fault({ kind: 'sync', path })
      await file.sync()
    },
  })
  return {
    ...nodeFiles,
    open: async (path) => wrap(await nodeFiles.open(path), path),
    async openExisting(path, mode) {
      const file = await nodeFiles.openExisting(path, mode)
      return file && wrap(file, path)
    },
  }
}

export function diskError(code: string): Error {
  return Object.assign(new Error(`${code}: test`), { code, syscall: 'write' })
}
