import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * What the programs take from the machine they run on, so that everything below can be given
 * something else.
 */
export interface Platform {
  now(): Date
  /** Of a clock that nobody can set, in ms; from where it counts says nothing. */
  elapsedMs(): number
  /** A random uuid. */
  newId(): string
  /** Where package.json, dist/ and node_modules/ lie. */
  installRoot: string
  version: string
  /** A built program: `dist/<file>`, also when this runs from source. */
  built(file: string): URL
}

export function platform(): Platform {
  // This code lies in bin/ or, built, in dist/: one level below the root either way.
  const installRoot = dirname(dirname(fileURLToPath(import.meta.url)))
  const { version } = JSON.parse(readFileSync(join(installRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  return {
    now: () => new Date(),
    elapsedMs: () => performance.now(),
    newId: randomUUID,
    installRoot,
    version,
    built: (file) => pathToFileURL(join(installRoot, 'dist', file)),
  }
}
