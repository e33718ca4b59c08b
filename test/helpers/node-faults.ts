/**
 * What happens to several servers in a schedule: drawn from a seed before anything begins, so that
 * the same seed is the same schedule. One of them is always left in peace.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServingNode, ServingNodes } from './serving-nodes.ts'

/**
 * `kill`: SIGKILL, and started again. `pause`: SIGSTOP. `held`, `lost`, `slow`: its line to the
 * database (database-line.ts).
 */
export type FaultKind = 'kill' | 'pause' | 'held' | 'lost' | 'slow'

export interface Fault {
  kind: FaultKind
  /** Which of the servers, by its place. */
  node: number
  atMs: number
  forMs: number
}

export interface DrawOptions {
  nodes: number
  /** How long faults begin. */
  forMs: number
  kinds: readonly FaultKind[]
  /** Mean time between two. */
  everyMs: number
  /** Bounds of how long one lasts. */
  lastMs: readonly [number, number]
}

/** Until a killed one serves again, it is counted as away for so long. */
const START_MS = 6000

export function drawFaults(random: () => number, options: DrawOptions): Fault[] {
  const { nodes, kinds, everyMs, lastMs } = options
  const faults: Fault[] = []
  for (let atMs = everyMs * random(); atMs < options.forMs; atMs += everyMs * (0.5 + random())) {
    const kind = kinds[Math.floor(random() * kinds.length)] as FaultKind
    const node = Math.floor(random() * nodes)
    const forMs = Math.round(lastMs[0] + (lastMs[1] - lastMs[0]) * random())
    const hit = new Set(faults.filter((one) => endOf(one) > atMs).map((one) => one.node))
    // A server that something happens to is not hit again meanwhile, and one is left in peace.
    if (hit.has(node) || hit.size === nodes - 1) continue
    faults.push({ kind, node, atMs: Math.round(atMs), forMs })
  }
  return faults
}

function endOf({ kind, atMs, forMs }: Fault): number {
  return atMs + forMs + (kind === 'kill' ? START_MS : 0)
}

/**
 * Resolves when every fault is over and every server serves. On a busy machine one that was killed
 * may be away for longer than was reckoned: what would hit the last one is left out.
 * @returns how many faults there were
 */
export async function playFaults(world: ServingNodes, faults: readonly Fault[]): Promise<number> {
  const startedMs = performance.now()
  const hit = new Set<ServingNode>()
  let played = 0
  await Promise.all(
    world.all.map(async (node, at) => {
      for (const fault of faults.filter((one) => one.node === at)) {
        await sleep(Math.max(0, startedMs + fault.atMs - performance.now()))
        if (hit.size >= world.all.length - 1) continue
        hit.add(node)
        played++
        await play(node, fault)
        hit.delete(node)
      }
    }),
  )
  return played
}

async function play(node: ServingNode, { kind, forMs }: Fault): Promise<void> {
  if (kind === 'kill') {
    await node.kill()
    await sleep(forMs)
    await node.start()
  } else if (kind === 'pause') {
    node.pause()
    await sleep(forMs)
    node.goOn()
  } else {
    node.line?.set(kind)
    await sleep(forMs)
    node.line?.set('open')
  }
}

/** Numbers in [0, 1), the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
