/**
 * Reads uploaded files, each in a child process of its own that is killed when it takes too much
 * time or memory, or when nobody wants the result any more (ai-local/files/child.ts).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, readFile as readProcFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ComputeGate } from '../../core/engine/compute-gate.ts'
import type { Share } from '../../core/engine/fair-shares.ts'
import type { FileReading } from '../../core/file/file.ts'
import type { FileLimits } from '../../core/file/limits.ts'
import type { ReadFile } from '../../core/file/ports.ts'
import { brokenCode, type RefusalCode, refusal } from '../../core/file/refusals.ts'
import { sniffType } from '../../core/file/sniff.ts'
import type { Log } from '../../core/log.ts'
import type { FromChild, ToChild } from './protocol.ts'
import type { RecognitionFiles } from './recognition/recognizer.ts'

export interface FileReaderOptions {
  /** Address of the built child, dist/file-child.js. */
  childUrl: URL
  /** Null reads no text off pictures. */
  recognitionFiles: RecognitionFiles | null
  limits: FileLimits
  /** Recognition computes only in its turn, and makes way for live speech. */
  gate: ComputeGate
  log: Log
  bounds?: Partial<ReadBounds>
}

export interface ReadBounds {
  /** Without any sign of progress, while it may compute and gets a processor. */
  stalledAfterMs: number
  /** For one file, counted likewise. */
  maxRunMs: number
  maxMemoryBytes: number
}

const DEFAULT_BOUNDS: ReadBounds = {
  stalledAfterMs: 60_000,
  maxRunMs: 10 * 60_000,
  maxMemoryBytes: 1 << 30,
}
const WATCH_EVERY_MS = 100
/** Recording and transcription go first. */
const NICENESS = 10
const HEAP_MIB = 512
/** Share of a file's time: the rest is for drawing, and for handing over what was read. */
const FOR_RECOGNITION = 0.7
const SETPRIV = '/usr/bin/setpriv'

export function fileReader(options: FileReaderOptions): ReadFile {
  return async (bytes, signal, share) => {
    signal.throwIfAborted()
    const child = startBound(fileURLToPath(options.childUrl))
    try {
      return await converse(child, { bytes, signal, share }, options)
    } finally {
      child.kill('SIGKILL')
    }
  }
}

function converse(
  child: ChildProcess,
  { bytes, signal, share }: { bytes: Uint8Array; signal: AbortSignal; share: Share | undefined },
  { limits, recognitionFiles, gate, log, bounds }: FileReaderOptions,
): Promise<FileReading> {
  const allBounds = { ...DEFAULT_BOUNDS, ...bounds }
  const watch = watchOver(child, allBounds)
  let endTurn = () => {}

  return new Promise<FileReading>((resolve, reject) => {
    const fail = (code: RefusalCode) => reject(refusal(code, limits))
    const tell = (message: ToChild) => {
      if (child.connected) child.send(message)
    }

    /** Seconds of computing: in turn with the engines, stopped while somebody speaks. */
    function takeTurn() {
      watch.suspend()
      const turn = {
        priority: 'final' as const,
        signal,
        share,
        pause() {
          watch.suspend()
          child.kill('SIGSTOP')
        },
        resume() {
          child.kill('SIGCONT')
          watch.go()
        },
      }
      const work = () =>
        new Promise<void>((done) => {
          endTurn = done
          watch.go()
          tell({ type: 'turn' })
        })
      gate.run(turn, work).catch(reject)
    }

    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    child.on('message', (message: FromChild) => {
      watch.sign()
      switch (message.type) {
        case 'progress':
          return
        case 'recognize':
          return takeTurn()
        case 'done':
          return resolve(message.reading)
        case 'failed':
          return fail(message.code)
      }
    })
    child.on('error', reject)
    child.on('exit', (code, killedBy) => {
      log.warn('file.reader_died', { code, killedBy })
      fail('PROCESSING_FAILED')
    })
    watch.begin((why) => {
      log.warn('file.reader_killed', { why })
      fail(why === 'memory' ? brokenCode(sniffType(bytes)) : 'PROCESSING_TIMEOUT')
    })
    if (child.pid) trySetPriority(child.pid)
    tell({
      type: 'read',
      bytes,
      maxPdfPages: limits.maxPdfPages,
      recognitionFiles,
      maxRecognitionMs: allBounds.maxRunMs * FOR_RECOGNITION,
    })
  }).finally(() => {
    watch.end()
    endTurn()
    child.removeAllListeners()
    child.on('error', ignore) // a message that could not be sent to a dead child
  })
}

