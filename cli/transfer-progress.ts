import type { TransferProgress } from '../core/model-file/ports.ts'
import { bytes, duration } from './format.ts'
import type { Progress } from './progress.ts'

/**
 * Shows a download or copy: share, amount, speed and time left, measured over the whole transfer.
 */
export function transferProgress(line: Progress, nowMs: () => number) {
  let started: { atMs: number; doneBytes: number } | undefined
  return ({ phase, doneBytes, totalBytes, waitMs }: TransferProgress) => {
    const fraction = totalBytes ? doneBytes / totalBytes : null
    if (phase === 'wait')
      return line.update(null, `interrupted; trying again in ${duration((waitMs ?? 0) / 1000)}`)
    if (phase === 'hash') return line.update(fraction, `checking ${bytes(doneBytes)}`)
    started ??= { atMs: nowMs(), doneBytes }
    const seconds = (nowMs() - started.atMs) / 1000
    const perSecond = seconds > 0.5 ? (doneBytes - started.doneBytes) / seconds : 0
    const of = totalBytes ? ` of ${bytes(totalBytes)}` : ''
    const pace =
      perSecond > 0
        ? `, ${bytes(perSecond)}/s${totalBytes ? `, ${duration((totalBytes - doneBytes) / perSecond)} left` : ''}`
        : ''
    line.update(fraction, `${bytes(doneBytes)}${of}${pace}`)
  }
}
