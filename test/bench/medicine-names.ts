import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ExecutionContext } from 'ava'
import { readSpeechModel } from '../../ai-local/whisper/speech-model.ts'
import { whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import { medicineFinders } from '../../bin/compose/name-medicines.ts'
import { silentLog } from '../../core/log.ts'
import { medicationNames } from '../../core/portuguese/medications.ts'
import { fold } from '../../core/transcription/misheard/piece-words.ts'
import type { RecognizedPiece, Transcriber } from '../../core/transcription/ports.ts'
import { compiledRuntime, temporaryFolder } from '../helpers/speech.ts'
import { NOISES } from '../helpers/speech-noise.ts'
import { TALK } from '../helpers/talk.ts'
import { teardowns } from './figures.ts'
import { HELD_OUT, type SpokenSentence, TUNED } from './medicine-sentences.ts'
import { benchMedicineTexts } from './medicine-texts.ts'

const RATE = 16_000
const WINDOW = 27 * RATE
const NOISE_BELOW_SPEECH_DB = 12
const PAUSE_MS = 200
const run = promisify(execFile)

/** Other voices and speeds for the half that nothing was tuned on. */
const SETS = {
  tuned: {
    sentences: TUNED,
    voices: [
      ['jf_alpha', 1],
      ['jm_kumo', 1.15],
    ],
  },
  heldOut: {
    sentences: HELD_OUT,
    voices: [
      ['jf_nezumi', 0.95],
      ['jf_tebukuro', 1.1],
      ['jf_gongitsune', 1.2],
    ],
  },
} as const

/**
 * A hundred medicines in running talk, spoken by synthetic voices and recognized by a released
 * model without a prompt: how many names are right as recognized, and after names were looked for
 * by sound; which are wrong. `BENCH_SPEAK` is the command that speaks a script (before its
 * arguments SCRIPT OUT.wav), `BENCH_SPEECH_MODEL` a Whisper file. Then texts without misheard
 * names, which need neither.
 */
export async function benchMedicineNames() {
  const { BENCH_SPEAK: speak, BENCH_SPEECH_MODEL: model } = process.env
  const texts = await benchMedicineTexts()
  if (!speak || !model)
    return { spoken: { skipped: 'BENCH_SPEAK and BENCH_SPEECH_MODEL are not set' }, texts }
  const after = teardowns()
  const t = { ...after, log() {}, pass() {}, fail() {} } as unknown as ExecutionContext
  const runtime = await compiledRuntime(t)
  if (!runtime) return { spoken: { skipped: 'no compiler for the speech runtime' }, texts }
  const server = whisperServer({
    binary: runtime.path,
    model: await readSpeechModel(model),
    threads: 2,
    log: silentLog,
  })
  const folder = temporaryFolder(t)
  const spoken: Record<string, unknown> = {}
  for (const [name, { sentences, voices }] of Object.entries(SETS))
    for (const [voice, speed] of voices) {
      const sounds = await soundsOf(speak, folder, sentences, voice, speed)
      spoken[`${name} ${voice}`] = await measure(server, sounds)
    }
  await server[Symbol.asyncDispose]()
  await after.run()
  return { model, spoken, texts }
}

interface Spoken extends SpokenSentence {
  sound: Int16Array
}

async function soundsOf(
  speak: string,
  folder: string,
  sentences: readonly SpokenSentence[],
  voice: string,
  speed: number,
): Promise<Spoken[]> {
  const file = (ending: string) => join(folder, `${voice}.${ending}`)
  await writeFile(file('txt'), `${sentences.map(({ text }) => text).join('\n')}\n`)
  const [program = '', ...first] = speak.split(' ')
  await run(program, [
    ...first,
    file('txt'),
    file('wav'),
    '--speed',
    String(speed),
    '--voices',
    `=${voice}`,
    '--times',
    file('json'),
  ])
  await run('sox', [
    file('wav'),
    '-r',
    String(RATE),
    '-c',
    '1',
    '-b',
    '16',
    '-e',
    'signed',
    '-t',
    'raw',
    file('raw'),
  ])
  const raw = await readFile(file('raw'))
  const whole = new Int16Array(raw.buffer, raw.byteOffset, raw.length / 2)
  const times = JSON.parse(await readFile(file('json'), 'utf8')) as {
    start_ms: number
    end_ms: number
  }[]
  return sentences.map((sentence, at) => {
    const { start_ms, end_ms } = times[at]!
    const from = Math.max(0, start_ms - PAUSE_MS) * (RATE / 1000)
    return { ...sentence, sound: whole.slice(from, (end_ms + PAUSE_MS) * (RATE / 1000)) }
  })
}

/**
 * Each sentence by itself as live speech, every third in noise too, and all of them in full windows
 * as a final pass hears them.
 */
async function measure(server: Transcriber, sentences: readonly Spoken[]) {
  const noisy = sentences.filter((_, at) => at % 3 === 0).map(inNoise)
  return {
    alone: await score(
      server,
      sentences.map((one) => [one]),
      'live',
    ),
    inNoise: await score(
      server,
      noisy.map((one) => [one]),
      'live',
    ),
    packed: await score(server, windowsOf(sentences), 'final'),
  }
}

function inNoise(spoken: Spoken): Spoken {
  const { sound } = spoken
  const noise = NOISES['pink noise, like an air conditioner']!(Math.ceil(sound.length / RATE))
  const power = (samples: Int16Array) =>
    samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const level = Math.sqrt(power(sound) / power(noise) / 10 ** (NOISE_BELOW_SPEECH_DB / 10))
  const mixed = sound.map((sample, at) =>
    Math.max(-32_768, Math.min(32_767, sample + level * noise[at]!)),
  )
  return { ...spoken, sound: mixed }
}

function windowsOf(sentences: readonly Spoken[]): Spoken[][] {
  const windows: Spoken[][] = [[]]
  let length = 0
  for (const sentence of sentences) {
    length += sentence.sound.length
    if (length > WINDOW) {
      windows.push([])
      length = sentence.sound.length
    }
    windows.at(-1)!.push(sentence)
  }
  return windows
}

const NAMES = medicationNames()
/** Names alone, without the search for other misheard words. */
const nameMedicine = await medicineFinders(TALK)([], { isPortuguese: false })

async function score(
  server: Transcriber,
  windows: readonly (readonly Spoken[])[],
  priority: 'live' | 'final',
) {
  const counts = { names: 0, before: 0, after: 0, offered: 0 }
  const wrong: string[] = []
  const wrongOffers: string[] = []
  const { signal } = new AbortController()
  for (const window of windows) {
    const sound = joined(window.map((one) => one.sound))
    const heard = await server.recognize(sound, { language: 'pt-BR', priority, signal })
    const found = heard.map((piece) => nameMedicine(piece))
    const marks = found.flatMap(({ text, words = [] }) =>
      words.map(({ from, to, heard, offered }) => ({ text: text.slice(from, to), heard, offered })),
    )
    const said = window.flatMap(({ names }) => names)
    for (const name of said) {
      counts.names++
      if (holds(heard, name)) counts.before++
      if (holds(found, name)) counts.after++
      else if (marks.some(({ offered = '' }) => isSame(offered, name))) counts.offered++
    }
    for (const { text, heard, offered } of marks) {
      if (said.some((name) => isSame(offered ?? text, name))) continue
      if (heard !== undefined) wrong.push(`${heard} > ${text}`)
      else if (offered !== undefined) wrongOffers.push(`${text} > ${offered}`)
    }
  }
  return { ...counts, wrong, wrongOffers }
}

/** The name itself, or another of the same medicine. */
function isSame(one: string, name: string): boolean {
  const ingredient = (word: string) => NAMES.get(plain(word)) ?? plain(word)
  return ingredient(one) === ingredient(name)
}

function holds(pieces: readonly RecognizedPiece[], name: string): boolean {
  return ` ${plain(pieces.map(({ text }) => text).join(' '))} `.includes(` ${name} `)
}

function plain(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

function joined(sounds: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(sounds.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const sound of sounds) {
    all.set(sound, at)
    at += sound.length
  }
  return all
}
