/**
 * A generation told line by line (NDJSON), each line sent as it comes. While the model reads a long
 * transcript nothing happens for a while; the last progress is repeated then, so that no proxy
 * takes the silence for a dead connection.
 */
import { PassThrough } from 'node:stream'
import type { Context } from 'koa'

const REPEAT_EVERY_MS = 10_000

/** Work that tells what happens as it happens, the end of it last, and never throws. */
interface Telling<Event> {
  run(options: { signal: AbortSignal; onEvent(event: Event): void }): Promise<void>
}

/** Answers with the events of `prepared`. The caller's going away cancels the work. */
export function streamEvents<Event extends { type: string }>(
  ctx: Context,
  prepared: Telling<Event>,
): void {
  const lines = new PassThrough()
  const controller = new AbortController()
  let lastProgress: Event | undefined

  function send(event: Event) {
    if (event.type === 'progress') lastProgress = event
    if (lines.writable) lines.write(`${JSON.stringify(event)}\n`)
  }

  const repeat = setInterval(() => {
    if (lastProgress) send(lastProgress)
  }, REPEAT_EVERY_MS)
  const gone = () => {
    if (!ctx.res.writableFinished) controller.abort(new Error('client disconnected'))
  }
  // While the document was prepared, it may have closed already.
  if (ctx.res.closed) gone()
  else ctx.res.once('close', gone)

  ctx.status = 200
  ctx.type = 'application/x-ndjson'
  ctx.set('Cache-Control', 'no-store')
  // nginx would collect the lines otherwise.
  ctx.set('X-Accel-Buffering', 'no')
  ctx.body = lines
  void prepared.run({ signal: controller.signal, onEvent: send }).finally(() => {
    clearInterval(repeat)
    lines.end()
  })
}
