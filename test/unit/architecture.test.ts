import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

for (const document of [
  'ARCHITECTURE.md',
  'README.md',
  'SECURITY.md',
  'DECISIONS.md',
  'CONTRIBUTING.md',
]) {
  test(`every file that ${document} names is there`, (t) => {
    const text = readFileSync(`${ROOT}/${document}`, 'utf8')
    const named =
      text.match(/`(?:bin|core|api|ai-local|plugin|cli|config|models|test)\/[\w./-]+`/g) ?? []
    const missing = named
      .map((name) => name.slice(1, -1))
      .filter((path) => !existsSync(`${ROOT}/${path}`))
    t.deepEqual(missing, [])
  })
}
