/**
 * `npm run reference`: writes docs/reference and the events of plugin/plugin.d.ts from the program.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withEventTypes } from './event-types.ts'
import { referencePages } from './reference-pages.ts'

const ROOT = join(import.meta.dirname, '../..')
const DECLARATIONS = join(ROOT, 'plugin/plugin.d.ts')

for (const [name, text] of Object.entries(referencePages()))
  writeFileSync(join(ROOT, 'docs/reference', name), text)
writeFileSync(DECLARATIONS, withEventTypes(readFileSync(DECLARATIONS, 'utf8')))
execFileSync('npx', ['biome', 'format', '--write', DECLARATIONS], { cwd: ROOT })
