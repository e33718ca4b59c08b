import { AppError } from '../errors.ts'

/** There is no engine to ask now; the sound waits. */
export function engineUnavailable(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'engine_unavailable',
    'O reconhecimento de fala não está disponível no momento. O áudio está guardado e será transcrito depois.',
    { cause },
  )
}

/** The engine died or hung during this request; it is started again for the next one. */
export function engineCrashed(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'engine_crashed',
    'O reconhecimento de fala foi interrompido e será reiniciado. O áudio está guardado.',
    { cause },
  )
}
