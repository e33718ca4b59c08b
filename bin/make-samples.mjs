#!/usr/bin/env node
/**
 * Speaks the sample consultations (for maintainers; the result is committed). Every turn of
 * api/demo/samples/<slug>.json is synthesized alone, trimmed and joined with pauses long enough for voice
 * activity detection, then encoded as Opus beside its script.
 *
 *   node bin/make-samples.mjs [slug ...]
 *   node bin/make-samples.mjs --check --whisper <whisper-cli> --model <ggml model> [slug ...]
 *
 * Needs espeak-ng, sox and opus-tools. `--check` makes nothing: it cuts each committed sound at its pauses,
 * transcribes every turn after the Opus round trip, and prints what was misheard and the word error rate.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const SAMPLES = join(dirname(dirname(fileURLToPath(import.meta.url))), 'api/demo/samples')
/** The two voices the demonstration speech model knows best, with a pace for each. */
const VOICES = {
  doctor: { name: 'pt-br+m3', wordsPerMinute: 160 },
  patient: { name: 'pt-br+f2', wordsPerMinute: 155 },
}
const SAMPLE_RATE_HZ = 16_000
/** The model hears windows of 10 s, of which the cut leaves room at both ends. */
const LONGEST_TURN_S = 9
const LEAD_S = 0.6
const TAIL_S = 1.5

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    whisper: { type: 'string' },
    model: { type: 'string' },
  },
})
const slugs = positionals.length > 0 ? positionals : everySlug()
const work = mkdtempSync(join(tmpdir(), 'make-samples-'))
try {
  for (const slug of slugs) {
    if (flags.check) check(slug)
    else make(slug)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

function make(slug) {
  const parts = [silence(LEAD_S)]
  const { turns } = script(slug)
  for (const [index, turn] of turns.entries()) {
    const spoken = speak(turn, index)
    const lengthS = spoken.length / 2 / SAMPLE_RATE_HZ
    if (lengthS > LONGEST_TURN_S)
      throw new Error(`${slug}: turn ${index + 1} lasts ${lengthS.toFixed(1)} s`)
    parts.push(spoken, silence(index === turns.length - 1 ? TAIL_S : pauseS(index)))
  }
  const raw = join(work, `${slug}.raw`)
  writeFileSync(raw, Buffer.concat(parts))
  // A fixed serial number and padding of nothing: the same script gives the same bytes.
  const opus = ['--quiet', '--bitrate', '24', '--speech', '--serial', '1', '--padding', '0']
  const input = ['--raw', '--raw-rate', String(SAMPLE_RATE_HZ), '--raw-chan', '1', raw]
  execFileSync('opusenc', [...opus, ...input, join(SAMPLES, `${slug}.ogg`)])
  const seconds = Buffer.concat(parts).length / 2 / SAMPLE_RATE_HZ
  console.log(`${slug}: ${turns.length} turns, ${seconds.toFixed(1)} s`)
}

/** PCM16 of one turn, without the silence around it. */
function speak({ speaker, text }, index) {
  const { name, wordsPerMinute } = VOICES[speaker]
  const voiced = join(work, `turn-${index}.wav`)
  const trimmed = join(work, `turn-${index}.raw`)
  execFileSync('espeak-ng', ['-v', name, '-s', String(wordsPerMinute), '-w', voiced, text])
  const trim = ['silence', '1', '0.01', '0.3%', 'reverse']
  const format = ['-r', String(SAMPLE_RATE_HZ), '-c', '1', '-b', '16', '-e', 'signed-integer']
  execFileSync('sox', ['-D', voiced, ...format, trimmed, ...trim, ...trim, 'pad', '0.05', '0.05'])
  return readFileSync(trimmed)
}

/** 0.7 to 1.0 s, different from turn to turn as people are, but the same on every run. */
function pauseS(index) {
  return 0.7 + ((index * 7) % 4) / 10
}

function silence(seconds) {
  return Buffer.alloc(Math.round(seconds * SAMPLE_RATE_HZ) * 2)
}

function check(slug) {
  if (!flags.whisper || !flags.model) throw new Error('--check needs --whisper and --model')
  const { turns } = script(slug)
  const heard = join(work, `${slug}.raw`)
  const rate = ['--rate', String(SAMPLE_RATE_HZ)]
  execFileSync('opusdec', ['--quiet', ...rate, join(SAMPLES, `${slug}.ogg`), `${heard}.wav`])
  execFileSync('sox', [`${heard}.wav`, '-c', '1', '-b', '16', '-e', 'signed-integer', heard])
  const pieces = cutAtPauses(readFileSync(heard))
  if (pieces.length !== turns.length)
    console.log(`${slug}: ${turns.length} turns, but ${pieces.length} stretches of sound`)
  let wrong = 0
  let words = 0
  for (const [index, { text }] of turns.entries()) {
    const said = wordsOf(text)
    const transcribed = transcribe(pieces[index] ?? Buffer.alloc(0), index)
    const errors = distance(said, wordsOf(transcribed))
    if (errors > 0) console.log(`${slug} ${index + 1}: «${text}» heard as «${transcribed}»`)
    wrong += errors
    words += said.length
  }
  console.log(`${slug}: ${wrong} of ${words} words wrong (${((100 * wrong) / words).toFixed(2)} %)`)
}

/** Stretches of sound separated by at least 0.6 s below −46 dB; synthetic speech has no noise to fool this. */
function cutAtPauses(bytes) {
  const window = SAMPLE_RATE_HZ / 100
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
  const stretches = []
  let start = -1
  let lastLoud = -1
  for (let at = 0; at < samples.length; at += window) {
    const loud = samples.subarray(at, at + window).some((sample) => Math.abs(sample) > 160)
    if (loud) {
      if (start < 0) start = at
      lastLoud = at + window
    } else if (start >= 0 && at - lastLoud >= 0.6 * SAMPLE_RATE_HZ) {
      stretches.push([start, lastLoud])
      start = -1
    }
  }
  if (start >= 0) stretches.push([start, lastLoud])
  const margin = 0.2 * SAMPLE_RATE_HZ
  return stretches.map(([from, to]) =>
    bytes.subarray(Math.max(0, from - margin) * 2, Math.min(samples.length, to + margin) * 2),
  )
}

function transcribe(pcm, index) {
  const raw = join(work, `heard-${index}.raw`)
  const wav = join(work, `heard-${index}.wav`)
  writeFileSync(raw, pcm)
  const format = ['-r', String(SAMPLE_RATE_HZ), '-c', '1', '-b', '16', '-e', 'signed-integer']
  execFileSync('sox', [...format, raw, wav])
  const options = ['-m', flags.model, '-l', 'pt', '-t', '1', '-bs', '1', '-bo', '1', '-nt', '-np']
  const quiet = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
  return execFileSync(flags.whisper, [...options, '-f', wav], quiet).trim()
}

/** Words to be inserted, removed or replaced. */
function distance(said, heard) {
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index)
  for (const [i, word] of said.entries()) {
    const next = [i + 1]
    for (const [j, other] of heard.entries())
      next.push(Math.min(row[j] + (word === other ? 0 : 1), row[j + 1] + 1, next[j] + 1))
    row = next
  }
  return row.at(-1)
}

function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function script(slug) {
  return JSON.parse(readFileSync(join(SAMPLES, `${slug}.json`), 'utf8'))
}

function everySlug() {
  return readdirSync(SAMPLES)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
}
