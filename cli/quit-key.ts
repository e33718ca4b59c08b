/** q, and Ctrl-C: while single keys are read it reaches us as one of them, not as a signal. */
const QUITS = ['q', 'Q', '\u0003']

interface Surroundings {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  stdout: { isTTY?: boolean }
  signal: AbortSignal
  json: boolean
}

/** Work until a key ends it, where somebody is at a terminal; `signal` ends it everywhere. */
export async function untilQuit<Result>(
  { stdin, stdout, signal, json }: Surroundings,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (!stdin.isTTY || !stdin.setRawMode || !stdout.isTTY || json) return work(signal)
  const quit = new AbortController()
  const onKey = (typed: Buffer) => {
    const keys = typed.toString('latin1')
    if (QUITS.some((key) => keys.includes(key))) quit.abort()
  }
  stdin.setRawMode(true)
  stdin.on('data', onKey).resume()
  try {
    return await work(AbortSignal.any([signal, quit.signal]))
  } finally {
    stdin.off('data', onKey).pause()
    stdin.setRawMode(false)
  }
}
