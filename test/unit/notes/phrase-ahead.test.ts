import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { builtInTemplates } from '../../../config/templates.ts'
import { parseTemplate } from '../../../core/document/models/template-schema.ts'
import { lineCheck } from '../../../core/document/notes/check-line.ts'
import { lineMemory } from '../../../core/document/notes/draft.ts'
import { phraseAhead } from '../../../core/document/notes/phrase-ahead.ts'
import { piecesAhead } from '../../../core/document/notes/phrase-piece.ts'
import { phrasingGenerator } from '../../../core/document/notes/phrasing-generator.ts'
import { pieceWriter } from '../../../core/document/notes/piece-writer.ts'
import { generationQueue } from '../../../core/engine/generation-queue.ts'
import { AppError } from '../../../core/errors.ts'
import { silentLog } from '../../../core/log.ts'
import { documentInput, segments } from '../../helpers/documents.ts'
import {
  HEADACHE_LINES,
  HEADACHE_VISIT,
  headacheLine,
  lineWriter,
} from '../../helpers/line-writer.ts'
import { shippedRules } from '../../helpers/shipped-rules.ts'

const template = parseTemplate(builtInTemplates().find(({ id }) => id === 'anamnesis')!)
interface World {
  write?: Parameters<typeof lineWriter>[0]
  restMs?: number
}

/**
 * Visits whose words the test says, a model of the test's choice, and the way in which documents
 * are written beside them.
 */
function open(t: ExecutionContext, { write = headacheLine, restMs = 60_000 }: World = {}) {
  const text = lineWriter(write)
  const lines = lineMemory()
  const queue = generationQueue()
  const rules = shippedRules()
  const said = new Map<string, { words: string[]; goesOn: boolean }>()
  const sha256 = (words: string) => createHash('sha256').update(words).digest('hex')
  const writing = { text, lines, sha256, version: 'model', log: silentLog, check: lineCheck() }
  const inputOf = (words: string[]) => documentInput({ template, segments: segments(words) })
  const ahead = phraseAhead({
    async read(id) {
      const { words, goesOn } = said.get(id) ?? { words: [], goesOn: false }
      const digest = sha256(JSON.stringify([words, goesOn]))
      return {
        digest,
        pieces: (signal) => piecesAhead(rules, inputOf(words), { goesOn, signal }),
      }
    },
    writer: (visit) => pieceWriter(writing, visit),
    queue,
    log: silentLog,
    everyMs: 5,
    restMs,
  })
  t.teardown(ahead.close)
  const generator = phrasingGenerator({ ...writing, rules, kind: 'llama' })
  return {
    ahead,
    queue,
    text,
    say(visit: string, words: string[], goesOn = false) {
      said.set(visit, { words, goesOn })
      ahead.changed(visit)
    },
    document: (visit: string, signal = new AbortController().signal) =>
      queue.run(
        signal,
        () => {},
        () => generator.generate(inputOf(said.get(visit)!.words), { signal, visit, onField() {} }),
      ),
  }
}

async function until(condition: () => boolean) {
  while (!condition()) await sleep(2)
}

test('when the visit ends only its last pieces are missing, and its document asks for those alone', async (t) => {
  const { say, text, document } = open(t)
  say('a', HEADACHE_VISIT.slice(0, 6), true)
  await until(() => text.asked.length === 2)
  await sleep(30)
  t.is(text.asked.length, 2, 'the answer at the end may go on')
  say('a', HEADACHE_VISIT)
  const { content } = await document('a')
  for (const [, line] of HEADACHE_LINES)
    t.true(JSON.stringify(content).includes(line.replace('.', '')))
  t.is(text.asked.length, 4)
  await document('a')
  t.is(text.asked.length, 4)
})

test('without new text nothing is read or asked again', async (t) => {
  const { say, text } = open(t)
  say('a', HEADACHE_VISIT)
  await until(() => text.asked.length === 4)
  for (let times = 0; times < 5; times += 1) {
    say('a', HEADACHE_VISIT)
    await sleep(10)
  }
  t.is(text.asked.length, 4)
})

test('a document that is asked for ends the piece at work, has the model to itself, and takes over what was written', async (t) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let stopped = 0
  const { say, text, document, queue } = open(t, {
    async write(asked, signal) {
      if (text.asked.length === 2) {
        signal.addEventListener('abort', () => {
          stopped += 1
        })
        await Promise.race([held, sleep(60_000, undefined, { signal })])
      }
      return headacheLine(asked)
    },
  })
  say('other', [
    'Está com dor nas costas?',
    'Tô com dor nas costas faz 5 dias, doutora.',
    'Fuma?',
    'Fumo dois.',
  ])
  say('a', HEADACHE_VISIT)
  await until(() => text.asked.length === 2)
  const { content } = await document('a')
  t.is(stopped, 1, 'it ended at once')
  t.true(JSON.stringify(content).includes('Nega febre e vômito'))
  t.is(text.asked.filter((asked) => /dor de cabeça/.test(asked)).length, 1, 'what was done stays')
  t.is(text.asked.filter((asked) => /febre/.test(asked)).length, 2, 'one piece is lost')
  t.false(text.asked.slice(0, 5).some((asked) => /costas/.test(asked)))
  release()
  await until(() => text.asked.some((asked) => /costas/.test(asked)))
  t.false(queue.isBusy())
})

test('an engine that fails is left alone for a while; a piece that it fails at is left to the document', async (t) => {
  const tried: number[] = []
  const dead = open(t, {
    restMs: 400,
    write() {
      tried.push(performance.now())
      throw new AppError('unavailable', 'engine_crashed', 'gone')
    },
  })
  dead.say('a', HEADACHE_VISIT)
  await until(() => tried.length === 2)
  t.true(tried[1]! - tried[0]! >= 399)
  t.not(dead.text.asked[0], dead.text.asked[1])

  const cut = open(t, {
    write(asked) {
      if (/febre/.test(asked)) throw new AppError('unavailable', 'generation_failed', 'cut')
      return headacheLine(asked)
    },
  })
  cut.say('a', HEADACHE_VISIT)
  await until(() => cut.text.asked.length === 4)
})

test('a dropped visit has no work running or waiting', async (t) => {
  const aborted: unknown[] = []
  const { say, text, ahead } = open(t, {
    write: (_, signal) =>
      sleep(60_000, '', { signal }).catch((error) => {
        aborted.push(error)
        throw error
      }),
  })
  say('a', HEADACHE_VISIT)
  await until(() => text.asked.length === 1)
  await ahead.drop('a')
  t.is(aborted.length, 1)
  await sleep(20)
  t.is(text.asked.length, 1)
})

test('a service that ends waits for no line', async (t) => {
  const { say, text, ahead } = open(t, {
    write: (_, signal) => sleep(60_000, '', { signal }),
  })
  say('a', HEADACHE_VISIT)
  await until(() => text.asked.length === 1)
  await ahead.close()
  say('a', HEADACHE_VISIT.slice(0, 2))
  await sleep(20)
  t.is(text.asked.length, 1)
})

test('words without a statement are no reason to rest', async (t) => {
  const { say, text } = open(t)
  say('empty', ['…'])
  say('a', HEADACHE_VISIT)
  await until(() => text.asked.length === 4)
  t.pass()
})
