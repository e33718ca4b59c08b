/**
 * The product opens no connection to anywhere outside the machine, nor asks for a name: where
 * nothing leads out, the kernel counts what wanted to leave, of the service, its engines and the
 * command line. The whole test run under the same guard: `npm run bench egress`.
 */
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { judgeHearing } from '../../core/model-file/probe-sound.ts'
import type { EgressJob } from '../helpers/egress-job.ts'
import { findNoRoute, runWithoutRoute } from '../helpers/no-route.ts'
import { compiledRuntime } from '../helpers/speech.ts'

const JOB = fileURLToPath(new URL('../helpers/egress-job.ts', import.meta.url))

/** Each wants to leave once; the addresses are those that the RFCs keep for documentation. */
const PLANTED = {
  'TCP over IPv4': `require('net').connect(443, '192.0.2.7').on('error', () => {})`,
  'TCP over IPv6': `require('net').connect(443, '2001:db8::7').on('error', () => {})`,
  'UDP over IPv4': `require('dgram').createSocket('udp4').send('x', 514, '192.0.2.7', () => process.exit())`,
  'UDP over IPv6': `require('dgram').createSocket('udp6').send('x', 514, '2001:db8::7', () => process.exit())`,
  'a search among the neighbours (mDNS)': `require('dgram').createSocket('udp4').send('x', 5353, '224.0.0.251', () => process.exit())`,
  'a look-up of a name': `fetch('http://telemetry.example/').catch(() => {})`,
}

let prefix: readonly string[] | null

test.before(async () => {
  prefix = await findNoRoute()
})

for (const [what, code] of Object.entries(PLANTED))
  test.serial(`the guard notices ${what}`, async (t) => {
    if (!prefix) return skipped(t)
    const { attempts } = await runWithoutRoute(prefix, [process.execPath, '-e', code])
    t.true(attempts > 0)
  })

test.serial('the guard has nothing against the loopback', async (t) => {
  if (!prefix) return skipped(t)
  const code = `const server = require('net').createServer((socket) => socket.end('here')).listen(0, '127.0.0.1', () =>
    require('net').connect(server.address().port, 'localhost').on('data', (said) => { console.log(String(said)); process.exit() }))`
  const { attempts, stdout } = await runWithoutRoute(prefix, [process.execPath, '-e', code])
  t.deepEqual([stdout.trim(), attempts], ['here', 0])
})

test.serial(
  'a visit from the first frame to the national network, a picture and the command line: nothing wants to leave',
  async (t) => {
    t.timeout(600_000)
    if (!prefix) return skipped(t)
    if (!(await compiledRuntime(t))) return
    const job = [process.execPath, '--import=tsx', JOB]
    const { code, stdout, stderr, attempts } = await runWithoutRoute(prefix, job)
    t.is(code, 0, stderr)
    t.is(attempts, 0, 'who it was: npm run bench egress')

    const { transcript, document, picture, record, commands } = JSON.parse(stdout) as EgressJob
    t.true(judgeHearing(transcript).enough, transcript)
    t.regex(document, /medir a sua pressão/i)
    t.regex(document, /Glicemia de jejum 98/)
    t.is(picture.trim(), 'Glicemia de jejum 98 mg/dL')
    t.is(record, 'submitted')
    // What the doctor finds is this machine's affair; a bug would be 70.
    t.is(commands['model list'], 0)
    t.true((commands.doctor ?? 70) < 70)
  },
)

function skipped(t: ExecutionContext) {
  t.log('SKIPPED: network namespaces are not allowed here (unshare --net)')
  t.pass()
}
