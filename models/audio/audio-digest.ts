import { createHash } from 'node:crypto'
import { samplesToBytes } from '../../core/contract/frames.ts'
import type { AudioLocation } from '../../core/recording/storage.ts'
import { channelPath, directoryOf } from './audio-store.ts'
import type { AudioFiles } from './files.ts'
import { frameOpener } from './frame-seal.ts'
import { scanFile } from './scan-file.ts'

export interface FoundSound {
  channel: number
  /** Hex, over the samples that open, as a statement's. Null when there is no file. */
  sha256: string | null
  /** Blocks that do not open, and bytes that are no block. */
  damaged: number
}

/** What the files of a recording hold, read with its key and left as they are. */
export async function audioDigests(
  { audioDir, files }: { audioDir: string; files: AudioFiles },
  location: AudioLocation,
  key: Uint8Array,
): Promise<FoundSound[]> {
  const found: FoundSound[] = []
  for (let channel = 0; channel < location.channels; channel++) {
    const path = channelPath(directoryOf(audioDir, location), channel)
    const file = await files.openExisting(path, 'read')
    if (!file) {
      found.push({ channel, sha256: null, damaged: 0 })
      continue
    }
    const open = frameOpener({ key, recordingId: location.recordingId, channel })
    const digest = createHash('sha256')
    let closed = 0
    try {
      const { damagedBytes } = await scanFile(file, ({ bytes }) => {
        const samples = open(bytes)
        if (samples) digest.update(samplesToBytes(samples))
        else closed++
        return samples !== null
      })
      found.push({ channel, sha256: digest.digest('hex'), damaged: closed + damagedBytes })
    } finally {
      await file.close()
    }
  }
  return found
}
