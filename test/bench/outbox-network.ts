/**
 * The network of `npm run bench outbox`, in a process of its own so that its memory is not the
 * outbox's: the simulator over TLS, told by messages when to go away and how to come back.
 */

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  type SimulatedCall,
  type Simulator,
  startSimulator,
} from '../../bin/tools/rnds-simulator/simulator.ts'
import { testIdentity } from '../helpers/identities.ts'

/** `away` refuses connections, `failing` answers 503, `slow` takes its time. */
export type Weather = 'fair' | 'away' | 'failing' | 'slow'

export interface NetworkReport {
  /** By operation. */
  calls: Record<string, number>
  /** Local ids in the order in which they were taken. */
  taken: string[]
}

export interface NetworkReady {
  authUrl: string
  ehrUrl: string
}

const SLOW_MS = 1500
const perSecond = Number(process.argv[2])
const identity = await testIdentity()
const calls: Record<string, number> = {}
const onCall = ({ operation }: SimulatedCall) => {
  calls[operation] = (calls[operation] ?? 0) + 1
}

/** Where it was before, with what it had. */
async function open(port: number, documents: ReturnType<Simulator['documents']>) {
  const saved = { documents, save() {} }
  const now = () => new Date()
  return startSimulator({ identity, now, port, anyone: true, rpm: true, perSecond, onCall, saved })
}

async function openAnywhere(): Promise<Simulator> {
  try {
    return await open(randomInt(20_000, 30_000), [])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return openAnywhere()
  }
}

let simulator = await openAnywhere()
const port = Number(new URL(simulator.ehrUrl).port)
const { authUrl, ehrUrl } = simulator

async function change(weather: Weather) {
  const isAway = weather === 'away'
  if (isAway) await simulator.close()
  else {
    await simulator.close()
    simulator = await open(port, simulator.documents())
  }
  simulator.setLatency(weather === 'slow' ? SLOW_MS : 0)
  if (weather === 'failing') simulator.faults.add({ name: 'unavailable' })
}

function report(): NetworkReport {
  return { calls, taken: simulator.documents().map(({ value }) => value) }
}

process.on('message', async (asked: Weather | 'report') => {
  if (asked !== 'report') await change(asked)
  process.send?.(asked === 'report' ? report() : 'changed')
})
process.send?.({ authUrl, ehrUrl } satisfies NetworkReady)
await once(process, 'disconnect')
process.exit(0)