/**
 * Time counts only while the child may compute: waiting for its turn is not its fault, nor is a
 * machine so busy that its low priority gets it no processor.
 */
function watchOver({ pid }: ChildProcess, bounds: ReadBounds) {
  let isCounting = true
  let ranMs = 0
  let quietMs = 0
  let lastMs = performance.now()
  let timer: NodeJS.Timeout | undefined
  const starved = pid ? starvedTime(pid) : async () => 0

  function count() {
    const now = performance.now()
    if (isCounting) {
      ranMs += now - lastMs
      quietMs += now - lastMs
    }
    lastMs = now
  }

  async function leaveOutStarved() {
    const ms = await starved()
    if (!isCounting) return
    ranMs = Math.max(0, ranMs - ms)
    quietMs = Math.max(0, quietMs - ms)
  }

  return {
    begin(onExceeded: (why: 'time' | 'stalled' | 'memory') => void) {
      timer = setInterval(async () => {
        count()
        await leaveOutStarved()
        if (ranMs > bounds.maxRunMs) return onExceeded('time')
        if (quietMs > bounds.stalledAfterMs) return onExceeded('stalled')
        if (pid && (await residentBytes(pid)) > bounds.maxMemoryBytes) onExceeded('memory')
      }, WATCH_EVERY_MS)
    },
    sign() {
      count()
      quietMs = 0
    },
    suspend() {
      count()
      isCounting = false
    },
    go() {
      count()
      isCounting = true
    },
    end: () => clearInterval(timer),
  }
}

/**
 * A stopped child cannot notice that its server died, so where there is `setpriv` (every Debian)
 * the kernel is asked to end it with its parent.
 */
function startBound(childPath: string): ChildProcess {
  const node = [process.execPath, `--max-old-space-size=${HEAP_MIB}`, childPath]
  const [command = '', ...args] = existsSync(SETPRIV)
    ? [SETPRIV, '--pdeathsig', 'KILL', '--', ...node]
    : node
  return spawn(command, args, {
    serialization: 'advanced',
    // No secret of the service, no loader; and no folder to leave anything in. A home is named
    // because one is asked for when pictures are drawn, and an account that the machine does not
    // list (a container's, a unit's own) has none to be looked up.
    env: { HOME: '/nonexistent' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** 0 where there is no /proc. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readProcFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}

function trySetPriority(pid: number) {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // Only a wish.
  }
}

function ignore() {}

/**
 * How long a process wanted to compute and got no processor, by what Linux counts of its threads.
 * @returns ms since the call before; 0 where the system does not count
 */
function starvedTime(pid: number): () => Promise<number> {
  let last: Times = { atMs: performance.now(), ranMs: 0, waitedMs: 0, isWaiting: false }

  return async () => {
    const now: Times = { atMs: performance.now(), ...(await threadTimes(pid)) }
    const ranMs = Math.max(0, now.ranMs - last.ranMs)
    const waitedMs = Math.max(0, now.waitedMs - last.waitedMs)
    const leftMs = Math.max(0, now.atMs - last.atMs - ranMs)
    // Linux counts a wait when it is over: one that goes on is seen by a thread that did not run.
    const stillWaits = now.isWaiting && ranMs === 0 && waitedMs === 0
    last = now
    // Threads wait side by side, and while one waits another may run.
    return stillWaits ? leftMs : Math.min(waitedMs, leftMs)
  }
}

interface Times {
  atMs: number
  ranMs: number
  waitedMs: number
  /** A thread would run if it got a processor. */
  isWaiting: boolean
}

/** Of all threads that it has now, together. */
async function threadTimes(pid: number): Promise<Omit<Times, 'atMs'>> {
  const folder = `/proc/${pid}/task`
  const threads = await readdir(folder).catch(() => [])
  const times = { ranMs: 0, waitedMs: 0, isWaiting: false }
  for (const thread of threads) {
    const line = await readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '')
    const [ran = 0, waited = 0] = line.split(' ').map(Number)
    times.ranMs += ran / 1e6
    times.waitedMs += waited / 1e6
    const state = await readFile(`${folder}/${thread}/stat`, 'utf8').catch(() => '')
    // Behind the name, which may hold anything.
    times.isWaiting ||= state.slice(state.lastIndexOf(')')).startsWith(') R')
  }
  return times
}
