import { readdir, readFile } from 'node:fs/promises'

/**
 * How long a process wanted to compute and got no processor, by what Linux counts of its threads.
 * @returns ms since the call before; 0 where the system does not count
 */
export function starvedTime(pid: number): () => Promise<number> {
  let last: Times = { atMs: performance.now(), ranMs: 0, waitedMs: 0, isWaiting: false }

  return async () => {
    const now: Times = { atMs: performance.now(), ...(await threadTimes(pid)) }
    const ranMs = Math.max(0, now.ranMs - last.ranMs)
    const waitedMs = Math.max(0, now.waitedMs - last.waitedMs)
    const leftMs = Math.max(0, now.atMs - last.atMs - ranMs)
    // Linux counts a wait when it is over: one that goes on is seen by a thread that did not run.
    const stillWaits = now.isWaiting && ranMs === 0 && waitedMs === 0
    last = now
    // Threads wait side by side, and while one waits another may run.
    return stillWaits ? leftMs : Math.min(waitedMs, leftMs)
  }
}

interface Times {
  atMs: number
  ranMs: number
  waitedMs: number
  /** A thread would run if it got a processor. */
  isWaiting: boolean
}

/** Of all threads that it has now, together. */
async function threadTimes(pid: number): Promise<Omit<Times, 'atMs'>> {
  const folder = `/proc/${pid}/task`
  const threads = await readdir(folder).catch(() => [])
  const times = { ranMs: 0, waitedMs: 0, isWaiting: false }
  for (const thread of threads) {
    const line = await readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '')
    const [ran = 0, waited = 0] = line.split(' ').map(Number)
    times.ranMs += ran / 1e6
    times.waitedMs += waited / 1e6
    const state = await readFile(`${folder}/${thread}/stat`, 'utf8').catch(() => '')
    // Behind the name, which may hold anything.
    times.isWaiting ||= state.slice(state.lastIndexOf(')')).startsWith(') R')
  }
  return times
}
