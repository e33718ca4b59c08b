// Own process: runs journalctl, through a program in front of it.
/** `svcctl support bundle` on a journal of systemd, written here, read by the real journalctl. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { x as unpack } from 'tar'
import { buildCli } from '../helpers/cli.ts'

const WRITER = '/usr/lib/systemd/systemd-journal-remote'
const READER = '/usr/bin/journalctl'
const isHere = existsSync(WRITER) && existsSync(READER)
const journalTest = isHere ? test : test.skip

/** In the format that `journalctl -o export` writes; a message may have several lines. */
function entry(at: number, fields: Record<string, string>, message: string): Buffer {
  const lines = [`__REALTIME_TIMESTAMP=${1_764_237_600_000_000 + at * 1000}`]
  lines.push(`__MONOTONIC_TIMESTAMP=${at * 1000}`, '_BOOT_ID=4b0d3b0c1d7f4a6f8b2f6f2c1a9e8d7c')
  for (const [name, value] of Object.entries(fields)) lines.push(`${name}=${value}`)
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(Buffer.byteLength(message)))
  const head = Buffer.from(`${lines.join('\n')}\nMESSAGE\n`)
  return Buffer.concat([head, size, Buffer.from(`${message}\n\n`)])
}

const OURS = { _SYSTEMD_UNIT: 'svc.service', _PID: '42' }
const OF_SYSTEMD = { UNIT: 'svc.service', _PID: '1' }
const listening = (time: string) =>
  JSON.stringify({ level: 'info', time, host: '127.0.0.1', port: 8080, event: 'server.listening' })

journalTest(
  'the end of the unit’s journal is in it, however large, and of no other unit',
  async (t) => {
    const cli = await buildCli(t)
    const journal = join(cli.root, 'journal')
    const programs = join(cli.root, 'bin')
    await mkdir(journal)
    await mkdir(programs)
    const filler = JSON.stringify({ level: 'info', event: 'http.request', pad: 'x'.repeat(3000) })
    const written = join(cli.root, 'entries')
    await writeFile(
      written,
      Buffer.concat([
        entry(1, OURS, listening('2026-11-20T08:00:00.000Z')),
        ...Array.from({ length: 4000 }, (_, at) => entry(2 + at, OURS, filler)),
        entry(5000, { _SYSTEMD_UNIT: 'ssh.service', _PID: '7' }, 'Accepted publickey for root'),
        entry(5001, OURS, listening('2026-11-20T10:00:00.000Z')),
        entry(5002, OURS, 'TypeError: x is not a function\n    at run (/opt/svc/dist/a-B.js:1:2)'),
        entry(5003, OF_SYSTEMD, 'svc.service: Main process exited, code=killed, status=9/KILL'),
        entry(5004, OURS, listening('2026-11-20T11:00:00.000Z')),
      ]),
    )
    const made = spawnSync(WRITER, ['-o', join(journal, 'here.journal'), written])
    t.is(made.status, 0, String(made.stderr))
    // Our arguments as they are; only where the journal lies is another place.
    const front = join(programs, 'journalctl')
    await writeFile(front, `#!/bin/sh\nexec ${READER} -D '${journal}' "$@"\n`)
    await chmod(front, 0o755)

    const out = join(cli.root, 'support.tar.gz')
    const bundled = await cli.runApart(['support', 'bundle', '--out', out, '--yes', '--json'], {
      PATH: `${programs}:${process.env.PATH}`,
    })
    t.is(bundled.code, 0, bundled.stderr)
    await unpack({ file: out, cwd: cli.root })
    const part = (name: string) => readFile(join(cli.root, 'svc-support', name), 'utf8')
    const log = await part('service.log')
    t.regex(log, /Main process exited, code=killed, status=9\/KILL/)
    t.regex(log, /TypeError/)
    t.notRegex(log, /publickey/)
    const summary = JSON.parse(await part('log-summary.json'))
    t.deepEqual(summary.endedUnsaid, ['2026-11-20T11:00:00.000Z'])
    t.true(summary.lines > 2000, String(summary.lines))
  },
)
