import { plainWords } from './plain-words.ts'
import type { RecognizedPiece } from './ports.ts'
import type { SpeechPrompt } from './speech-prompt.ts'

/**
 * Whether a piece is the prompt itself, which Whisper likes to say over silence. Four words in the vocabulary's order are not speech; words
 * that repeat the utterance before may be, so there the engine has to doubt too. What was dropped wrongly is heard again without a prompt.
 */
export function isPromptEcho(
  piece: Pick<RecognizedPiece, 'text' | 'confidence' | 'noSpeechProbability'>,
  { vocabulary, context }: SpeechPrompt,
): boolean {
  const words = plainWords(piece.text)
  const { confidence, noSpeechProbability } = piece
  const doubtful = (confidence ?? 1) < 0.6 || (noSpeechProbability ?? 0) > 0.3
  if (covered(words, plainWords(vocabulary), doubtful ? 3 : 4) >= 0.8) return true
  return doubtful && covered(words, plainWords(context), 3) === 1
}

/** The share of words that stand in a row of at least `run` with the same neighbours as in `source`. */
function covered(words: readonly string[], source: readonly string[], run: number): number {
  if (words.length < run || source.length < run) return 0
  const known = new Set(runsOf(source, run))
  const inside = new Set<number>()
  for (const [start, phrase] of runsOf(words, run).entries())
    if (known.has(phrase)) for (let i = start; i < start + run; i++) inside.add(i)
  return inside.size / words.length
}

function runsOf(words: readonly string[], run: number): string[] {
  return words.slice(0, words.length - run + 1).map((_, at) => words.slice(at, at + run).join(' '))
}
