import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { build } from 'esbuild'
import { median } from './figures.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 20

/**
 * Requests a second of `POST /integration/session-token/` with everything on, beside a bare Koa
 * "hello" in the same run (DESIGN §11: at least 0.40 of it). Rounds alternate, so that a busy
 * machine disturbs both; `cpuRatio` compares processor time per request, which other work on the
 * machine disturbs less.
 */
export async function benchSessionToken() {
  const program = await buildProgram()
  const hello = await startServer(program, 'hello')
  const service = await startServer(program, 'service')
  try {
    await measure(hello, 1)
    await measure(service, 1)
    const rounds: { hello: Round; service: Round }[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        hello: await measure(hello, SECONDS),
        service: await measure(service, SECONDS),
      })

    const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
    return {
      connections: CONNECTIONS,
      helloPerSecond: Math.round(middle((round) => round.hello.perSecond)),
      tokensPerSecond: Math.round(middle((round) => round.service.perSecond)),
      ratio: rounded(middle((round) => round.service.perSecond / round.hello.perSecond)),
      helloCpuUs: Math.round(middle((round) => round.hello.cpuUs)),
      tokenCpuUs: Math.round(middle((round) => round.service.cpuUs)),
      cpuRatio: rounded(middle((round) => round.hello.cpuUs / round.service.cpuUs)),
      tokenLatencyMs: {
        p50: middle((round) => round.service.p50Ms),
        p99: middle((round) => round.service.p99Ms),
      },
    }
  } finally {
    hello.child.disconnect()
    service.child.disconnect()
  }
}

interface Subject {
  child: ChildProcess
  url: string
  keys: string[]
}

interface Round {
  perSecond: number
  /** Processor time per request, in microseconds. */
  cpuUs: number
  p50Ms: number
  p99Ms: number
}

/**
 * Built as the product is: under tsx every error would pay for its source map, and Sequelize makes
 * one a query.
 */
async function buildProgram(): Promise<string> {
  const outfile = fileURLToPath(
    new URL('../../dist/bench/session-token-server.js', import.meta.url),
  )
  await build({
    entryPoints: [fileURLToPath(new URL('./session-token-server.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
  })
  return outfile
}

async function startServer(program: string, kind: 'hello' | 'service'): Promise<Subject> {
  const child = spawn(process.execPath, [program, kind], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ port, keys }] = (await once(child, 'message')) as [{ port: number; keys: string[] }]
  return { child, url: `http://127.0.0.1:${port}/integration/session-token/`, keys }
}

async function measure({ child, url, keys }: Subject, duration: number): Promise<Round> {
  const before = await cpuUs(child)
  const result = await autocannon({
    url,
    duration,
    connections: CONNECTIONS,
    // The same bytes for both; a bare Koa does not look at them. Keys take turns, as hospitals'
    // systems would.
    requests: (keys.length > 0 ? keys : ['none']).map((key) => ({
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', 'x-svc-token': key },
      body: JSON.stringify({ expiration: 1800, doctor_id: 'medica-1' }),
    })),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} failed`)
  return {
    perSecond: result.requests.total / result.duration,
    cpuUs: ((await cpuUs(child)) - before) / result.requests.total,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

async function cpuUs(child: ChildProcess): Promise<number> {
  child.send('usage')
  const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage]
  return user + system
}

const rounded = (ratio: number) => Number(ratio.toFixed(2))
