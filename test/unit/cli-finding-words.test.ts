import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { findingInEnglish } from '../../cli/finding-lines.ts'

const FHIR = fileURLToPath(new URL('../../core/fhir', import.meta.url))
const sources = readdirSync(FHIR, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(FHIR, name), 'utf8'))

/** Codes that the check reports: the network's own, R4's constraints, and those of the profiles. */
function reportedCodes(): Set<string> {
  const text = sources.join('\n')
  const own = [...text.matchAll(/'((?:ERR|MSG)\d{3,4})'/g)]
  const constraints = [...text.matchAll(/key: '([a-z]{3}-\d+)'/g)]
  const reports = [...text.matchAll(/report\(\s*'([a-z]+)'/g)]
  const returned = [...text.matchAll(/code: '([a-z]+)',\s*(?:path|problem)/g)]
  return new Set([...own, ...constraints, ...reports, ...returned].map(([, code = '']) => code))
}

const unknown = findingInEnglish({ code: 'no such code' })

test('the codes of findings are found in the sources', (t) => {
  t.true(reportedCodes().size > 50, [...reportedCodes()].join(' '))
})

for (const code of reportedCodes())
  test(`${code} has English words`, (t) => {
    t.not(findingInEnglish({ code }), unknown)
  })
