#!/usr/bin/env node
/**
 * Speaks the cases with sound of the evaluation set (for maintainers; the result is committed). Every turn is synthesized alone, in the
 * voice of who speaks, trimmed and joined with pauses; then noise is laid under the whole at the ratio the case states, and the mix is
 * encoded as Ogg Opus, 16 kHz, one channel, in config/evaluation/sound/<id>.ogg. The same case gives the same sound.
 *
 *   node bin/make-evaluation-sound.mjs [id ...]
 *
 * Needs espeak-ng, sox and ffmpeg (libopus). The noise: `pink` is sox's; `hum` is 60 Hz mains with two harmonics; `babble` is four other
 * voices that talk at once, in words that no case needs. `snrDb` is the power of the speech, pauses left out, over that of the noise.
 */
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CASES = join(dirname(dirname(fileURLToPath(import.meta.url))), 'config/evaluation')
const SOUND = join(CASES, 'sound')
const RATE_HZ = 16_000
/** A pace for each voice, so that the two of a visit differ in it too. */
const WORDS_PER_MINUTE = { doctor: 160, patient: 155, companion: 150 }
const LEAD_S = 0.6
const TAIL_S = 1.5
/** Of full scale, the loudest the mix may be. */
const PEAK = 0.9
const BABBLE = [
  [
    'pt-br+m5',
    'O ônibus passou cheio de novo e ninguém desceu na praça, então fomos a pé até a feira comprar laranja e pão.',
  ],
  [
    'pt-br+f5',
    'Amanhã tem reunião na escola das crianças, depois vou ao mercado e ao banco, se a fila estiver pequena.',
  ],
  [
    'pt-br+m6',
    'O jogo terminou empatado e o vizinho ligou a televisão bem alto, ficou todo mundo comentando na calçada.',
  ],
  [
    'pt-br+f1',
    'A chuva molhou a roupa no varal, a conta de luz chegou cara e a torneira da cozinha continua pingando.',
  ],
]
const RAW = ['-r', String(RATE_HZ), '-c', '1', '-b', '16', '-e', 'signed-integer']

mkdirSync(SOUND, { recursive: true })
const asked = process.argv.slice(2)
const work = mkdtempSync(join(tmpdir(), 'make-evaluation-sound-'))
try {
  for (const one of readCases()) if (asked.length === 0 || asked.includes(one.id)) make(one)
} finally {
  rmSync(work, { recursive: true, force: true })
}

function make({ id, turns, sound }) {
  const parts = [silence(LEAD_S)]
  for (const [index, { by, text }] of turns.entries()) {
    parts.push(speak(sound.voices[by], WORDS_PER_MINUTE[by], text))
    parts.push(silence(index === turns.length - 1 ? TAIL_S : pauseS(index)))
  }
  const speech = joined(parts)
  const mixed = sound.noise ? mix(speech, sound.noise) : speech
  const raw = join(work, `${id}.raw`)
  writeFileSync(raw, Buffer.from(scaled(mixed).buffer))
  const path = join(SOUND, sound.file)
  const input = ['-f', 's16le', '-ar', String(RATE_HZ), '-ac', '1', '-i', raw]
  // Bit-exact: no date and no version of the encoder in the file.
  const exact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
  const opus = ['-c:a', 'libopus', '-b:a', '20k', '-application', 'voip', '-ar', String(RATE_HZ)]
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...opus, ...exact, path])
  const seconds = (speech.length / RATE_HZ).toFixed(1)
  console.log(
    `${id}: ${turns.length} turns, ${seconds} s, ${Math.round(statSync(path).size / 1024)} KiB`,
  )
}

/** Samples of one turn, without the silence around it. */
function speak(voice, wordsPerMinute, text) {
  const voiced = join(work, 'turn.wav')
  const trimmed = join(work, 'turn.raw')
  execFileSync('espeak-ng', ['-v', voice, '-s', String(wordsPerMinute), '-w', voiced, text])
  const trim = ['silence', '1', '0.01', '0.3%', 'reverse']
  execFileSync('sox', ['-D', voiced, ...RAW, trimmed, ...trim, ...trim, 'pad', '0.05', '0.05'])
  return samplesOf(trimmed)
}

function mix(speech, { kind, snrDb }) {
  const noise = noiseOf(kind, speech.length)
  const gain = Math.sqrt(
    power(speech.filter((sample) => Math.abs(sample) > 50)) / power(noise) / 10 ** (snrDb / 10),
  )
  return Float32Array.from(speech, (sample, index) => sample + gain * noise[index])
}

function noiseOf(kind, length) {
  const seconds = String(length / RATE_HZ + 1)
  const raw = join(work, 'noise.raw')
  const make = (...effects) =>
    execFileSync('sox', ['-R', '-D', '-n', ...RAW, raw, 'synth', seconds, ...effects])
  if (kind === 'pink') make('pinknoise')
  else if (kind === 'hum') make('sine', '60', 'sine', 'mix', '180', 'sine', 'mix', '300')
  else if (kind === 'babble') return babble(length)
  else throw new Error(`no such noise: ${kind}`)
  return samplesOf(raw).subarray(0, length)
}

/** Four people who never pause together: each says the same few sentences over and over, begun elsewhere. */
function babble(length) {
  const sum = new Float32Array(length)
  for (const [index, [voice, text]] of BABBLE.entries()) {
    const said = speak(voice, 165 + 5 * index, text)
    for (let at = 0; at < length; at++) sum[at] += said[(at + index * 20_011) % said.length]
  }
  return sum
}

function scaled(samples) {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1)
  const gain = Math.min(1, (PEAK * 32_767) / loudest)
  return Int16Array.from(samples, (sample) => Math.round(sample * gain))
}

function power(samples) {
  return samples.reduce((sum, sample) => sum + sample ** 2, 0) / Math.max(1, samples.length)
}

function samplesOf(path) {
  const bytes = readFileSync(path)
  return Float32Array.from(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1))
}

function joined(parts) {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** 0.7 to 1.0 s, different from turn to turn as people are, but the same on every run. */
function pauseS(index) {
  return 0.7 + ((index * 7) % 4) / 10
}

function silence(seconds) {
  return new Float32Array(Math.round(seconds * RATE_HZ))
}

function readCases() {
  return readdirSync(CASES)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(CASES, name), 'utf8')))
    .filter(({ sound }) => sound)
}
