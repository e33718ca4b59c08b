/**
 * `npm run conformance -- BASE KEY`: whether a running installation keeps the specification, item
 * by item, as far as it can be seen from outside. It sends nothing to the national network, and
 * leaves two empty consultations named `conformance-…` behind. Ends with 0 where everything holds,
 * 1 where something does not, 2 where it could not be asked.
 */
import { pathToFileURL } from 'node:url'
import { accessItems } from './access-items.ts'
import {
  Departure,
  type Item,
  installation,
  NOT_FROM_OUTSIDE,
  openVisit,
  type TestVisit,
} from './items.ts'
import { networkItems } from './network-items.ts'
import { pageItems } from './page-items.ts'
import { visitItems } from './visit-items.ts'

export const ITEMS: readonly Item[] = [...visitItems, ...networkItems, ...accessItems, ...pageItems]

const WIDTH = 10
const row = (result: string, section: string, says: string) =>
  `${result.padEnd(WIDTH)}${section.padEnd(WIDTH)}${says}\n`

/** @returns the exit code */
export async function conformance(
  [base, key]: readonly string[],
  write: (text: string) => void,
  now: Date,
): Promise<0 | 1 | 2> {
  if (!base || !key || !URL.canParse(base)) {
    write('usage: npm run conformance -- https://appliance.hospital svc_key_…\n')
    return 2
  }
  const at = installation(base.replace(/\/$/, ''), key)
  let visit: TestVisit
  try {
    visit = await openVisit(at, now)
  } catch (error) {
    write(`${base} gives no tokens for this key: ${wordsOf(error)}\n`)
    return 2
  }
  write(row('RESULT', 'SECTION', 'WHAT THE SPECIFICATION SAYS'))
  let failed = 0
  for (const { section, says, check } of ITEMS) {
    const fault = await check(at, visit).then(
      () => null,
      (error: unknown) => wordsOf(error),
    )
    if (fault !== null) failed++
    write(row(fault === null ? 'holds' : 'DEPARTS', section, says))
    if (fault !== null) write(row('', '', `  ${fault}`))
  }
  for (const { section, says } of NOT_FROM_OUTSIDE) write(row('not asked', section, says))
  write(`\n${ITEMS.length - failed} of ${ITEMS.length} hold.\n`)
  return failed === 0 ? 0 : 1
}

/** Never what was sent: a key or a token could be in it. */
function wordsOf(error: unknown): string {
  if (error instanceof Departure) return error.message
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  return cause?.code ?? name ?? 'it could not be asked'
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await conformance(
    process.argv.slice(2),
    (text) => process.stdout.write(text),
    new Date(),
  )
