/** Sound heard in real time: when its words are shown, and how many of them change later. */
import type { ExecutionContext } from 'ava'
import type { Transcriber } from '../../core/transcription/ports.ts'
import { openTestVad, switchableEngine, transcriptionWorld } from '../helpers/speech.ts'
import { percentile } from './figures.ts'
import { type ShownPiece, scoreHearing, wordsOf } from './hearing-score.ts'

const RATE = 16_000
/** As often as sound arrives from a browser. */
const EVERY_MS = 200
/** What is shown after the last sound belongs to it. */
const SETTLES_MS = 6000
/** The same word within this time is the same word. */
const SAME_MS = 1200

interface ShownWord {
  norm: string
  startMs: number
  endMs: number
}

export async function hearLive(
  t: ExecutionContext,
  engine: Transcriber,
  sound: { channels: Int16Array[]; turns: Parameters<typeof scoreHearing>[0] },
  seconds: number,
) {
  const samples = sound.channels[0]!.slice(0, seconds * RATE)
  const turns = sound.turns.filter(({ end_ms }) => end_ms <= samples.length / 16)
  const world = await transcriptionWorld(t, {
    engine: switchableEngine({ ...engine, async [Symbol.asyncDispose]() {} }),
    openVad: openTestVad(t),
  })
  await world.service.start()
  const recording = await world.record([samples])
  const lines = new Map<string, ShownPiece>()
  const shown: (ShownWord & { atMs: number })[] = []
  const begun = performance.now()
  for (let read = 0, held = 0, endedMs = 0; ; ) {
    const nowMs = performance.now() - begun
    for (; read < world.news.length; read++) {
      const news = world.news[read]!
      if (news.type !== 'transcription.segments') continue
      for (const { id, text, start_ms, end_ms, words } of news.segments) {
        const timed = words?.map((word) => ({
          from: word.from,
          to: word.to,
          startMs: word.start_ms,
          endMs: word.end_ms,
        }))
        lines.set(id, { startMs: start_ms, endMs: end_ms, text, words: timed })
      }
      for (const word of wordsIn([...lines.values()]))
        if (!shown.some((one) => isSame(one, word))) shown.push({ ...word, atMs: nowMs })
    }
    const reached = Math.min(samples.length, Math.floor(nowMs / EVERY_MS) * EVERY_MS * 16)
    if (reached > held) {
      held = reached
      world.service.onAudio(recording, 0, world.sound.hold(recording.id, held)[0]!)
    }
    if (held === samples.length) endedMs ||= nowMs
    if (endedMs && nowMs - endedMs > SETTLES_MS) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await world.service.close()
  // A turn that is cut off by the end is none of those that count, nor is what was shown of it.
  const untilMs = Math.max(...turns.map(({ end_ms }) => end_ms))
  const last = [...lines.values()]
    .filter(({ startMs }) => startMs < untilMs)
    .sort((a, b) => a.startMs - b.startMs)
  const words = wordsIn(last)
  const delaysOf = (isIt: (shown: ShownWord, word: ShownWord) => boolean) =>
    words.flatMap((word) => {
      const first = shown.find((one) => isIt(one, word))
      return first ? [Math.max(0, first.atMs - word.endMs)] : []
    })
  const delays = delaysOf(isSame)
  // Words that are corrected later were shown before, as others.
  const untilText = delaysOf(isAtTimeOf)
  const gone = shown.filter((one) => !words.some((word) => isSame(one, word)))
  return {
    seconds: Math.round(samples.length / RATE),
    ...scoreHearing(turns, last),
    saidToTextP50Ms: Math.round(percentile(untilText, 0.5)),
    saidToTextP95Ms: Math.round(percentile(untilText, 0.95)),
    saidToLastWordingP50Ms: Math.round(percentile(delays, 0.5)),
    saidToLastWordingP95Ms: Math.round(percentile(delays, 0.95)),
    wordsTakenBack: Number((gone.length / Math.max(1, shown.length)).toFixed(3)),
  }
}

function wordsIn(pieces: readonly ShownPiece[]): ShownWord[] {
  return pieces.flatMap((piece) =>
    wordsOf(piece, 0).map(({ norm, startMs }) => {
      const place = piece.words?.find((word) => word.startMs === startMs)
      return { norm, startMs, endMs: place?.endMs ?? piece.endMs }
    }),
  )
}

function isAtTimeOf(a: ShownWord, b: ShownWord): boolean {
  return a.startMs <= b.endMs && a.endMs >= b.startMs
}

function isSame(a: ShownWord, b: ShownWord): boolean {
  return a.norm === b.norm && Math.abs(a.startMs - b.startMs) <= SAME_MS
}
