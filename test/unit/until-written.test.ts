import test from 'ava'
import { untilWritten } from '../../models/database/sqlite-commits.ts'

/** A database of one number, and what is to be seen of its commits. */
function database() {
  const state = { fact: 1, commits: 1, reads: 0, seen: true }
  const ask = untilWritten(
    async () => {
      state.reads++
      return state.fact
    },
    () => (state.seen ? Buffer.of(state.commits) : null),
  )
  return { state, ask }
}

test('a fact is read once until something is written', async (t) => {
  const { state, ask } = database()
  t.deepEqual([await ask(), await ask(), await ask()], [1, 1, 1])
  t.is(state.reads, 1)
  Object.assign(state, { fact: 2, commits: 2 })
  t.deepEqual([await ask(), await ask()], [2, 2])
  t.is(state.reads, 2)
})

test('a write during the read counts as unread', async (t) => {
  const state = { fact: 1, commits: 1 }
  let meanwhile = () => {}
  const ask = untilWritten(
    async () => {
      const { fact } = state
      meanwhile()
      return fact
    },
    () => Buffer.of(state.commits),
  )
  meanwhile = () => Object.assign(state, { fact: 2, commits: 2 })
  t.is(await ask(), 1)
  t.is(await ask(), 2)
})

test('without visible commits every question reads', async (t) => {
  const { state, ask } = database()
  state.seen = false
  await ask()
  state.fact = 2
  t.is(await ask(), 2)
})
