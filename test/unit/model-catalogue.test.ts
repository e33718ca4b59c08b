import test from 'ava'
import fc from 'fast-check'
import { findModel, modelCatalogue, sizeOf } from '../../core/model-file/catalogue.ts'
import { modelFit } from '../../core/model-file/model-fit.ts'
import { readModelHeader } from '../../core/model-file/model-header.ts'

test('every model has a name, a file and a digest of its own, and a licence', (t) => {
  const unique = (values: string[]) => t.is(new Set(values).size, modelCatalogue.length)
  unique(modelCatalogue.map(({ name }) => name))
  unique(modelCatalogue.map(({ file }) => file))
  unique(modelCatalogue.map(({ sha256 }) => sha256))
  for (const { name, file, sha256, licence } of modelCatalogue) {
    t.regex(name, /^[a-z0-9][a-z0-9._-]*$/)
    t.regex(file, /^[A-Za-z0-9._-]+\.(bin|gguf)$/)
    t.regex(sha256, /^[0-9a-f]{64}$/)
    t.truthy(licence.name)
  }
})

test('terms that go beyond notices have to be accepted', (t) => {
  const needed = (name: string) => findModel(name)?.licence.acceptanceNeeded
  t.false(needed('whisper-small'))
  t.false(needed('qwen3.5-4b'))
  t.true(needed('gemma-4-12b'))
  t.true(needed('medgemma-4b'))
  t.true(needed('llama-3.2-3b'))
  t.true(needed('lfm2-1.2b-extract'))
})

test('a model is found by its name and by its file, in any case; only one is for demonstrations', (t) => {
  t.is(findModel('whisper-small-q5_1')?.file, 'ggml-small-q5_1.bin')
  t.is(findModel('GGML-small-q5_1.bin')?.name, 'whisper-small-q5_1')
  t.is(findModel('whisper-small.en'), undefined)
  t.deepEqual(
    modelCatalogue.filter(({ demo }) => demo).map(({ name }) => name),
    ['demo-pt'],
  )
})

test('sizes are exact where they are known, rounded where published so, and unknown otherwise', (t) => {
  const size = (name: string) => sizeOf(findModel(name)!)
  t.is(size('demo-pt'), 17_283_788)
  t.is(size('whisper-tiny'), 75 * 1024 * 1024)
  t.is(size('qwen3.5-4b'), null)
})

test('a machine carries what its memory and cores allow', (t) => {
  const suits = (name: string, cores: number, memoryMiB: number) =>
    modelFit(findModel(name)!, { cores, memoryMiB })
  t.is(suits('whisper-small-q5_1', 2, 4096), 'fits')
  t.is(suits('whisper-large-v3', 2, 16_384), 'slow')
  t.is(suits('whisper-large-v3', 16, 4096), 'too-large')
  t.is(suits('gemma-4-e2b', 16, 65_536), 'unknown')
})

test('a whisper header tells its languages', (t) => {
  t.deepEqual(readModelHeader(whisperHeader(51_865)), {
    format: 'whisper',
    multilingual: true,
    audioState: 128,
    textLayers: 3,
  })
  t.like(readModelHeader(whisperHeader(51_864)), { multilingual: false })
})

test('a voice-activity header names its version', (t) => {
  const header = Buffer.concat([
    Buffer.from('lmgg'),
    word(10),
    Buffer.from('silero-16k'),
    Buffer.alloc(64),
  ])
  t.deepEqual(readModelHeader(header), { format: 'vad', version: 'silero-16k' })
})

test('a GGUF header is read past lists, and names are made safe to print', (t) => {
  const header = gguf([
    ['tokenizer.ggml.tokens', 9, Buffer.concat([word(8), long(2), text('a'), text('bc')])],
    ['tokenizer.ggml.scores', 9, Buffer.concat([word(6), long(3), Buffer.alloc(12)])],
    ['general.alignment', 4, word(32)],
    ['general.architecture', 8, text('llama')],
    ['general.name', 8, text('own\u001b[31m')],
  ])
  t.deepEqual(readModelHeader(header), {
    format: 'gguf',
    version: 3,
    architecture: 'llama',
    title: 'own?[31m',
  })
})

test('a GGUF header that goes on behind the bytes at hand is still a GGUF header', (t) => {
  const endless = gguf([
    ['tokenizer.ggml.tokens', 9, Buffer.concat([word(8), long(1_000_000), text('a')])],
  ])
  t.like(readModelHeader(endless), { format: 'gguf', architecture: null })
})

test('other bytes are no model', (t) => {
  t.is(readModelHeader(Buffer.from('PK\u0003\u0004'.padEnd(100, 'x'))), null)
  t.is(readModelHeader(Buffer.from('lmgg')), null)
  t.is(readModelHeader(gguf([]).fill(9, 4, 8)), null)
  t.is(readModelHeader(new Uint8Array()), null)
})

test('no bytes whatsoever break the reader', (t) => {
  const starts = fc.constantFrom('lmgg', 'GGUF\u0003\u0000\u0000\u0000', '')
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 300 }), (start, rest) => {
      readModelHeader(Buffer.concat([Buffer.from(start, 'latin1'), rest]))
    }),
  )
  t.pass()
})

function whisperHeader(vocabulary: number): Uint8Array {
  const words = [vocabulary, 500, 128, 2, 4, 224, 128, 2, 3, 80, 1]
  return Buffer.concat([Buffer.from('lmgg'), ...words.map(word), Buffer.alloc(16)])
}

function gguf(pairs: [string, number, Buffer][]): Buffer {
  const body = pairs.map(([key, type, value]) => Buffer.concat([text(key), word(type), value]))
  const head = [Buffer.from('GGUF'), word(3), long(0), long(pairs.length)]
  return Buffer.concat([...head, ...body, Buffer.alloc(64)])
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function text(value: string): Buffer {
  return Buffer.concat([long(Buffer.byteLength(value)), Buffer.from(value)])
}
