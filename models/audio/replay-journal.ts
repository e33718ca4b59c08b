import { join } from 'node:path'
import type { Log } from '../../core/log.ts'
import type { AudioFile, AudioFiles } from './files.ts'
import { readJournals } from './journal.ts'

interface Deps {
  audioDir: string
  journalDir: string
  files: AudioFiles
  log: Log
}

/** Brings the channel files up to what was acknowledged before a crash, and empties the journal. */
export async function replayJournal({ audioDir, journalDir, files, log }: Deps): Promise<void> {
  const journals = await files.list(journalDir)
  if (journals.length === 0) return
  const directories = await recordingDirectories(audioDir, files)
  const opened = new Map<string, AudioFile | null>()
  let entries = 0
  try {
    await readJournals(journalDir, files, async ({ recordingId, channel, position, bytes }) => {
      const directory = directories.get(recordingId)
      if (!directory) return // removed since
      const path = join(directory, `${channel}.svc`)
      const known = opened.get(path)
      const file = known === undefined ? await files.openExisting(path, 'write') : known
      opened.set(path, file)
      await file?.write(bytes, position)
      entries++
    })
    for (const file of opened.values()) await file?.sync()
  } finally {
    for (const file of opened.values()) await file?.close()
  }
  for (const name of journals) await files.remove(join(journalDir, name))
  log.info('audio.played_back', { journals: journals.length, entries })
}

async function recordingDirectories(
  audioDir: string,
  files: AudioFiles,
): Promise<Map<string, string>> {
  const directories = new Map<string, string>()
  for (const consultation of await files.list(audioDir)) {
    if (consultation === 'journal') continue
    for (const recording of await files.list(join(audioDir, consultation)))
      directories.set(recording, join(audioDir, consultation, recording))
  }
  return directories
}
