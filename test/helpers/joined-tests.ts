/**
 * Test files that share a process (bin/build-tests.mjs joins them): each takes its turn when the
 * one before has ended, so that its tests have no more company than in a process of their own, and
 * their titles say which file they stand in.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionContext, Implementation, TestFn } from 'ava'

type Body = (t: ExecutionContext, ...args: unknown[]) => unknown
type Given = Implementation<unknown[]>

let earlierEnded: () => Promise<unknown> = async () => {}

/** A test that waits for what never comes fails by its name, and those after it have their turn. */
const LONGEST_MS = 5 * 60_000

/**
 * @returns ava's `test` for one file, without what counts for a whole process: hooks, and tests
 * that run before all others
 */
export function testOf(test: TestFn, file: string) {
  const turn = earlierEnded
  const ends: Promise<void>[] = []
  earlierEnded = once(() => Promise.all([turn(), ...ends]))

  const declare =
    (kind: TestFn | TestFn['skip']) =>
    (first: string | Given, ...rest: unknown[]) => {
      const title = typeof first === 'string' ? first : undefined
      const [given, ...args] = title === undefined ? [first, ...rest] : rest
      const { exec = given as Body, title: entitle } = given as { exec?: Body; title?: Entitle }
      kind(`${file} › ${entitle ? entitle(title, ...args) : title}`, inTurn(exec), ...args)
    }

  const inTurn =
    (body: Body) =>
    async (t: ExecutionContext, ...args: unknown[]) => {
      const { promise, resolve } = ending()
      ends.push(promise)
      await allHaveBegun()
      await turn()
      const limit = new AbortController()
      const tooLong = sleep(LONGEST_MS, undefined, { signal: limit.signal }).then(
        () => t.fail(`has not ended after ${LONGEST_MS / 60_000} minutes`),
        () => {},
      )
      try {
        return await Promise.race([body(t, ...args), tooLong])
      } finally {
        limit.abort()
        resolve()
      }
    }

  const refuse = () => {
    throw new Error(`${file} has hooks or serial tests: its first line must be "// Own process: …"`)
  }
  return Object.assign(declare(test), {
    skip: declare(test.skip),
    macro: test.macro,
    serial: refuse,
    before: refuse,
    after: Object.assign(refuse, { always: refuse }),
    beforeEach: refuse,
    afterEach: Object.assign(refuse, { always: refuse }),
  })
}

type Entitle = (given: string | undefined, ...args: unknown[]) => string

/** Ava begins all tests of a process at once; who has not begun by now never will. */
const allHaveBegun = () => new Promise((resolve) => setImmediate(resolve))

function ending() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}
