import { readFileSync } from 'node:fs'
import test from 'ava'
import { referencePages } from '../helpers/reference-pages.ts'

for (const [name, text] of Object.entries(referencePages()))
  test(`docs/reference/${name} is what the program prints`, (t) => {
    const written = readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8')
    t.is(written, text, 'run: npm run reference')
  })
