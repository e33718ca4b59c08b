// Own process: it counts words for some seconds

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import {
  countNgrams,
  preparedNgrams,
  readVocabulary,
  type Vocabulary,
} from '../../ai-local/whisper/ngrams/prepared-ngrams.ts'
import { silentLog } from '../../core/log.ts'
import { boxModelPath } from '../helpers/speech.ts'

const { signal } = new AbortController()
const OPTIONS = { weight: 0.2, least: 1e-5 }
const VISIT = 'O senhor fuma?\nFumo, doutor.\nO senhor fuma 20 cigarros?\nFumo quarenta.'

async function temporary(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-ngrams-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function talkIn(folder: string, text: string) {
  const path = join(folder, 'talk.txt.gz')
  await writeFile(path, gzipSync(text))
  return path
}

test('text is cut into the tokens of the model, as its makers cut it, and comes back whole', async (t) => {
  const { texts, encode } = await readVocabulary(boxModelPath)
  t.is(texts.length, 50_257)
  // As tiktoken's "multilingual" answers.
  t.deepEqual(encode(' Hello world!'), [2425, 1002, 0])
  const talk = ' Não, doutora: tomo losartana de 50 mg às 8 h, ela tá ótima.'
  t.is(
    encode(talk)
      .map((id) => texts[id])
      .join('')
      .normalize(),
    talk,
  )
})

test('the same tokens have the same fingerprint; a file that is cut has none', async (t) => {
  const folder = await temporary(t)
  const cut = join(folder, 'cut.bin')
  await writeFile(cut, Buffer.alloc(60, 1))
  t.is((await readVocabulary(boxModelPath)).fingerprint, '1558ccd455')
  await t.throwsAsync(readVocabulary(cut))
})

test('no number is in the table: none is expected before another', async (t) => {
  const vocabulary = await readVocabulary(boxModelPath)
  const table = parse(await countNgrams([VISIT], vocabulary, OPTIONS, signal), vocabulary)
  const [fuma] = vocabulary.encode(' fuma').slice(-1)
  const followers = table.after.get(BigInt(fuma!))?.map(([id]) => vocabulary.texts[id] ?? 'number')
  t.deepEqual(followers, ['?', 'number'])
  const counted = vocabulary.texts.filter((_, id) => table.counts[id]! > 0)
  t.true(counted.includes('?'))
  t.deepEqual(
    counted.filter((text) => /\d/.test(text)),
    [],
  )
})

test('a table is counted once for a vocabulary, and none without talk', async (t) => {
  const folder = await temporary(t)
  const talk = await talkIn(folder, VISIT)
  const kept = join(folder, 'kept')
  const first = await preparedNgrams(boxModelPath, talk, kept, { log: silentLog, signal })
  t.is(await preparedNgrams(boxModelPath, talk, kept, { log: silentLog, signal }), first)
  t.is((await readdir(kept)).length, 1)
  const none = join(folder, 'none.gz')
  t.is(await preparedNgrams(boxModelPath, none, kept, { log: silentLog, signal }), null)
})

test('who stops the start stops the counting, and nothing half is left', async (t) => {
  const folder = await temporary(t)
  const talk = await talkIn(folder, VISIT)
  const stopped = AbortSignal.abort(new Error('stopped'))
  const prepare = preparedNgrams(boxModelPath, talk, folder, { log: silentLog, signal: stopped })
  await t.throwsAsync(prepare, { message: 'stopped' })
  t.deepEqual(await readdir(folder), ['talk.txt.gz'])
})

/** The counts of single tokens, and what follows one token. */
function parse(bytes: Buffer, { texts }: Vocabulary) {
  const n = texts.length
  let at = 16 + n
  const counts = Array.from({ length: n }, (_, id) => bytes.readUInt32LE(at + 4 * id))
  at += 4 * (n + 1)
  const rows = bytes.readUInt32LE(at)
  const keysAt = at + 8
  const placesAt = keysAt + 8 * rows
  const pairsAt = placesAt + 4 * (rows + 1) + 4 * rows
  const place = (row: number) => bytes.readUInt32LE(placesAt + 4 * row)
  const pair = (index: number) =>
    [bytes.readUInt16LE(pairsAt + 4 * index), bytes.readUInt16LE(pairsAt + 4 * index + 2)] as const
  const after = new Map(
    Array.from({ length: rows }, (_, row) => [
      bytes.readBigUInt64LE(keysAt + 8 * row),
      Array.from({ length: place(row + 1) - place(row) }, (_, index) => pair(place(row) + index)),
    ]),
  )
  return { counts, after }
}
