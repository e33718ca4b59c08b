/** What was said in a consultation, written where speech recognition would write it. */
import { openAccess } from '../../bin/compose/access.ts'
import { medicineFinders } from '../../bin/compose/name-medicines.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import { silentLog } from '../../core/log.ts'
import type { HeardWord, PlacedPiece } from '../../core/transcription/ports.ts'
import { transcriptStore } from '../../models/transcript/store.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { addRecording } from './speech.ts'
import { TALK } from './talk.ts'

interface TearDown {
  teardown(end: () => unknown): void
}

/** One line of a conversation; five seconds each, one after the other. */
export interface Spoken {
  text: string
  confidence?: number
  /** A word of it that the recognizer doubts. */
  doubted?: string
  /** Names of medicines are looked for in it, as the service does. */
  named?: boolean
}

/** The service's own database, beside it: where speech would write, and with its keys. */
export async function openTranscripts(t: TearDown, { dataDir }: { dataDir: string }) {
  const machine = platform()
  const { config } = loadConfig({
    flags: {},
    env: { SVC_DATA_DIR: dataDir },
    cwd: dataDir,
    installRoot: machine.installRoot,
    readFile: () => undefined,
  })
  const { database, sealer, access } = await openAccess(config, machine, silentLog)
  t.teardown(() => database.close())
  const vault = consultationVault({ sequelize: database.sequelize, sealer, now: machine.now })
  const transcripts = transcriptStore(database.sequelize, vault)
  return {
    /** A session token with a life shorter than a host can ask for. */
    async shortToken(apiKey: string, validForS: number): Promise<string> {
      const credential = await access.authenticateKey(apiKey)
      return (await access.issueSessionToken(credential, { validForS })).token
    },
    async write(consultationId: string, spoken: readonly Spoken[]) {
      const recording = await addRecording(database, consultationId)
      await database.sequelize.query(
        `UPDATE recordings SET state = 'finished', announced = 1 WHERE id = '${recording.id}'`,
      )
      for (const [index, { text, confidence = 0.95, doubted, named }] of spoken.entries())
        await transcripts.putLive(
          { consultationId, recordingId: recording.id, channel: 0, fromSample: index * 80_000 },
          [
            (named ? await finderFor([]) : asHeard)({
              startMs: index * 5000,
              endMs: index * 5000 + 4800,
              text,
              channel: 'mic',
              confidence,
              ...(doubted ? { words: wordsOf(text, index * 5000, doubted) } : {}),
            }),
          ],
        )
    },
  }
}

const finderFor = medicineFinders(TALK)
const asHeard = (piece: PlacedPiece) => piece

/** Half a second each. */
function wordsOf(text: string, startMs: number, doubted: string): HeardWord[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index: from }, at) => ({
    from,
    to: from + word.length,
    startMs: startMs + at * 500,
    endMs: startMs + (at + 1) * 500,
    confidence: word === doubted ? 0.2 : 0.95,
  }))
}
