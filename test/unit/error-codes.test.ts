import { readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import { ERROR_STATUSES } from '../../api/pages/openapi.ts'
import { statusOf } from '../../api/status.ts'
import { AppError, type ErrorKind } from '../../core/errors.ts'

const root = new URL('../../', import.meta.url)
/**
 * Where failures come from that a caller of the interface can meet; managing models is the command
 * line's.
 */
const folders = ['api', 'core', 'models', 'ai-local', 'bin/tools/demo']
const commandLineOnly =
  /^(core\/(model-file|doctor|terminology\/import)|ai-local\/model-files|core\/rnds\/(certificate|profile-shelf)|core\/document\/generation\/replay-document|core\/document\/checks\/explain-document|core\/vault\/(erasure|hold)|models\/retention\/erasures|core\/(retention|dossier|bundle)|core\/webhooks\/manage-webhooks|(core|models)\/(backup|data-move)|models\/master-key\/(rotate|key-sources)|models\/database\/(database|postgres-options|serving-lock|serving-nodes|folder-lock)|models\/node-join\/join(-handshake)?|api\/rnds-client\/certificate-file)[./]/

interface Thrown {
  code: string
  kind: ErrorKind
  file: string
}

test('every code that is thrown is in the table, with the status it is answered with', (t) => {
  const table = documented()
  const missing = thrown()
    .map((one) => ({ ...one, status: statusOf(new AppError(one.kind, one.code, '')) }))
    .filter(({ code, status }) => !table.get(code)?.has(status))
    .map(({ code, status, file }) => `${status} ${code} (${file})`)
  t.deepEqual(missing, [], 'list these in api/README.md')
})

test('the table lists no code that nobody throws', (t) => {
  const sources = files().map(({ text }) => text)
  for (const code of documented().keys())
    t.true(
      sources.some((text) => text.includes(`'${code}'`)),
      `${code} is in api/README.md and nowhere else`,
    )
})

test('the statuses of /openapi.json are those of the table', (t) => {
  const table = documented()
  for (const [code, status] of ERROR_STATUSES)
    t.true(table.get(code)?.has(status), `${status} ${code}`)
})

function thrown(): Thrown[] {
  const call = /new AppError\(\s*'([a-z-]+)',\s*'([a-z_]+)'/g
  return files().flatMap(({ file, text }) =>
    [...text.matchAll(call)].map(([, kind, code]) => ({
      file,
      kind: kind as ErrorKind,
      code: code ?? '',
    })),
  )
}

function documented(): Map<string, Set<number>> {
  const table = new Map<string, Set<number>>()
  const readme = readFileSync(new URL('api/README.md', root), 'utf8')
  for (const [, status, code] of readme.matchAll(/^\| (\d{3})\s*\| `([a-z_]+)`\s*\|/gm)) {
    const statuses = table.get(code ?? '') ?? new Set()
    table.set(code ?? '', statuses.add(Number(status)))
  }
  return table
}

function files() {
  return folders
    .flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((file) => file.endsWith('.ts') && !commandLineOnly.test(file))
    .map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }))
}
