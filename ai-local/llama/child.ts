/**
 * The engine's process. Native code that crashes or runs out of memory takes this process down and
 * nothing else. It lives for its parent only: when the channel closes it ends at once, even in the
 * middle of a computation. Prompts arrive over the channel and are kept in memory only; nothing is
 * printed.
 */
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { AppError } from '../../core/errors.ts'
import { checkFormat, inspectGguf } from './inspect-model.ts'
import type { EvaluateHooks } from './prompt-memory.ts'
import type {
  FromEngine,
  GenerateRequest,
  LoadOptions,
  PromptPlace,
  ReadRequest,
  ToEngine,
  WireError,
} from './protocol.ts'
import { openSession, type Session } from './session.ts'

/** Below the service, so that recording and pages go first (AI-RUNTIME §1.3). */
const NICENESS = 10
/** Score from -1000 to 1000, which tells the kernel what to end first when memory runs out. */
const OUT_OF_MEMORY_SCORE = '600'
const BEAT_EVERY_MS = 500

let session: Session | null = null
const running = new Map<number, AbortController>()

stepBack()
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (message: ToEngine) => {
  void handle(message)
})

async function handle(message: ToEngine) {
  switch (message.type) {
    case 'load':
      return load(message.options)
    case 'generate':
      return generate(message.id, message.request, message.place)
    case 'read':
      return read(message.id, message.request, message.place)
    case 'cancel':
      return running.get(message.id)?.abort()
  }
}

async function load(options: LoadOptions) {
  try {
    if (options.sha256) await inspectGguf(options.modelPath, { sha256: options.sha256 })
    else await checkFormat(options.modelPath)
    session = await openSession(options, send)
    send({ type: 'loaded', facts: session.facts })
  } catch (error) {
    send({ type: 'load_failed', error: wireError(error, LOAD_FAILED) })
  }
}

function generate(id: number, request: GenerateRequest, place: PromptPlace | null) {
  return answer(id, async (hooks) => {
    const { json, usage } = await loaded().generate(request, place, {
      ...hooks,
      onProperty: (name, propertyJson, cut) =>
        send({ type: 'property', id, name, json: propertyJson, cut }),
      onText: (text) => send({ type: 'text', id, text }),
    })
    return { type: 'done', id, json, usage }
  })
}

function read(id: number, request: ReadRequest, place: PromptPlace) {
  return answer(id, async (hooks) => {
    const reading = await loaded().read(request, place, hooks)
    return { type: 'read_done', id, reading }
  })
}

async function answer(id: number, work: (hooks: EvaluateHooks) => Promise<FromEngine>) {
  const controller = new AbortController()
  running.set(id, controller)
  let lastBeatAt = 0
  try {
    send(
      await work({
        signal: controller.signal,
        onBeat() {
          if (performance.now() - lastBeatAt < BEAT_EVERY_MS) return
          lastBeatAt = performance.now()
          send({ type: 'beat', id })
        },
      }),
    )
  } catch (error) {
    if (controller.signal.aborted) send({ type: 'canceled', id })
    else send({ type: 'failed', id, error: wireError(error, GENERATION_FAILED) })
  } finally {
    running.delete(id)
  }
}

function loaded(): Session {
  if (!session) throw new Error('generate before load')
  return session
}

function send(message: FromEngine) {
  // Nobody listens any more: the end is near (`disconnect`).
  process.send?.(message, undefined, undefined, () => {})
}

const LOAD_FAILED: WireError = {
  kind: 'unavailable',
  code: 'engine_load_failed',
  message: 'O modelo de linguagem não pôde ser carregado.',
  details: [],
}
const GENERATION_FAILED: WireError = {
  kind: 'unavailable',
  code: 'generation_failed',
  message: 'O documento não pôde ser gerado.',
  details: [],
}

/** Only our own errors cross the border in words: a foreign message could quote the prompt. */
function wireError(error: unknown, otherwise: WireError): WireError {
  if (!(error instanceof AppError)) return { ...otherwise, details: [{ issue: nameOf(error) }] }
  const { kind, code, message, details = [] } = error
  return {
    kind: kind === 'invalid' || kind === 'rejected' ? kind : 'unavailable',
    code,
    message,
    details: details as WireError['details'],
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : typeof error
}

function stepBack() {
  setPriority(NICENESS)
  try {
    writeFileSync('/proc/self/oom_score_adj', OUT_OF_MEMORY_SCORE)
  } catch {
    // Not Linux, or not allowed: the system's own order then.
  }
}
