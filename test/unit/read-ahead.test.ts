import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { readAhead } from '../../core/document/generation/read-ahead.ts'
import { AppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { documentInput, segments } from '../helpers/documents.ts'

function reader(read: (visit: string, user: string) => Promise<void> = async () => {}) {
  const said = new Map<string, string[]>()
  const asked: { visit: string; user: string }[] = []
  const reading = readAhead({
    text: {
      async readAhead({ user }, { visit }) {
        asked.push({ visit, user })
        await read(visit, user)
      },
    },
    sources: async (id) => documentInput({ segments: segments(said.get(id) ?? []) }),
    log: silentLog,
    everyMs: 20,
  })
  return { said, asked, reading }
}

async function until(condition: () => boolean) {
  while (!condition()) await sleep(5)
}

test('new speech is read ahead, and speech that arrives meanwhile is read after it', async (t) => {
  const { said, asked, reading } = reader()
  said.set('a', ['nega febre'])
  reading.changed('a')
  await until(() => asked.length === 1)
  said.set('a', ['nega febre', 'tosse há três dias'])
  for (let times = 0; times < 5; times += 1) reading.changed('a')
  await until(() => asked.length === 2)
  await reading.close()
  t.true(asked[1]!.user.startsWith(asked[0]!.user), 'the same beginning, and more')
  t.true(asked[1]!.user.includes('tosse'))
})

test('a visit in which nothing was said needs no model', async (t) => {
  const { asked, reading } = reader()
  reading.changed('a')
  await sleep(40)
  await reading.close()
  t.deepEqual(asked, [])
})

test('a reading that made way for a document is taken up again, one that failed is not', async (t) => {
  let times = 0
  const { said, asked, reading } = reader(async (visit) => {
    times += 1
    if (visit === 'broken') throw new AppError('unavailable', 'engine_crashed', 'x')
    if (times === 1) throw new Error('a document goes first')
  })
  said.set('a', ['nega febre'])
  said.set('broken', ['nega febre'])
  reading.changed('a')
  await until(() => asked.length === 2)
  reading.changed('broken')
  await until(() => asked.length === 3)
  await sleep(40)
  await reading.close()
  t.deepEqual(
    asked.map(({ visit }) => visit),
    ['a', 'a', 'broken'],
  )
})
