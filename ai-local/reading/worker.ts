/**
 * A thread that reads texts (dist/reading-worker.js): one task after the other. It goes before the
 * recognizer and the language model, and after the thread that acknowledges sound.
 */
import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { CodeLookup } from '../../core/reading/tasks.ts'
import { readingTasks } from '../../core/reading/tasks.ts'
import { openSenses } from '../encoding/clause-senses.ts'
import {
  type FromReader,
  type LongList,
  piecesOf,
  putTogether,
  type ReaderData,
  receivedError,
  sentError,
  type ToReader,
  takeApart,
} from './messages.ts'

/** More than the service has, of this thread alone; engines have 10. */
const NICENESS = 5

const asked = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
let nextId = 0
/** Pieces of what the next task is given. */
const given: LongList[] = []
/** Sends the next piece of an answer. */
let goOn: (() => void) | undefined
const codes: CodeLookup = {
  find: (...given) => ask('find', given),
  search: (...given) => ask('search', given),
  tables: () => ask('tables', []),
}
const { encoderPath } = workerData as ReaderData
const tasks = readingTasks(codes, openSenses(encoderPath)) as unknown as Record<
  string,
  (given: unknown) => Promise<unknown>
>

giveWay()
parentPort?.on('message', (message: ToReader) => {
  switch (message.type) {
    case 'piece':
      return void given.push(message.piece)
    case 'task':
      return void perform(message.name, putTogether(message.given, given.splice(0)))
    case 'more':
      return void goOn?.()
    case 'answer':
      asked.get(message.id)?.resolve(message.value)
      return void asked.delete(message.id)
    case 'no-answer':
      asked.get(message.id)?.reject(receivedError(message.error))
      return void asked.delete(message.id)
  }
})

async function perform(name: string, given: unknown) {
  try {
    const { rest, lists } = takeApart(await tasks[name]?.(given))
    for (const list of lists)
      for (const piece of piecesOf(list)) {
        tell({ type: 'piece', piece })
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
      }
    tell({ type: 'done', value: rest })
  } catch (error) {
    tell({ type: 'failed', error: sentError(error) })
  }
}

function ask<T>(name: string, given: unknown[]): Promise<T> {
  const id = nextId++
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve: resolve as (value: unknown) => void, reject })
    tell({ type: 'ask', id, name, given })
  })
}

function tell(message: FromReader) {
  parentPort?.postMessage(message)
}

function giveWay() {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (!(thread > 0) || thread === process.pid) return
    setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS))
  } catch {
    // Only a wish.
  }
}
