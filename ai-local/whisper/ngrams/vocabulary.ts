/**
 * The tokens of a Whisper model, read from the beginning of its file (whisper.cpp's format: magic,
 * eleven words of shape, mel filters, vocabulary), and how text is cut into them: byte pair
 * encoding as GPT-2's, where the token of the lowest number is joined first.
 */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

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
