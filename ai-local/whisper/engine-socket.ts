import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Where an engine listens: a Unix socket in a folder of its own that only this account may enter.
 */
export interface EngineSocket {
  /** Created with mode 0700, whatever the umask. */
  readonly folder: string
  readonly path: string
  /** Takes the folder away; again: nothing. */
  remove(): void
}

/** What the system holds of a socket's address, 108 bytes on Linux and 104 on macOS, ended by 0. */
const LONGEST_PATH = 103
const NAME = 'socket'

/** @throws an Error where no temporary folder may be written, or its path is too long */
export function engineSocket(folders: readonly string[] = [tmpdir(), '/tmp']): EngineSocket {
  let reason: unknown = null
  for (const parent of folders) {
    const length = Buffer.byteLength(join(parent, `${PREFIX}XXXXXX`, NAME))
    if (length > LONGEST_PATH) continue
    try {
      const folder = mkdtempSync(join(parent, PREFIX))
      return {
        folder,
        path: join(folder, NAME),
        remove: () => rmSync(folder, { recursive: true, force: true }),
      }
    } catch (error) {
      reason = error
    }
  }
  throw new Error('no temporary folder takes a socket', { cause: reason })
}

const PREFIX = 'svc-speech-'
