import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleWorld } from '../helpers/bundle-world.ts'
import { teardowns } from './figures.ts'

interface Taken {
  wallS: number
  /** Processor time of everything that ran. */
  processorS: number
}

/**
 * Installation, upgrade and way back, with a whole Node.js and a database with rows, beside the
 * plain unpacking of the same archive.
 */
export async function benchBundle() {
  const endings = teardowns()
  try {
    const world = await bundleWorld(endings, { node: 'whole' })
    const { root, key, install } = world
    const first = await world.make('0.1.0')
    const second = await world.make('0.1.1')
    const timed = async (args: string[]): Promise<Taken> => {
      const before = childTime()
      const startedAt = performance.now()
      const { code, said } = await install(args).ended
      if (code !== 0) throw new Error(said)
      return {
        wallS: seconds(performance.now() - startedAt),
        processorS: Math.round((childTime() - before) * 100) / 100,
      }
    }
    const installed = await timed([first.path, '--key', key.fingerprint, '--org', 'Hospital'])
    const upgraded = await timed([second.path])
    const back = await timed(['--rollback', '--yes'])
    const unpackStartedAt = performance.now()
    const plain = join(root, 'plain')
    mkdirSync(plain)
    execFileSync('sh', ['-c', 'tar xOf "$0" program.tar.gz | tar xzf - -C "$1"', first.path, plain])
    return {
      bundleMiB: Math.round(first.sizeBytes / 2 ** 20),
      files: first.manifest.files.length,
      installed,
      upgraded,
      back,
      plainUnpackS: seconds(performance.now() - unpackStartedAt),
    }
  } finally {
    await endings.run()
  }
}

/**
 * Of children that have ended and were waited for, in s (proc(5): cutime and cstime, in
 * hundredths).
 */
function childTime(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

function seconds(ms: number): number {
  return Math.round(ms) / 1000
}
