/**
 * The whole test run (or with `-- --only 'test/http/cli-*.test.ts'` a share of it) where nothing
 * leads out, traced: how many connections and datagrams there were, and which of them were meant
 * for elsewhere. The kernel's count is the truth; the trace says who it was. Datagrams by `sendmsg`
 * are counted, not traced.
 */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Departure, egressTrace, traceInto } from '../helpers/egress-trace.ts'
import { findNoRoute, runWithoutRoute } from '../helpers/no-route.ts'

const LAST_LINES = 200
/**
 * What Chromium asks the routing table for, to know whether IPv6 leads anywhere: a connected
 * datagram socket, nothing is sent.
 */
const ROUTE_QUESTION = '2001:4860:4860::8888'

export async function benchEgress({ only }: { only?: string | undefined }) {
  const prefix = await findNoRoute()
  if (!prefix) throw new Error('network namespaces are not allowed here: run as root')
  const folder = await mkdtemp(join(tmpdir(), 'svc-egress-trace-'))
  try {
    const file = join(folder, 'trace')
    const run = only ? ['npx', 'ava', ...only.split(' ')] : ['npm', 'test']
    const { code, stdout, attempts } = await runWithoutRoute(prefix, [...traceInto(file), ...run], {
      ...process.env,
      npm_config_update_notifier: 'false',
    })
    if (code !== 0) console.error(stdout.split('\n').slice(-LAST_LINES).join('\n'))
    const { destinations, outside } = await readTrace(file)
    const isQuestion = ({ protocol, address }: Departure) =>
      protocol.startsWith('UDP') && address === ROUTE_QUESTION
    const sum = (some: readonly Departure[]) => some.reduce((all, { times }) => all + times, 0)
    const questions = sum(outside.filter(isQuestion))
    const leaving = outside.filter((one) => !isQuestion(one))
    return {
      run: run.join(' '),
      passed: code === 0,
      connectionsAndDatagrams: destinations,
      browserAskedForARoute: questions,
      leavingAsTheKernelCounts: attempts - questions,
      leavingAsTraced: sum(leaving),
      who: leaving,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readTrace(file: string) {
  const trace = egressTrace()
  for await (const line of createInterface({ input: createReadStream(file) })) trace.line(line)
  return trace.result()
}
