import { readdir, readFile } from 'node:fs/promises'

/**
 * How long a process wanted to compute and got no processor, by what Linux counts of its threads.
 * @returns ms since the call before; 0 where the system does not count
 */
export function starvedTime(pid: number): () => Promise<number> {
  let last = { atMs: performance.now(), ranMs: 0, waitedMs: 0 }

  return async () => {
    const now = { atMs: performance.now(), ...(await threadTimes(pid)) }
    const ranMs = Math.max(0, now.ranMs - last.ranMs)
    const waitedMs = Math.max(0, now.waitedMs - last.waitedMs)
    const passedMs = now.atMs - last.atMs
    last = now
    // Threads wait side by side, and while one waits another may run.
    return Math.min(waitedMs, Math.max(0, passedMs - ranMs))
  }
}

/** Of all threads that it has now, together. */
async function threadTimes(pid: number): Promise<{ ranMs: number; waitedMs: number }> {
  const folder = `/proc/${pid}/task`
  const threads = await readdir(folder).catch(() => [])
  const times = { ranMs: 0, waitedMs: 0 }
  for (const thread of threads) {
    const line = await readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '')
    const [ran = 0, waited = 0] = line.split(' ').map(Number)
    times.ranMs += ran / 1e6
    times.waitedMs += waited / 1e6
  }
  return times
}
