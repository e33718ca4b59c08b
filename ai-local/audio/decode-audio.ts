/**
 * Decodes uploaded files, each in a child process of its own that is killed when it takes too much
 * time or memory, or when nobody wants the result any more (ai-local/audio/child.ts).
 */
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { fairPlaces } from '../../core/engine/fair-shares.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type {
  DecodeAudio,
  DecodedFile,
  DecodeOptions,
  EncodedAudio,
} from '../../core/recording/ports.ts'
import type { DecodeFailure, FromChild, ToChild } from './protocol.ts'

export interface AudioDecoderOptions {
  /** Address of the built child, dist/decode-child.js. */
  childUrl: URL
  log: Log
  limits?: Partial<DecodeLimits>
}

export interface DecodeLimits {
  /** Longest sound taken. */
  maxDurationMs: number
  /** Without any sign of progress. */
  stalledAfterMs: number
  /** The same, of the processor's time: what computes so long for nothing goes round in circles. */
  stalledAfterCpuMs: number
  /** For one file, whatever happens. */
  maxRunMs: number
  maxMemoryBytes: number
  /** Files at once, one of each doctor; more wait. */
  maxChildren: number
  /** Requests of one doctor in line; more are refused. */
  maxWaiting: number
  /** In line. */
  maxWaitMs: number
}

const DEFAULT_LIMITS: DecodeLimits = {
  maxDurationMs: 6 * 3_600_000,
  stalledAfterMs: 60_000,
  stalledAfterCpuMs: 5_000,
  maxRunMs: 30 * 60_000,
  maxMemoryBytes: 1 << 30,
  maxChildren: 3,
  maxWaiting: 4,
  maxWaitMs: 45_000,
}
const WATCH_EVERY_MS = 250
/** Recording and transcription go first. */
const NICENESS = 10

