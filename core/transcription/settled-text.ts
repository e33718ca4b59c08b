import type { LivePass } from './live-pass.ts'
import type { NamePieces } from './misheard/name-pieces.ts'
import type { PlacedPiece, TranscriptSegment, TranscriptStore } from './ports.ts'
import type { NameSpeakers } from './speakers.ts'

interface Deps {
  store: Pick<TranscriptStore, 'listSegments'>
  nameSpeakers: NameSpeakers
  namePieces?: NamePieces | undefined
  /** Recordings of the consultation that are being heard. */
  passes(consultationId: string): LivePass[]
}

/**
 * What stands for good of a consultation while it goes on: the final text of what has ended, and of
 * what goes on the windows that were heard for it. What people corrected since is told by the final
 * text only.
 */
export function settledText({ store, nameSpeakers, namePieces, passes }: Deps) {
  /** To look for names is work, and each window is looked through once. */
  const named = new WeakMap<PlacedPiece, PlacedPiece>()

  async function withNames(consultationId: string, pieces: readonly PlacedPiece[]) {
    const fresh = pieces.filter((piece) => !named.has(piece))
    const found = namePieces ? await namePieces(consultationId, fresh) : fresh
    for (const [at, piece] of fresh.entries()) named.set(piece, found[at] ?? piece)
    return pieces.map((piece) => named.get(piece) ?? piece)
  }

  return async (
    consultationId: string,
  ): Promise<{ segments: TranscriptSegment[]; goesOn: boolean }> => {
    const open = passes(consultationId)
    const segments = (await store.listSegments(consultationId)).filter(({ final }) => final)
    const stored = new Set(segments.map(({ recordingId }) => recordingId))
    for (const { recording, settled } of open) {
      // Between its end and the end of its pass it would be told twice.
      if (stored.has(recording.id)) continue
      const pieces = await withNames(consultationId, settled())
      segments.push(...pieces.map((piece) => asSegment(piece, recording)))
    }
    segments.sort((a, b) => a.startMs - b.startMs || a.channel.localeCompare(b.channel))
    const inOrder = segments.map((segment, sequence) => ({ ...segment, sequence }))
    return { segments: await nameSpeakers(inOrder), goesOn: open.length > 0 }
  }
}

function asSegment(
  { startMs, endMs, text, channel, confidence, words }: PlacedPiece,
  { id: recordingId, consultationId }: LivePass['recording'],
): TranscriptSegment {
  return {
    id: `${recordingId} ${channel} ${startMs}`,
    consultationId,
    recordingId,
    sequence: 0,
    startMs,
    endMs,
    text,
    channel,
    speaker: null,
    confidence,
    final: true,
    ...(words ? { words } : {}),
  }
}
