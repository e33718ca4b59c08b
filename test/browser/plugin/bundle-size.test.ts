import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'

const PUBLIC = join(import.meta.dirname, '../../../dist/public')
const KB = 1000

interface PluginJson {
  plugin: { gzip_bytes: number }
  files: { when: string; gzip_bytes: number }[]
}

test('the loader and everything before the first interaction stay within their budgets', async (t) => {
  const { plugin, files } = JSON.parse(
    await readFile(join(PUBLIC, 'plugin.json'), 'utf8'),
  ) as PluginJson
  const bytesOf = (...when: string[]) =>
    files
      .filter((file) => when.includes(file.when))
      .reduce((sum, { gzip_bytes }) => sum + gzip_bytes, plugin.gzip_bytes)
  const loader = bytesOf('load')
  const before = bytesOf('load', 'init')
  t.log(`loader ${loader} B, before the first interaction ${before} B, gzip`)
  t.true(loader <= 30 * KB)
  t.true(before > loader)
  t.true(before <= 120 * KB)
})
