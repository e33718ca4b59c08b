// Own process: measures time.
/**
 * No text that a doctor may send keeps anybody else waiting: read through the routes, the work
 * grows with the text and not with its square, and others are answered meanwhile.
 */
import test from 'ava'
import { startAuditedService } from '../helpers/audited-service.ts'
import { type Load, type ReadingLoad, readingLoad } from '../helpers/reading-load.ts'
import { speechStub } from '../helpers/speech-stub.ts'

const TIMES = [1, 2, 4, 8]
/** Each doubling takes 2.3 times the work at most; a square takes four times. */
const MOST_GROWTH = 2.3 ** 3
/** Of less nothing can be told: the machine does other things, too. */
const NOTICEABLE_MS = 1500
/** Generous: where the reading happens in the service's own thread it is seconds. */
const LONGEST_WAIT_MS = 1000

const CASES: readonly [keyof ReadingLoad, string, number][] = [
  ['edited', 'não ', 12_000],
  ['edited', '* [a](b) _c_ ', 12_000],
  ['context', 'dor, ', 6_000],
  ['context', 'losartana 50 mg 1x/dia\n', 6_000],
  ['exported', '<', 5_500],
  ['exported', '<v c="dor">a</v> ', 5_500],
  ['appended', '<b>dor</b> & ', 5_500],
  ['appended', ' ', 5_500],
  ['model', 'dor, ', 6_000],
  ['schema', 'febre ', 6_500],
  ['dictated', 'dipirona 500 mg ', 2_000],
  ['dictated', 'não ', 2_000],
  ['file', 'Hemoglobina 13,2 g/dL CID I10 E11.9\n', 10_000],
]

for (const [way, piece, characters] of CASES)
  test.serial(`${way}: eight times as much of ${JSON.stringify(piece)} is no square`, async (t) => {
    t.timeout(300_000)
    let heard = ''
    const stub = await speechStub(() => heard)
    t.teardown(stub.close)
    const load = readingLoad(await startAuditedService(t, stub.settings), (text) => {
      heard = text
    })
    await load[way](piece, 1000)
    const loads: Load[] = []
    for (const times of TIMES) loads.push(await load[way](piece, times * characters))
    const spent = loads.map(({ cpuMs }) => Math.round(cpuMs))
    const waits = loads.map(({ longestWaitMs }) => Math.round(longestWaitMs))
    t.log('processor', spent.join(' '), 'others waited', waits.join(' '))
    const [some = 0, most = 0] = [spent[0], spent.at(-1)]
    t.true(most < NOTICEABLE_MS || most < some * MOST_GROWTH, `${spent.join(' ')} ms`)
    t.true(Math.max(...waits) < LONGEST_WAIT_MS, `others waited ${waits.join(' ')} ms`)
  })
