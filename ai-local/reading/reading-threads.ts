/**
 * Reading apart from the thread that acknowledges sound: two threads (`worker.ts`), one for short
 * texts and one for long ones, so that nobody's page waits for somebody else's hundred pages. Each
 * starts with its first task and stays; a task that takes too long, or that nobody wants any more,
 * is ended with its thread, and the next one starts another.
 */
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { fairShares, type Share, type ShareOf } from '../../core/engine/fair-shares.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Read, ReadOptions } from '../../core/reading/readers.ts'
import type { CodeLookup } from '../../core/reading/tasks.ts'
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

export interface ReadingThreadsOptions {
  /** The built thread, `dist/reading-worker.js`. */
  workerUrl: URL
  /** File of the sentence encoder. */
  encoderPath: string
  codes: CodeLookup
  /** Whose a visit's texts are; each visit its own unless said. */
  shareOf?: ShareOf | undefined
  log: Log
  bounds?: Partial<ReadingBounds>
}

export interface ReadingBounds {
  /** For one task, without its time in the line. */
  maxRunMs: number
  /** Memory of one thread. */
  maxHeapMiB: number
  /** Characters; a longer task is done by the thread for long ones. */
  longFrom: number
}

const BOUNDS: ReadingBounds = { maxRunMs: 120_000, maxHeapMiB: 768, longFrom: 30_000 }

const ofNobody: ShareOf = async (visit) => ({ keyOwner: '', named: '', doctor: '', visit })

export interface ReadingThreads {
  read: Read
  close(): Promise<void>
}

interface Task {
  name: string
  given: unknown
  share: Share
  resolve(value: unknown): void
  reject(error: unknown): void
}

export function readingThreads(options: ReadingThreadsOptions): ReadingThreads {
  const bounds = { ...BOUNDS, ...options.bounds }
  const short = readingThread(options, bounds)
  const long = readingThread(options, bounds)
  const { shareOf = ofNobody } = options
  async function run(name: string, given: unknown, { characters, visit, signal }: ReadOptions) {
    const share = await (visit === '' ? ofNobody : shareOf)(visit)
    return (characters < bounds.longFrom ? short : long).run(name, given, { signal, share })
  }
  return {
    read: run as Read,
    async close() {
      await Promise.all([short.close(), long.close()])
    },
  }
}

function readingThread(
  { workerUrl, encoderPath, codes, log }: ReadingThreadsOptions,
  bounds: ReadingBounds,
) {
  const line: Task[] = []
  let worker: Worker | null = null
  let atWork: Task | null = null
  let clock: NodeJS.Timeout | undefined
  const shares = fairShares()
  let begunMs = 0
  /** Of the answer that is coming. */
  let pieces: LongList[] = []
  let closed = false

  function thread(): Worker {
    if (worker) return worker
    const started = new Worker(workerUrl, {
      workerData: { encoderPath } satisfies ReaderData,
      resourceLimits: { maxOldGenerationSizeMb: bounds.maxHeapMiB },
    })
    worker = started
    started.on('message', (message: FromReader) => {
      if (worker === started) hear(started, message)
    })
    started.once('error', (error) => lose(started, error))
    started.once('exit', () => lose(started))
    return started
  }

  function hear(from: Worker, message: FromReader) {
    if (message.type === 'ask') return void answer(from, message)
    if (message.type === 'piece') {
      pieces.push(message.piece)
      // Others first.
      return void setImmediate().then(() => worker === from && tell(from, { type: 'more' }))
    }
    const came = pieces
    const task = ended()
    if (message.type === 'done') task?.resolve(putTogether(message.value, came))
    else task?.reject(receivedError(message.error))
    next()
  }

  async function answer(to: Worker, { id, name, given }: Extract<FromReader, { type: 'ask' }>) {
    const lookup = codes as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    try {
      tell(to, { type: 'answer', id, value: await lookup[name]?.(...given) })
    } catch (error) {
      tell(to, { type: 'no-answer', id, error: sentError(error) })
    }
  }

  function tell(to: Worker, message: ToReader) {
    to.postMessage(message)
  }

  function ended(): Task | null {
    const task = atWork
    if (task) shares.spend(task.share, performance.now() - begunMs)
    atWork = null
    pieces = []
    clearTimeout(clock)
    worker?.unref()
    return task
  }

  /** Nobody waits for all that another one asks for. */
  function next() {
    if (atWork || closed) return
    const [task] = shares.order(line)
    if (!task) return
    line.splice(line.indexOf(task), 1)
    atWork = task
    begunMs = performance.now()
    const target = thread()
    // Only work under way keeps the process alive.
    target.ref()
    clock = setTimeout(() => {
      log.warn('reading.timeout', { task: task.name })
      end(tooLong())
    }, bounds.maxRunMs)
    void hand(task, target)
  }

  /** Piece by piece, others in between. */
  async function hand(task: Task, target: Worker) {
    try {
      const { rest, lists } = takeApart(task.given)
      for (const list of lists)
        for (const piece of piecesOf(list)) {
          tell(target, { type: 'piece', piece })
          await setImmediate()
          if (atWork !== task) return
        }
      tell(target, { type: 'task', name: task.name, given: rest })
    } catch (error) {
      if (atWork !== task) return
      ended()?.reject(error)
      next()
    }
  }

  /** The task at work, with its thread: nothing else stops what computes. */
  function end(reason: unknown) {
    const last = worker
    worker = null
    ended()?.reject(reason)
    void last?.terminate()
    next()
  }

  function lose(which: Worker, cause?: unknown) {
    if (worker !== which) return
    worker = null
    log.warn('reading.thread_died', { task: atWork?.name ?? null, err: cause })
    ended()?.reject(failed(cause))
    next()
  }

  return {
    run(name: string, given: unknown, { signal, share }: { signal: AbortSignal; share: Share }) {
      return new Promise<unknown>((resolve, reject) => {
        if (signal.aborted || closed) return reject(signal.aborted ? signal.reason : failed())
        const leave = () => {
          if (atWork === task) return end(signal.reason)
          line.splice(line.indexOf(task), 1)
          reject(signal.reason)
        }
        const stay = () => signal.removeEventListener('abort', leave)
        const task: Task = {
          name,
          given,
          share,
          resolve(value) {
            stay()
            resolve(value)
          },
          reject(error) {
            stay()
            reject(error)
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        line.push(task)
        next()
      })
    },
    async close() {
      closed = true
      const last = worker
      worker = null
      ended()?.reject(failed())
      for (const task of line.splice(0)) task.reject(failed())
      await last?.terminate()
    },
  }
}

function tooLong(): AppError {
  return new AppError(
    'unavailable',
    'reading_timeout',
    'Os textos desta consulta são longos demais para serem lidos de uma vez. Nada foi perdido: retire um arquivo ou encurte o texto e tente de novo.',
  )
}

function failed(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'reading_failed',
    'A leitura dos textos desta consulta foi interrompida. Nada foi perdido: tente de novo.',
    { cause },
  )
}
