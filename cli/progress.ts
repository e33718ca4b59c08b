import type { TransferProgress } from '../core/model-file/ports.ts'
import { bytes, duration } from './format.ts'

/**
 * Progress of long work, on stderr: one line that is rewritten on a terminal; elsewhere a line
 * every ten per cent, so that a log stays readable and somebody watching knows that it lives.
 */
export interface Progress {
  /** @param fraction 0 to 1; null when the whole is not known */
  update(fraction: number | null, detail: string): void
  /** Leaves the line as it is, so that what follows starts on its own. */
  end(): void
}

interface Out {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

const REDRAW_MS = 100
/** Shorter work needs no lines in a log. */
const QUIET_MS = 3000
const LINE_EVERY_MS = 10_000

export function progress(out: Out, label: string, now: () => number): Progress {
  let drawn = false
  const startedAt = now()
  let last = { at: Number.NEGATIVE_INFINITY, step: -1 }

  function line(fraction: number | null, detail: string) {
    const share = fraction === null ? '' : `${String(Math.floor(fraction * 100)).padStart(3)} %  `
    return `${label}  ${share}${detail}`
  }

  return {
    update(fraction, detail) {
      const at = now()
      if (out.isTTY) {
        if (at - last.at < REDRAW_MS && fraction !== 1) return
        last = { at, step: 0 }
        drawn = true
        out.write(`\r\u001b[2K${line(fraction, detail).slice(0, (out.columns ?? 80) - 1)}`)
        return
      }
      if (at - startedAt < QUIET_MS) return
      const step = fraction === null ? last.step : Math.floor(fraction * 10)
      if (step === last.step && at - last.at < LINE_EVERY_MS) return
      last = { at, step }
      out.write(`${line(fraction, detail)}\n`)
    },
    end() {
      if (drawn) out.write('\n')
      drawn = false
    },
  }
}

/**
 * Shows a download or copy: share, amount, speed and time left, measured over the whole transfer.
 */
export function transferProgress(line: Progress, nowMs: () => number) {
  let started: { atMs: number; doneBytes: number } | undefined
  return ({ phase, doneBytes, totalBytes, waitMs, reason }: TransferProgress) => {
    const fraction = totalBytes ? doneBytes / totalBytes : null
    if (phase === 'wait')
      return line.update(
        null,
        `${reason ?? 'interrupted'}; trying again in ${duration((waitMs ?? 0) / 1000)}`,
      )
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
