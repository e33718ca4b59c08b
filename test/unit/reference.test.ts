import { readFileSync } from 'node:fs'
import test from 'ava'
import { withEventTypes, withoutLayout } from '../helpers/event-types.ts'
import { referencePages } from '../helpers/reference-pages.ts'

for (const [name, text] of Object.entries(referencePages()))
  test(`docs/reference/${name} is what the program prints`, (t) => {
    const written = readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8')
    t.is(written, text, 'run: npm run reference')
  })

test('the events in the types that hosts download are those of the contract', (t) => {
  const written = readFileSync(new URL('../../plugin/plugin.d.ts', import.meta.url), 'utf8')
  t.is(withoutLayout(written), withoutLayout(withEventTypes(written)), 'run: npm run reference')
})
