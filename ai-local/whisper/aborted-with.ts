/**
 * A controller that also ends with any of `sources`, until it is disposed of.
 *
 * `AbortSignal.any` would do, but it leaves a trace in every source for as long as that lives (Node
 * 20), and an engine that hears for months answers millions of requests.
 */
export function abortedWith(...sources: readonly AbortSignal[]): AbortController & Disposable {
  const controller = new AbortController()
  const follow = (event: Event) => controller.abort((event.target as AbortSignal).reason)
  for (const source of sources) {
    if (source.aborted) controller.abort(source.reason)
    else source.addEventListener('abort', follow, { once: true })
  }
  return Object.assign(controller, {
    [Symbol.dispose]() {
      for (const source of sources) source.removeEventListener('abort', follow)
    },
  })
}
