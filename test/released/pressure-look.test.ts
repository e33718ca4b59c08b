/**
 * The model in the box, shown numbers as words, hears both numbers of blood pressures that it runs
 * together otherwise ("pressão 138"). The sound is that of spoken evaluation cases.
 */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import test from 'ava'
import { whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import { silentLog } from '../../core/log.ts'
import { NUMBERS_AS_WORDS, withPressure } from '../../core/transcription/pressure-look.ts'
import { decodeBytes } from '../helpers/decode-bytes.ts'
import { compiledRuntime, preparedBoxModel } from '../helpers/speech.ts'

const PER_SECOND = 16_000
const SAID = [
  ['som-06', 42.1, 46.1, '130', '80'],
  ['som-11', 34.3, 38.7, '110', '70'],
  ['som-13', 42.1, 46.3, '130', '85'],
] as const

test('both numbers of a pressure are heard where numbers are shown as words', async (t) => {
  const runtime = await compiledRuntime(t)
  const model = await preparedBoxModel(runtime!)
  const threads = availableParallelism()
  await using engine = whisperServer({ binary: runtime!.path, model, threads, log: silentLog })
  const { signal } = new AbortController()
  for (const [name, fromS, toS, upper, lower] of SAID) {
    const file = new URL(`../../config/evaluation/sound/${name}.ogg`, import.meta.url)
    const { sound } = await decodeBytes(await readFile(file))
    const samples = sound[0]!.subarray(fromS * PER_SECOND, toS * PER_SECOND)
    const hear = async (prompt?: string) => {
      const how = { language: 'pt-BR', priority: 'final', temperature: 0, prompt, signal } as const
      return (await engine.recognize(samples, how)).map(({ text }) => text).join(' ')
    }
    const [first, answer] = [await hear(), await hear(NUMBERS_AS_WORDS)]
    const piece = { text: first, startMs: 1000 * fromS, endMs: 1000 * toS }
    const { text } = withPressure(piece, answer)
    t.log(first, '→', answer, '→', text)
    t.regex(text, new RegExp(`${upper}\\b.*\\b${lower}\\b`), name)
  }
})
