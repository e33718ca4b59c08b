/**
 * Speaks the sound that the repository holds, by natural voices, as Ogg Opus of 16 kHz beside its
 * script (for maintainers; the result is committed): the sample consultations, the cases with sound
 * of the evaluation set, the fixtures of the tests.
 *
 *   npx tsx bin/tools/generate/make-sound.ts samples|evaluation|fixtures [name ...] --speak PROGRAM
 *   --voices FOLDER [--python PROGRAM] npx tsx bin/tools/generate/make-sound.ts
 *   samples|evaluation|fixtures [name ...] --check --whisper PROGRAM --model FILE
 *
 * PROGRAM of `--speak` is a Python program: FOLDER, a script of lines "speaker: text", the WAV file
 * to write, `--times`, `--speed` and `--voices`. `--check` makes nothing: whisper.cpp hears each
 * committed sound as a whole, and what it misheard is printed with the word error rate. Needs
 * opus-tools.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { speechScorer } from '../../../core/evaluation/word-errors.ts'
import { babbleNoise, inNoise, mainsHum, pinkNoise } from './speech/conditions.ts'
import { type Clip, layOut } from './speech/scene.ts'
import { SCRIPT_SETS, type SoundScript } from './speech/script-sets.ts'
import { wavOf } from './speech/sound-file.ts'
import { type Speaker, speakClips } from './speech/speak-clips.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const INTERRUPTION_MS = -250
const CHANNEL_BITS = { 1: '24', 2: '64' }
const BABBLE = [
  'O ônibus passou cheio de novo e ninguém desceu na praça, então fomos a pé até a feira comprar laranja e pão.',
  'Amanhã tem reunião na escola das crianças, depois vou ao mercado e ao banco, se a fila estiver pequena.',
  'O jogo terminou empatado e o vizinho ligou a televisão bem alto, ficou todo mundo comentando na calçada.',
  'A chuva molhou a roupa no varal, a conta de luz chegou cara e a torneira da cozinha continua pingando.',
]
const BABBLE_VOICES = {
  first: 'jm_kumo',
  second: 'jf_nezumi',
  third: 'jf_gongitsune',
  fourth: 'jf_tebukuro',
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    speak: { type: 'string', default: '' },
    voices: { type: 'string', default: '' },
    python: { type: 'string', default: 'python3' },
    whisper: { type: 'string', default: '' },
    model: { type: 'string', default: '' },
  },
})
const [set = '', ...asked] = positionals
const scripts = SCRIPT_SETS[set]?.(ROOT)
if (!scripts) throw new Error(`one of ${Object.keys(SCRIPT_SETS).join(', ')}`)
const speaker: Speaker = {
  python: flags.python,
  speakPath: flags.speak,
  modelsDir: flags.voices,
  cacheDir: join(tmpdir(), 'spoken-turns'),
}
const work = mkdtempSync(join(tmpdir(), 'make-sound-'))
try {
  for (const script of scripts.filter(({ name }) => asked.length === 0 || asked.includes(name)))
    console.log(flags.check ? check(script) : await make(script))
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function make(script: SoundScript): Promise<string> {
  const { name, lines, voices, hasTwoChannels, noise, oggPath, keepTimes } = script
  const clips = await speakClips(speaker, { turns: lines, voices })
  const pauseMs = (index: number) => {
    const { interrupts, pauseBeforeMs } = lines[index + 1] ?? {}
    return interrupts ? INTERRUPTION_MS : (pauseBeforeMs ?? naturalPauseMs(index))
  }
  const channelOf = (by: string) => (hasTwoChannels && by !== 'doctor' ? 1 : 0)
  const clean = layOut(clips, { pauseMs, channelOf })
  const scene = noise ? inNoise(await noiseOf(noise.kind), noise.snrDb)(clean) : clean
  const wav = join(work, `${name}.wav`)
  writeFileSync(wav, wavOf(scene.channels))
  // A fixed serial number and no padding: the same sound gives the same bytes.
  const bits = CHANNEL_BITS[hasTwoChannels ? 2 : 1]
  const opus = ['--quiet', '--bitrate', bits, '--speech', '--serial', '1', '--padding', '0']
  execFileSync('opusenc', [...opus, '--discard-comments', wav, oggPath])
  keepTimes?.(scene.turns)
  const seconds = Math.round(scene.channels[0]!.length / 16_000)
  return `${name}: ${lines.length} turns, ${seconds} s, ${Math.round(statSync(oggPath).size / 1024)} KiB`
}

async function noiseOf(kind: string): Promise<(length: number) => Float32Array> {
  if (kind === 'pink') return pinkNoise
  if (kind === 'hum') return mainsHum
  if (kind !== 'babble') throw new Error(`no such noise: ${kind}`)
  const talkers = await babblers()
  return (length) => babbleNoise(length, talkers)
}

/** Four people, each with the sentences of all, begun elsewhere. */
async function babblers(): Promise<Clip[][]> {
  const voices = Object.keys(BABBLE_VOICES)
  const turns = voices.flatMap((by, at) =>
    BABBLE.map((_, index) => ({ by, text: BABBLE[(at + index) % BABBLE.length]! })),
  )
  const clips = await speakClips(speaker, { turns, voices: BABBLE_VOICES })
  return voices.map((by) => clips.filter((clip) => clip.speaker === by))
}

function check({ name, lines, oggPath }: SoundScript): string {
  const wav = join(work, `${name}.wav`)
  execFileSync('opusdec', ['--quiet', '--rate', '16000', oggPath, wav])
  // With timestamps: without them the recognizer leaves out whole turns.
  const options = ['-m', flags.model, '-l', 'pt', '-t', '1', '-np', '-f', wav]
  const heard = execFileSync(flags.whisper, options, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said = lines.map(({ text }) => text)
  const { words, misheard } = speechScorer()(said, heard.replaceAll(/^\[.*?\]/gm, '').split('\n'))
  const rate = (words.wrong + words.added) / words.said
  const pairs = misheard.map(({ said: one, heard: other }) => `«${one}» as «${other}»`)
  return `${name}: ${rate.toFixed(3)} of ${words.said} words; ${pairs.join(', ')}`
}

/** 0.3 to 0.9 s, different from turn to turn as people are, but the same on every run. */
function naturalPauseMs(index: number): number {
  return 300 + ((index * 137) % 13) * 50
}
