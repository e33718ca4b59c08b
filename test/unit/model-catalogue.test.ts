import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import test from 'ava'
import fc from 'fast-check'
import { availableMiB, boxFacts } from '../../bin/box-facts.ts'
import { settings } from '../../config/settings.ts'
import {
  adviseModels,
  type BoxFacts,
  largerSpeechModel,
} from '../../core/model-file/advise-models.ts'
import {
  boxModel,
  EARLIER_BOX_FILE,
  findModel,
  modelCatalogue,
  sizeOf,
} from '../../core/model-file/catalogue.ts'
import { modelPurpose } from '../../core/model-file/list-models.ts'
import { type CardFacts, modelFit } from '../../core/model-file/model-fit.ts'
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

test('every model says what it is for, by its shape', (t) => {
  for (const model of modelCatalogue)
    t.regex(modelPurpose(model), /words|large-v3|speaks|documents/)
  for (const [name, words] of [
    ['whisper-large-v3-turbo-q5_0', /close to large-v3/],
    ['whisper-large-v3', /fewest wrong words/],
    ['whisper-tiny', /for trying out/],
    ['whisper-base-q5_0', /drug names/],
    ['medgemma-4b', /medical text/],
  ] as const)
    t.regex(modelPurpose(findModel(name)!), words, name)
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

test('a model is found by its name and by its file, in any case', (t) => {
  t.is(findModel('whisper-small-q5_1')?.file, 'ggml-small-q5_1.bin')
  t.is(findModel('GGML-small-q5_1.bin')?.name, 'whisper-small-q5_1')
  t.is(findModel('whisper-small.en'), undefined)
})

test('the model in the box is the file in the repository, and the default setting', async (t) => {
  const file = await readFile(
    new URL(`../../ai-local/speech-model/${boxModel.file}`, import.meta.url),
  )
  t.is(createHash('sha256').update(file).digest('hex'), boxModel.sha256)
  t.is(file.length, sizeOf(boxModel)!)
  t.deepEqual(readModelHeader(file.subarray(0, 64)), {
    format: 'whisper',
    multilingual: true,
    shape: boxModel.shape!,
    quantization: boxModel.quantization,
  })
  t.is(settings.speechModel.default, boxModel.file)
  t.deepEqual(settings.speechModel.earlier, { [EARLIER_BOX_FILE]: boxModel.file })
})

test('sizes are exact where they are known, rounded where published so, and unknown otherwise', (t) => {
  const size = (name: string) => sizeOf(findModel(name)!)
  t.is(size(boxModel.name), 55_295_433)
  t.is(size('whisper-tiny'), 75 * 1024 * 1024)
  t.true(Math.abs(size('qwen3.5-4b')! / 1024 ** 3 - 2.3) < 0.1, 'by its weights')
  t.is(size('gemma-4-e2b'), null)
})

test('a machine carries what its memory and cores allow', (t) => {
  const suits = (name: string, cores: number, memoryMiB: number) =>
    modelFit(findModel(name)!, { cores, memoryMiB })
  t.is(suits('whisper-small-q5_1', 2, 4096), 'fits')
  t.is(suits('whisper-large-v3', 2, 16_384), 'slow')
  t.is(suits('whisper-large-v3', 16, 3072), 'too-large')
  t.is(suits('gemma-4-e2b', 16, 65_536), 'unknown')
})

test('a whisper header holds its languages and its shape', (t) => {
  t.deepEqual(readModelHeader(whisperHeader(51_865)), {
    format: 'whisper',
    multilingual: true,
    shape: {
      audioContext: 500,
      audioState: 128,
      audioLayers: 4,
      textContext: 224,
      textLayers: 3,
      mels: 80,
    },
    quantization: 'f16',
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

test('a GGUF header longer than the bytes at hand is still recognized', (t) => {
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

test('the catalogue is the project’s list of facts, to the letter', async (t) => {
  const listed = new URL('../../../shared/models/CATALOGUE.md', import.meta.url)
  const text = await readFile(listed, 'utf8').catch(() => null)
  if (text === null) {
    t.log('SKIPPED: ../shared/models/CATALOGUE.md is not here')
    return t.pass()
  }
  const rows = [...text.matchAll(/^\| (.+?) \|(?: (.+?) \|)? ([0-9a-f]{64}) \|$/gm)]
  t.is(rows.length, modelCatalogue.length - 1, 'all but the model in the box')
  for (const [, named = '', size, sha256] of rows) {
    const parts = named.split(' / ')
    const repository = parts.length === 2 ? parts[0] : null
    const file = parts.at(-1)?.split(' ')[0]
    const model = modelCatalogue.find((one) => one.file === file)
    t.is(model?.sha256, sha256, file)
    if (repository) t.is(model?.repository, repository)
    const [, amount, unit] = /^([\d.]+) (KiB|MiB|GiB)$/.exec(size ?? '') ?? []
    if (!amount || !model) continue
    const wanted = Number(amount) * { KiB: 1 / 1024, MiB: 1, GiB: 1024 }[unit as 'MiB']
    t.true(Math.abs((sizeOf(model) ?? 0) / 1024 / 1024 - wanted) < wanted * 0.01, file)
  }
})

const machine = (memoryMiB: number, cores: number, more: Partial<BoxFacts> = {}): BoxFacts => ({
  cores,
  memoryMiB,
  availableMiB: memoryMiB,
  container: false,
  avx2: true,
  avx512: false,
  freeDiskBytes: 1e12,
  ...more,
})

test('advice takes the largest pair that fits side by side, and says plainly what would swap, lag or find no room', (t) => {
  const verdict = (box: BoxFacts, name: string) =>
    adviseModels(box, new Map()).models.find((one) => one.name === name)
  const small = adviseModels(machine(4096, 2), new Map())
  t.regex(verdict(machine(4096, 2), 'qwen3.5-9b')?.why ?? '', /would swap/)
  t.is(verdict(machine(4096, 2), 'whisper-large-v3')?.verdict, 'do not')
  const taken = small.models.filter(({ name }) => name === small.speech || name === small.text)
  t.true(600 + taken.reduce((sum, one) => sum + (one.memoryMiB ?? 0), 0) <= 4096)
  const large = adviseModels(machine(65_536, 16), new Map())
  t.true(large.models.find(({ name }) => name === large.text)!.memoryMiB! > 6000)
  t.is(adviseModels(machine(65_536, 2, { avx2: false }), new Map()).speech, null, 'without vectors')
  const full = machine(65_536, 16, { freeDiskBytes: 1e9 })
  t.regex(verdict(full, 'whisper-small')?.why ?? '', /disk/)
  const slow = adviseModels(machine(65_536, 16), new Map([['whisper-small', 0.4]]))
  t.like(
    slow.models.find(({ name }) => name === 'whisper-small'),
    {
      verdict: 'do not',
      measured: true,
    },
  )
})

test('the list says of each model what the advice begins with: it does well here, or not', (t) => {
  for (const cores of [1, 2, 4, 8, 16]) {
    const box: BoxFacts = {
      cores,
      memoryMiB: 65_536,
      availableMiB: 65_536,
      container: false,
      avx2: true,
      avx512: false,
      freeDiskBytes: 1e12,
    }
    for (const { name, verdict } of adviseModels(box, new Map()).models)
      if (verdict !== 'unknown')
        t.is(modelFit(findModel(name)!, box) === 'fits', verdict === 'good', `${name} on ${cores}`)
  }
})

test('a card that recognizes speech carries what its own memory holds', (t) => {
  const speech = (memoryMiB: number, use: CardFacts['use']) => {
    const card = { name: 'NVIDIA T400', memoryMiB, use }
    const advice = adviseModels(machine(65_536, 16), new Map([[boxModel.name, 300]]), { card })
    return advice.models.find(({ name }) => name === 'whisper-large-v3')
  }
  t.is(speech(80_000, 'used')?.verdict, 'good')
  t.like(speech(2048, 'used'), { verdict: 'do not' })
  t.regex(speech(2048, 'used')?.why ?? '', /needs \d+ MiB, and NVIDIA T400 has 2048 MiB/)
  t.is(speech(2048, 'not-built')?.verdict, 'good', 'the processor computes')
})

test('the speed of a speech model is scaled from what the model in the box did here', (t) => {
  const speeds = (measured: Map<string, number>) =>
    new Map(
      adviseModels(machine(65_536, 2), measured).models.map(({ name, speed }) => [
        name,
        speed ?? 0,
      ]),
    )
  const [estimated, slow] = [speeds(new Map()), speeds(new Map([[boxModel.name, 3.25]]))]
  for (const name of ['whisper-tiny', 'whisper-small-q5_1', 'whisper-medium-q5_0']) {
    const ratio = slow.get(name)! / estimated.get(name)!
    t.true(ratio > 0.4 && ratio < 0.6, `${name}: ${ratio}`)
  }
  const ratio = estimated.get('whisper-base-q5_1')! / estimated.get('whisper-small-q5_1')!
  t.true(ratio > 3 && ratio < 4, `measured 3.6 times, ${ratio}`)
})

test('a larger speech model is named only where it does well', (t) => {
  const larger = (cores: number, memoryMiB: number, speed?: number) =>
    largerSpeechModel(
      adviseModels(machine(memoryMiB, cores), new Map(speed ? [[boxModel.name, speed]] : [])),
    )
  t.is(larger(2, 4096), 'whisper-small-q5_1')
  t.is(larger(1, 4096), null)
  t.is(larger(2, 4096, 2), null, 'measured slow')
  t.is(larger(2, 900), null)
  t.is(larger(16, 65_536), 'whisper-large-v3-turbo-q8_0')
})

test('memory is what the container may still take, not what the machine has', (t) => {
  const files: Record<string, string> = {
    '/proc/meminfo': 'MemTotal: 33554432 kB\nMemAvailable: 16777216 kB\n',
    '/sys/fs/cgroup/memory.max': `${2048 * 1024 * 1024}\n`,
    '/sys/fs/cgroup/memory.current': `${1024 * 1024 * 1024}\n`,
    '/sys/fs/cgroup/memory.stat': `anon 5\ninactive_file ${512 * 1024 * 1024}\n`,
    '/sys/fs/cgroup/cpu.max': '100000 100000\n',
    '/proc/cpuinfo': 'flags\t\t: fpu avx2\n',
  }
  const read = (path: string) => files[path] ?? null
  t.is(availableMiB(read), 1536)
  t.like(boxFacts('/', read), { memoryMiB: 2048, cores: 1, container: true, avx2: true })
  delete files['/sys/fs/cgroup/memory.max']
  t.is(availableMiB(read), 16_384)
})
