import test from 'ava'
import { throttleById } from '../../../core/transcription/throttle-by-id.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('the first change is notified at once, a flood of them once more at the end', async (t) => {
  const told: string[] = []
  const teller = throttleById(30, (id) => told.push(id))
  for (let i = 0; i < 100; i++) teller.changed('a')
  t.deepEqual(told, ['a'])
  teller.changed('b')
  t.deepEqual(told, ['a', 'b'])
  await wait(100)
  t.deepEqual(told, ['a', 'b', 'a'])
})

test('an urgent change does not wait, and settles the waiting one', async (t) => {
  const told: string[] = []
  const teller = throttleById(30, (id) => told.push(id))
  teller.changed('a')
  teller.changed('a')
  teller.flush('a')
  t.deepEqual(told, ['a', 'a'])
  await wait(100)
  t.deepEqual(told, ['a', 'a'])
})

test('nothing is notified after the end', async (t) => {
  const told: string[] = []
  const teller = throttleById(10, (id) => told.push(id))
  teller.changed('a')
  teller.changed('a')
  teller.close()
  await wait(50)
  t.deepEqual(told, ['a'])
})
