/** Where the service's log is: in the journal of systemd, or in a file that somebody names. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { AppError } from '../../core/errors.ts'

const run = promisify(execFile)

/** A day of a small hospital, or an hour of a large one. */
const LINES = 5000
const MOST_BYTES = 8 << 20
const PATIENCE_MS = 15_000

/**
 * The newest lines, the earliest first; of more than fits the end.
 * @throws what running `journalctl` throws
 */
export async function journalLines(): Promise<string[]> {
  const args = ['-u', 'svc', '-n', String(LINES), '-o', 'cat', '--no-pager', '-q']
  const child = spawn('journalctl', args, {
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'close')
  const parts: Buffer[] = []
  let held = 0
  child.stdout.on('data', (part: Buffer) => {
    parts.push(part)
    held += part.length
    while (held - (parts[0]?.length ?? 0) > MOST_BYTES) held -= parts.shift()?.length ?? 0
  })
  const [code] = await ended
  if (code !== 0) throw Object.assign(new Error('journalctl failed'), { code: 'JOURNAL_FAILED' })
  return linesOf(Buffer.concat(parts).toString('utf8'))
}

/** The end of a file. @throws {AppError} `file_not_readable` */
export async function fileLines(path: string): Promise<string[]> {
  try {
    await using file = await open(path, 'r')
    const { size } = await file.stat()
    const from = Math.max(0, size - MOST_BYTES)
    const bytes = Buffer.alloc(size - from)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
    const lines = linesOf(bytes.subarray(0, bytesRead).toString('utf8'))
    return from > 0 ? lines.slice(1) : lines
  } catch (cause) {
    throw new AppError('not-found', 'file_not_readable', `${path} cannot be read.`, { cause })
  }
}

/** How the unit ended last, as systemd tells it. @throws what running `systemctl` throws */
export async function unitFacts(): Promise<Record<string, string>> {
  const names = ['ActiveState', 'SubState', 'Result', 'NRestarts', 'ExecMainStatus']
  const asked = [...names, 'ExecMainCode', 'ExecMainStartTimestamp', 'ExecMainExitTimestamp']
  const { stdout } = await run('systemctl', ['show', 'svc', `--property=${asked.join(',')}`], {
    timeout: PATIENCE_MS,
  })
  return Object.fromEntries(
    linesOf(stdout).map((line) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]),
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .slice(-LINES)
}
