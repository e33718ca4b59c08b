/**
 * Mozilla's linter on both packages of the extension, by its ordinary client: fetched where it is
 * not there, since nothing else here needs its 190 packages. What is expected is listed with its
 * reason; anything else is printed, and so is what is expected no more.
 */
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LINTER = 'addons-linter@10.14.0'
const BUILT = join(import.meta.dirname, '../../dist/extension')

interface Finding {
  code: string
  message: string
  file?: string
}

/** Of both: the same scripts, which ask for each of these before they call it. */
const SCRIPTS = {
  // Mithril's trusted markup, which nothing here calls, and ProseMirror's pasted HTML, which it
  // reads in a document of its own that is never shown and takes apart by its schema.
  'UNSAFE_VAR_ASSIGNMENT Unsafe assignment to innerHTML': 4,
  'UNSUPPORTED_API offscreen.createDocument is not supported': 1,
  'UNSUPPORTED_API sidePanel.open is not supported': 1,
  'UNSUPPORTED_API runtime.requestUpdateCheck is not supported': 1,
  'UNSUPPORTED_API tabCapture.getMediaStreamId is not supported': 1,
}

const EXPECTED: Record<string, Record<string, number>> = {
  firefox: SCRIPTS,
  // The linter knows Firefox alone: what only Chrome's manifest has.
  chrome: {
    ...SCRIPTS,
    BACKGROUND_SERVICE_WORKER_NOFALLBACK: 1,
    ADDON_ID_REQUIRED: 1,
    MISSING_DATA_COLLECTION_PERMISSIONS: 1,
    MANIFEST_PERMISSIONS: 2,
    MANIFEST_OPTIONAL_PERMISSIONS: 1,
    IDENTITY_GETREDIRECTURL: 1,
    STORAGE_MANAGED: 1,
  },
}

export async function benchExtensionLint() {
  return Object.fromEntries(Object.entries(EXPECTED).map(([name, one]) => [name, lint(name, one)]))
}

function lint(browser: string, expected: Record<string, number>) {
  const flags = ['--self-hosted', '--output', 'json', join(BUILT, browser)]
  const run = spawnSync('npx', ['--yes', LINTER, ...flags], { cwd: tmpdir(), encoding: 'utf8' })
  const { summary, errors, warnings, notices } = JSON.parse(run.stdout) as {
    summary: Record<string, number>
  } & Record<'errors' | 'warnings' | 'notices', Finding[]>
  const left = new Map(Object.entries(expected))
  const unexpected = [...errors, ...warnings, ...notices].filter(({ code, message }) => {
    const key = [code, `${code} ${message}`].find((one) => (left.get(one) ?? 0) > 0)
    if (key !== undefined) left.set(key, left.get(key)! - 1)
    return key === undefined
  })
  const gone = [...left].filter(([, count]) => count > 0).map(([key]) => key)
  return { summary, unexpected, gone }
}
