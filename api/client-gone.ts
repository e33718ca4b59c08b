import type { Context } from 'koa'

/** Aborts when the caller goes away before the answer has left. */
export function clientGone(ctx: Context): AbortSignal {
  const controller = new AbortController()
  const leave = () => {
    if (!ctx.res.writableFinished) controller.abort(new Error('client disconnected'))
  }
  if (ctx.res.closed) leave()
  else ctx.res.once('close', leave)
  return controller.signal
}
