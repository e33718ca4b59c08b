/**
 * The table of words that whisper-server reads: counted once for the tokens of a model (some
 * seconds) and kept beside the runtime. Recognition works without it, with more words misheard.
 */

import { createHash } from 'node:crypto'
import { open, stat, writeFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { Log } from '../../../core/log.ts'
import { keptFile } from '../weights/kept-file.ts'
import { readTalk } from './read-talk.ts'

/** Chosen by the word errors of spoken consultations (docs/speech-history.md). */
const OPTIONS = { weight: 0.2, least: 1e-5 }
/** Part of the name: a table counted otherwise is counted again. */
const LEVEL = 2
/** Of models that know many languages; the others hear no Portuguese. */
const LEAST_TOKENS = 50_257

/** @returns the path of the table; null: there is none. @throws `signal.reason` when aborted */
export async function preparedNgrams(
  modelPath: string,
  talkPath: string,
  folder: string,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<string | null> {
  try {
    const { size } = await stat(talkPath)
    const vocabulary = await readVocabulary(modelPath)
    if (vocabulary.texts.length < LEAST_TOKENS) return null
    const stem = `ngrams-${vocabulary.fingerprint}-`
    return await keptFile({ folder, stem, version: `${LEVEL}-${size}` }, async (part) => {
      const began = performance.now()
      const visits = await readTalk(talkPath)
      await writeFile(part, await countNgrams(visits, vocabulary, OPTIONS, signal))
      log.info('speech.ngrams_prepared', { durationMs: Math.round(performance.now() - began) })
      return true
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    log.warn('speech.ngrams_not_prepared', { err: error })
    return null
  }
}

interface NgramOptions {
  /** Of the table's logarithms; 0: nothing is preferred. */
  weight: number
  /** What is never heard in consultations is taken for so probable. */
  least: number
}

const MAGIC = 0x33637673
/** In the place of every number: the table may not know which ones are said often. */
const NUMBER = 60_000
const BEGINNING = 60_001
const LONGEST = 3
/** A context of three tokens that was met once tells nothing. */
const LEAST_OF_LONGEST = 2
const VISITS_AT_ONCE = 8
const NUMBER_WORDS = new Set(
  `dois duas três quatro cinco seis sete oito nove dez onze doze treze quatorze catorze quinze
  dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta
  noventa cem cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos
  novecentos mil`.split(/\s+/),
)

type Followers = Map<number, number>

/**
 * How often which token follows which one to three others in talk of consultations: what the patch
 * of whisper-server (`ngram-source.ts`) reads to prefer, among words that sound alike, the one that
 * is said there. Absolute discounting (Ney, Essen, Kneser 1994) makes probabilities of the counts.
 *
 * File, little-endian: "svc3", tokens n, weight and least probability as floats, n bytes that are 1
 * for numbers, n + 1 counts (the last of all numbers); then for one, two and three tokens before:
 * contexts c, followers f, c keys of 64 bits in ascending order, c + 1 places of followers, c
 * totals, f followers (id, count in 16 bits each, ids ascending).
 * @param visits the talk of each, a turn a line. @throws `signal.reason` when aborted
 */
export async function countNgrams(
  visits: readonly string[],
  { texts, encode }: Vocabulary,
  { weight, least }: NgramOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  const numbers = texts.map(isNumber)
  const tables = Array.from({ length: LONGEST + 1 }, () => new Map<string, Followers>())
  for (const [index, visit] of visits.entries()) {
    signal.throwIfAborted()
    if (index % VISITS_AT_ONCE === 0) await setImmediate()
    const before: number[] = []
    for (const turn of visit.split('\n')) {
      const ids = encode(` ${turn.trim()}`).map((id) => (numbers[id] ? NUMBER : id))
      countAll(tables, [BEGINNING, BEGINNING, BEGINNING], ids.slice(0, LONGEST))
      countAll(tables, before.slice(-LONGEST), ids)
      before.push(...ids)
    }
  }
  const [single = new Map<string, Followers>(), ...longer] = tables
  const counts = new Uint32Array(texts.length + 1)
  for (const [id, count] of single.get('') ?? []) counts[Math.min(id, texts.length)] = count
  const head = Buffer.alloc(16)
  head.writeUInt32LE(MAGIC, 0)
  head.writeUInt32LE(texts.length, 4)
  head.writeFloatLE(weight, 8)
  head.writeFloatLE(least, 12)
  return Buffer.concat([
    head,
    Buffer.from(numbers.map(Number)),
    Buffer.from(counts.buffer),
    ...longer.flatMap((table, at) => packTable(table, at + 1 === LONGEST ? LEAST_OF_LONGEST : 1)),
  ])
}

function isNumber(text: string): boolean {
  return /\d/.test(text) || NUMBER_WORDS.has(text.trim().toLowerCase())
}

function countAll(tables: Map<string, Followers>[], before: number[], ids: readonly number[]) {
  const all = [...before, ...ids]
  for (let at = before.length; at < all.length; at++) {
    for (const [length, table] of tables.entries()) {
      if (at < length) break
      const key = all.slice(at - length, at).join()
      const followers = table.get(key) ?? new Map()
      table.set(key, followers)
      followers.set(all[at]!, (followers.get(all[at]!) ?? 0) + 1)
    }
  }
}

function packTable(table: ReadonlyMap<string, Followers>, least: number): Buffer[] {
  const rows = [...table]
    .map(([key, followers]) => ({ key: keyOf(key), followers, total: sumOf(followers) }))
    .filter(({ total }) => total >= least)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const size = rows.reduce((sum, { followers }) => sum + followers.size, 0)
  const head = Buffer.alloc(8)
  head.writeUInt32LE(rows.length, 0)
  head.writeUInt32LE(size, 4)
  const keys = new BigUint64Array(rows.map(({ key }) => key))
  const totals = new Uint32Array(rows.map(({ total }) => total))
  const places = new Uint32Array(rows.length + 1)
  const pairs = new Uint16Array(2 * size)
  let at = 0
  for (const [row, { followers }] of rows.entries()) {
    for (const [id, count] of [...followers].sort(([a], [b]) => a - b)) {
      pairs.set([id, Math.min(count, 0xffff)], 2 * at++)
    }
    places[row + 1] = at
  }
  return [head, ...[keys, places, totals, pairs].map(({ buffer }) => Buffer.from(buffer))]
}

/** Sixteen bits a token, the last one lowest. */
function keyOf(ids: string): bigint {
  return ids.split(',').reduce((key, id) => (key << 16n) | BigInt(id), 0n)
}

const sumOf = (followers: Followers) => [...followers.values()].reduce((sum, n) => sum + n, 0)

/**
 * The tokens of a Whisper model, read from the beginning of its file (whisper.cpp's format: magic,
 * eleven words of shape, mel filters, vocabulary), and how text is cut into them: byte pair
 * encoding as GPT-2's, where the token of the lowest number is joined first.
 */
export interface Vocabulary {
  /** The text of each token of words; those of time and language are not in the file. */
  texts: readonly string[]
  /** The same for every model with these tokens: ten letters. */
  fingerprint: string
  encode(text: string): number[]
}

const HEADER_BYTES = 48
/** Filters and vocabulary of the largest models are far less. */
const READ_BYTES = 4 << 20
const PIECES = / ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu

/** @throws an Error where the file does not begin as a speech model's */
export async function readVocabulary(modelPath: string): Promise<Vocabulary> {
  await using file = await open(modelPath)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, 0)
  const bytes = buffer.subarray(0, bytesRead)
  let at = HEADER_BYTES
  at += 8 + 4 * bytes.readUInt32LE(at) * bytes.readUInt32LE(at + 4)
  const count = bytes.readUInt32LE(at)
  at += 4
  const tokens: string[] = []
  for (let left = count; left > 0; left--) {
    const end = at + 4 + bytes.readUInt32LE(at)
    if (end > bytesRead) throw new Error('the vocabulary of the speech model is cut')
    tokens.push(bytes.toString('latin1', at + 4, end))
    at = end
  }
  return {
    texts: tokens.map((token) => Buffer.from(token, 'latin1').toString('utf8')),
    fingerprint: createHash('sha256').update(tokens.join('\0')).digest('hex').slice(0, 10),
    encode: encoder(new Map(tokens.map((token, id) => [token, id]))),
  }
}

function encoder(ids: ReadonlyMap<string, number>): Vocabulary['encode'] {
  const known = new Map<string, readonly number[]>()

  function encodePiece(piece: string): readonly number[] {
    const found = known.get(piece)
    if (found) return found
    const parts = [...Buffer.from(piece)].map((byte) => String.fromCharCode(byte))
    for (let at = firstPair(parts, ids); at >= 0; at = firstPair(parts, ids)) {
      parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`)
    }
    const encoded = parts.flatMap((part) => ids.get(part) ?? [])
    known.set(piece, encoded)
    return encoded
  }

  return (text) => [...text.matchAll(PIECES)].flatMap(([piece]) => encodePiece(piece))
}

/** Where the pair begins that is joined next; -1: none. */
function firstPair(parts: readonly string[], ids: ReadonlyMap<string, number>): number {
  let lowest = Number.POSITIVE_INFINITY
  let place = -1
  for (let at = 0; at + 1 < parts.length; at++) {
    const id = ids.get(`${parts[at]}${parts[at + 1]}`) ?? Number.POSITIVE_INFINITY
    if (id >= lowest) continue
    lowest = id
    place = at
  }
  return place
}
