/**
 * HL7's own validator (Java), the one that implementation guides are built with: its parts come
 * from Maven and are kept outside the checkout, the profiles and code systems from the reference
 * files beside it. It is told real UUIDs: that the network's numbered ones are none, it says of
 * every bundle.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { hasShared, sharedPath } from './shared-files.ts'

export interface Hl7Issue {
  severity: 'fatal' | 'error' | 'warning' | 'information'
  /** Of the validator's own list of messages. */
  id: string
  /** FHIRPath, with comments. */
  at: string
  message: string
}

const FOLDER = fileURLToPath(new URL('../hl7', import.meta.url))
const CACHE = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
const PARTS = join(CACHE, 'svc-appliance', 'hl7-validator')
const DEFINITIONS = ['actors', 'rel', 'rac', 'terminology']
const FAR_TOO_LONG_MS = 15 * 60_000

const starts = (program: string) => spawnSync(program, ['-version']).status === 0

/** @returns why it cannot be used here; null: it can */
export function hl7Obstacle(): string | null {
  if (!hasShared('rnds/definitions')) return 'no definitions beside the checkout'
  if (!starts('java')) return 'no Java'
  if (existsSync(join(PARTS, 'complete'))) return null
  if (!starts('mvn')) return 'no Maven'
  const fetched = spawnSync(
    'mvn',
    ['-q', '-B', '-f', FOLDER, 'dependency:copy-dependencies', `-DoutputDirectory=${PARTS}`],
    { stdio: ['ignore', 'ignore', 'inherit'], timeout: FAR_TOO_LONG_MS },
  )
  if (fetched.status !== 0) return 'Maven cannot fetch the validator'
  spawnSync('touch', [join(PARTS, 'complete')])
  return null
}

/** @returns what it says of each, in the same order */
export async function hl7Verdicts(bundles: readonly unknown[]): Promise<Hl7Issue[][]> {
  const folders = DEFINITIONS.map((name) => sharedPath(`rnds/definitions/${name}`))
  const child = spawn(
    'java',
    ['-Xmx2g', '-cp', `${PARTS}/*`, join(FOLDER, 'Validate.java'), ...folders],
    { stdio: ['pipe', 'pipe', 'ignore'], timeout: FAR_TOO_LONG_MS },
  )
  child.stdin.end(bundles.map((bundle) => `${withUuids(JSON.stringify(bundle))}\n`).join(''))
  const verdicts: Hl7Issue[][] = []
  // What it prints besides begins otherwise.
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('[{') || line === '[]') verdicts.push(JSON.parse(line) as Hl7Issue[])
  if (verdicts.length !== bundles.length)
    throw new Error(`${verdicts.length} verdicts on ${bundles.length} bundles`)
  return verdicts
}

const withUuids = (text: string) =>
  text.replace(
    /urn:uuid:transient-(\d+)/g,
    (_, number: string) => `urn:uuid:00000000-0000-4000-8000-${number.padStart(12, '0')}`,
  )
