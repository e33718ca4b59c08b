/** From the skeleton to the workspace, or to the screen that says why not (SPEC-GAPS 2.2, 2.12). */
import { ApiError } from '../services/api-client.ts'

export type FailureKind =
  | 'auth'
  | 'identifier_mismatch'
  | 'offline'
  | 'local_network'
  | 'forbidden'
  | 'origin'
  | 'insecure'
  | 'unsupported'
  | 'changed'
  | 'unexpected'

interface Failure {
  kind: FailureKind
  code: string
  requestId: string | null
  /** What the server says of it, where no screen of ours says it better. */
  message: string | null
}

export interface Opening {
  readonly phase: 'loading' | 'slow' | 'late' | 'failed' | 'ready'
  readonly failure: Failure | undefined
  /** When the next attempt comes by itself, as a time; only while offline. */
  readonly retryAt: number | undefined
  run(): Promise<void>
  stop(): void
}

interface Deps {
  /** `signal`: another attempt has begun, or it was closed; what comes then must change nothing. */
  load(signal: AbortSignal): Promise<void>
  /** There is no session, whatever the provider of tokens called its failure. */
  isUnauthenticated(): boolean
  onReady(): void
  onFailed(error: unknown): void
  changed(): void
}

const SLOW_MS = 3000
const LATE_MS = 15_000
const RETRY_MS = 10_000

export function opening(deps: Deps): Opening {
  const { load, isUnauthenticated, onReady, onFailed, changed } = deps
  let phase: Opening['phase'] = 'loading'
  let failure: Failure | undefined
  let retryAt: number | undefined
  let attempt = new AbortController()
  const timers = new Set<ReturnType<typeof setTimeout>>()

  function later(delayMs: number, work: () => void) {
    timers.add(setTimeout(work, delayMs))
  }

  function setPhase(next: Opening['phase']) {
    if (phase === 'ready') return
    phase = next
    changed()
  }

  function stop() {
    attempt.abort()
    stopTimers()
  }

  function stopTimers() {
    retryAt = undefined
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }

  async function run() {
    if (phase === 'ready') return
    stop()
    attempt = new AbortController()
    const { signal } = attempt
    failure = undefined
    setPhase('loading')
    later(SLOW_MS, () => setPhase('slow'))
    later(LATE_MS, () => setPhase('late'))
    try {
      await load(signal)
      if (signal.aborted) return
      stopTimers()
      setPhase('ready')
      onReady()
    } catch (error) {
      if (signal.aborted) return
      stopTimers()
      failure = describe(error, isUnauthenticated())
      setPhase('failed')
      onFailed(error)
      if (failure.kind !== 'offline') return
      retryAt = Date.now() + RETRY_MS
      later(RETRY_MS, () => void run())
    }
  }

  return {
    get phase() {
      return phase
    },
    get failure() {
      return failure
    },
    get retryAt() {
      return retryAt
    },
    run,
    stop,
  }
}

function describe(error: unknown, isUnauthenticated: boolean): Failure {
  const code = (error as { code?: string }).code ?? 'internal_error'
  const kind = kindOf(error, code, isUnauthenticated)
  const answer = error instanceof ApiError ? error : undefined
  const isExplained = kind === 'unexpected' && answer && answer.status < 500
  return {
    kind,
    code,
    requestId: answer?.requestId ?? null,
    message: isExplained || code === 'API_KEY_IN_PAGE' ? (error as Error).message : null,
  }
}

function kindOf(error: unknown, code: string, isUnauthenticated: boolean): FailureKind {
  if (code === 'INSECURE_PAGE') return 'insecure'
  if (code === 'UNSUPPORTED_BROWSER') return 'unsupported'
  if (code === 'PAGE_CHANGES_BUILTINS') return 'changed'
  if (code === 'LOCAL_NETWORK_BLOCKED') return 'local_network'
  if (code === 'origin_not_allowed') return 'origin'
  if (code === 'identifier_mismatch' || code === 'forbidden') return code
  if (!(error instanceof ApiError))
    return isUnauthenticated || code in AUTH_CODES ? 'auth' : 'unexpected'
  return error.status === 0 || error.status === 503 ? 'offline' : 'unexpected'
}

const AUTH_CODES = { AUTH_FAILED: true, TOKEN_TIMEOUT: true, NOT_INITIALIZED: true }
