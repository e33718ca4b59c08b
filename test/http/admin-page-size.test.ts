import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import test from 'ava'

const FOLDER = join(import.meta.dirname, '../../dist/public/admin')
const KB = 1000

test('the page for administration is small, and no part of the plugin', async (t) => {
  const sizes = new Map<string, number>()
  for (const name of ['page.js', 'page.css'])
    sizes.set(name, gzipSync(await readFile(join(FOLDER, name)), { level: 9 }).length)
  t.log([...sizes].map(([name, size]) => `${name} ${size} B`).join(', '))
  t.true((sizes.get('page.js') ?? 0) <= 22 * KB)
  t.true((sizes.get('page.css') ?? 0) <= 3 * KB)
  const plugin = await readFile(join(FOLDER, '../plugin.js'), 'utf8')
  t.false(plugin.includes('svcctl admin open'))
})