export function audioDecoder({ childUrl, log, limits: given }: AudioDecoderOptions): DecodeAudio {
  const limits = { ...DEFAULT_LIMITS, ...given }
  const places = fairPlaces({
    places: limits.maxChildren,
    perDoctor: 1,
    mostWaiting: limits.maxWaiting,
    longestWaitMs: limits.maxWaitMs,
    busy,
  })

  return (audio, options) => places.run(options.share, options.signal, () => decode(audio, options))

  async function decode(
    audio: EncodedAudio,
    { signal, channels, onSamples }: DecodeOptions,
  ): Promise<DecodedFile> {
    let child: ChildProcess | undefined
    try {
      child = fork(fileURLToPath(childUrl), {
        serialization: 'advanced',
        execArgv: [],
        env: {},
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      return await converse({ child, audio, signal, channels, onSamples, limits, log })
    } finally {
      child?.kill('SIGKILL')
    }
  }
}

interface Conversation {
  child: ChildProcess
  audio: EncodedAudio
  signal: AbortSignal
  channels: 1 | 2
  onSamples(samples: Int16Array[]): Promise<void>
  limits: DecodeLimits
  log: Log
}

function converse(conversation: Conversation): Promise<DecodedFile> {
  const { child, audio, signal, channels, onSamples, limits, log } = conversation
  let samples = 0
  let lastSignMs = performance.now()

  return new Promise((resolve, reject) => {
    const tell = (message: ToChild) => {
      if (child.connected) child.send(message)
    }
    const finish = (settle: () => void) => {
      stopWatching()
      signal.removeEventListener('abort', onAbort)
      child.removeAllListeners()
      child.on('error', ignore) // a message that could not be sent to a dead child
      settle()
    }
    const fail = (error: unknown) => finish(() => reject(error))
    const onAbort = () => fail(signal.reason)
    const stopWatching = watch(
      child,
      limits,
      () => lastSignMs,
      (why) => {
        log.warn('audio.decoder_killed', { why })
        fail(failure('audio_invalid'))
      },
    )

    async function answer(message: FromChild): Promise<void> {
      lastSignMs = performance.now()
      switch (message.type) {
        case 'read': {
          const { id, from, to } = message
          return tell({ type: 'bytes', id, bytes: await audio.read(from, to) })
        }
        case 'samples':
          samples += message.samples[0]?.length ?? 0
          await onSamples(message.samples)
          return tell({ type: 'taken' })
        case 'done': {
          const { format, unused } = message
          return finish(() => resolve({ format, unused, samples }))
        }
        case 'failed':
          return fail(failure(message.code, message.inside))
      }
    }

    signal.addEventListener('abort', onAbort)
    child.on('message', (message: FromChild) => answer(message).catch(fail))
    child.on('error', fail)
    child.on('exit', (code, killedBy) => {
      log.warn('audio.decoder_died', { code, killedBy })
      fail(failure('audio_invalid'))
    })
    if (child.pid) trySetPriority(child.pid)
    const maxSamples = limits.maxDurationMs * 16
    tell({ type: 'decode', sizeBytes: audio.sizeBytes, maxSamples, channels })
  })
}

/** @returns what ends the watch */
function watch(
  { pid }: ChildProcess,
  limits: DecodeLimits,
  lastSignMs: () => number,
  onExceeded: (why: string) => void,
): () => void {
  const startedMs = performance.now()
  let signMs = 0
  let cpuAtSignMs = 0
  const timer = setInterval(async () => {
    const now = performance.now()
    if (now - startedMs > limits.maxRunMs) return onExceeded('time')
    if (now - lastSignMs() > limits.stalledAfterMs) return onExceeded('stalled')
    const cpuMs = pid ? await processorMs(pid) : 0
    if (signMs !== lastSignMs()) {
      signMs = lastSignMs()
      cpuAtSignMs = cpuMs
    }
    if (cpuMs - cpuAtSignMs > limits.stalledAfterCpuMs) return onExceeded('circles')
    if (pid && (await residentBytes(pid)) > limits.maxMemoryBytes) onExceeded('memory')
  }, WATCH_EVERY_MS)
  return () => clearInterval(timer)
}

/** What it has computed, in ms; 0 where there is no /proc. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Behind the name, which may hold anything: the 14th and 15th of all fields, in hundredths.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}

/** 0 where there is no /proc. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}

function trySetPriority(pid: number) {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // Only a wish.
  }
}

const FORMATS = 'WAV, WebM, Ogg, MP3, M4A, AAC, FLAC, AIFF, CAF ou AU'

const MESSAGES: Record<DecodeFailure, string> = {
  audio_empty: 'O arquivo não contém áudio.',
  audio_unsupported: `Formato de áudio não reconhecido. Envie ${FORMATS}.`,
  audio_invalid: 'O arquivo de áudio está danificado e não pôde ser lido.',
  audio_too_long: 'A gravação enviada é longa demais.',
  index_missing:
    'O arquivo está incompleto: falta o índice (moov), que o gravador escreve por último, e sem ele nenhum som pode ser lido. Copie de novo o arquivo do aparelho de origem.',
}

/** @param inside names of what a good file holds that cannot be decoded */
function failure(code: DecodeFailure, inside?: string): AppError {
  if (code === 'index_missing') return new AppError('rejected', 'audio_invalid', MESSAGES[code])
  if (code === 'audio_too_long') return new AppError('too-large', code, MESSAGES[code])
  if (code !== 'audio_unsupported') return new AppError('rejected', code, MESSAGES[code])
  const named = `O arquivo contém ${inside}, que não pode ser lido aqui. Converta-o para WAV (PCM), MP3 ou M4A (AAC) e envie de novo.`
  return new AppError('unsupported', code, inside ? named : MESSAGES[code])
}

function busy(): AppError {
  return new AppError(
    'busy',
    'engine_busy',
    'O servidor está lendo outros arquivos de áudio. Tente de novo em instantes.',
    { retryAfterS: 10 },
  )
}

function ignore() {}
