/** `npm run reference`: writes docs/reference from the program. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { referencePages } from './reference-pages.ts'

const FOLDER = join(import.meta.dirname, '../../docs/reference')

for (const [name, text] of Object.entries(referencePages())) writeFileSync(join(FOLDER, name), text)
