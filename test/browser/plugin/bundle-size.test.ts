import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import test from 'ava'

const PUBLIC = join(import.meta.dirname, '../../../dist/public')
const KB = 1000

async function gzipped(path: string): Promise<number> {
  return gzipSync(await readFile(path), { level: 9 }).length
}

test('the loader and everything before the first interaction stay within their budgets', async (t) => {
  const loader = await gzipped(join(PUBLIC, 'plugin.js'))
  const folder = join(PUBLIC, 'plugin')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const sizes = await Promise.all(files.map((name) => gzipped(join(folder, name))))
  const all = sizes.reduce((sum, size) => sum + size, loader)
  t.log(`loader ${loader} B, all ${all} B, gzip`)
  t.true(loader <= 30 * KB)
  t.true(all <= 120 * KB)
})
