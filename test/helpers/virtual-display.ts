/** A screen that is not there (Xvfb), for browsers that run on none. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** @param path of Xvfb */
export async function startVirtualDisplay(path: string) {
  const child = spawn(
    path,
    ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const exited = once(child, 'exit')
  // The number that it found free.
  const number = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk).trim()),
    exited.then(() => undefined),
  ])
  if (!number) throw new Error('Xvfb does not start')
  return {
    env: { DISPLAY: `:${number}` },
    async close() {
      child.kill()
      await exited
    },
  }
}
