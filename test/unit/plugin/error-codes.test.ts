import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { PLUGIN_ERROR_CODES } from '../../../plugin/host/plugin-error.ts'

test('every code of the plugin is explained in its README, and no other', async (t) => {
  const readme = await readFile(join(import.meta.dirname, '../../../plugin/README.md'), 'utf8')
  const table = readme.slice(readme.indexOf('## Error codes'), readme.indexOf('## How it is made'))
  const explained = [...table.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, code]) => code)
  t.deepEqual(explained.sort(), [...PLUGIN_ERROR_CODES].sort())
})
