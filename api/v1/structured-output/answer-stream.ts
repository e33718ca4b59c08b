/**
 * An answer that may take minutes, as lines: a proxy that waits for a minute of silence would cut
 * it off otherwise. What is known within the first seconds is answered as if there were no stream,
 * refusals with their own status.
 */
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'koa'
import type {
  StructuredOutputBody,
  StructuredOutputEvent,
} from '../../../core/contract/structured-output.ts'
import { isAppError } from '../../../core/errors.ts'
import type { Log } from '../../../core/log.ts'

export interface StreamTimes {
  /** Until the first line. */
  firstMs: number
  everyMs: number
}

export const STREAM_TIMES: StreamTimes = { firstMs: 5_000, everyMs: 10_000 }

/** @param position in the queue, of this moment */
export async function streamAnswer(
  ctx: Context,
  work: Promise<StructuredOutputBody>,
  position: () => number | null,
  { log, times }: { log: Log; times: StreamTimes },
): Promise<void> {
  const late = new AbortController()
  const slow = sleep(times.firstMs, undefined, { signal: late.signal }).catch(() => undefined)
  const quick = await Promise.race([work, slow]).finally(() => late.abort())
  ctx.status = 200
  ctx.type = 'application/x-ndjson'
  // nginx would collect the lines otherwise.
  ctx.set('X-Accel-Buffering', 'no')
  if (quick) {
    ctx.body = line({ type: 'done', ...quick })
    return
  }
  const lines = new PassThrough()
  ctx.body = lines
  const tell = () => {
    if (lines.writable) lines.write(line({ type: 'waiting', position: position() }))
  }
  tell()
  const timer = setInterval(tell, times.everyMs)
  const { requestId } = ctx.state
  void work
    .then(
      (body): StructuredOutputEvent => ({ type: 'done', ...body }),
      (error: unknown): StructuredOutputEvent => {
        if (isAppError(error)) return { type: 'failed', error: error.code, message: error.message }
        if (!ctx.res.closed) log.error('structured_output.failed', { err: error, requestId })
        return { type: 'failed', error: 'internal_error', message: 'Erro interno. Tente de novo.' }
      },
    )
    .then((event) => {
      clearInterval(timer)
      lines.end(line(event))
    })
}

function line(event: StructuredOutputEvent): string {
  return `${JSON.stringify(event)}\n`
}
