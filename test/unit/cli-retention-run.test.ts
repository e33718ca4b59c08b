import { PassThrough, Writable } from 'node:stream'
import test from 'ava'
import { retentionRunCommand } from '../../cli/commands/retention-run.ts'
import type { CliDeps } from '../../cli/deps.ts'
import { terminal } from '../../cli/terminal.ts'

function command(complete: boolean) {
  const stop = new AbortController()
  const said = { out: '', err: '' }
  const into = (name: 'out' | 'err') =>
    new Writable({
      write(chunk, _encoding, done) {
        said[name] += chunk
        done()
      },
    })
  const lines = [{ organizationId: 'o', category: 'audio', due: { items: 2 } }]
  const retention = {
    plan: async () => ({ lines, dryRun: true, complete: true }),
    async run() {
      if (!complete) stop.abort(new Error('stopped by SIGINT'))
      return { lines: [], dryRun: false, complete }
    },
  }
  const deps = {
    signal: stop.signal,
    settings: { flags: [] },
    terminal: terminal({
      stdin: new PassThrough(),
      stdout: into('out'),
      stderr: into('err'),
      env: {},
      json: true,
      yes: true,
      signal: stop.signal,
      nowMs: () => 0,
    }),
    openAdmin: async () => ({
      retention: async () => retention,
      audit: { actor: { kind: 'administrator', id: 'root' } },
      async [Symbol.asyncDispose]() {},
    }),
  } as unknown as CliDeps
  return { said, run: () => retentionRunCommand(deps).parseAsync([], { from: 'user' }) }
}

test('a run that was stopped says how far it came, and is none that ended', async (t) => {
  const { run, said } = command(false)
  await t.throwsAsync(run, { message: 'stopped by SIGINT' })
  t.regex(said.out, /"complete": false/)
  t.regex(said.err, /Stopped before the end/)
})

test('a run to the end is done', async (t) => {
  const { run, said } = command(true)
  await t.notThrowsAsync(run)
  t.regex(said.out, /"complete": true/)
})
