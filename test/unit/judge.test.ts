/**
 * How often the checks catch an error of each kind, and how often they accuse a right statement, on
 * invented visits (test/fixtures/phrasings/judge*.txt). The first set was written before the checks
 * of these kinds were worked on; the counted one afterwards, and nothing was changed for it.
 */
import test from 'ava'
import { type Judged, judged } from '../helpers/judge.ts'

const KINDS = [
  'number',
  'side',
  'drug',
  'denial',
  'person',
  'taken_back',
  'unanswered',
  'refused',
  'allergy_prescribed',
  'implausible',
  'writer_order',
]

/** Of eight. */
const LEAST_CAUGHT = 7
const MOST_ACCUSED = 2

function figures(all: readonly Judged[], kind: string) {
  const own = all.filter((one) => one.kind === kind)
  const right = own.filter(({ isRight }) => isRight)
  const wrong = own.filter(({ isRight }) => !isRight)
  const isAccused = ({ answer }: Judged) => answer !== 'supported'
  return {
    kind,
    wrong: wrong.length,
    caught: wrong.filter(isAccused).length,
    /** Of those caught: by a check with a reason, not only by a missing source. */
    named: wrong.filter(({ answer }) => answer === 'objected').length,
    right: right.length,
    accused: right.filter(isAccused).length,
    lines: [...right.filter(isAccused), ...wrong.filter((one) => !isAccused(one))].map(
      ({ line, reason }) => `${line} ${reason}`,
    ),
  }
}

function row({ kind, wrong, caught, named, right, accused }: ReturnType<typeof figures>) {
  return `${kind.padEnd(19)} caught ${caught} of ${wrong} (${named} by name), accused ${accused} of ${right}`
}

test('errors of each kind are caught, and right statements are left alone', (t) => {
  const all = judged('judge')
  for (const one of KINDS.map((kind) => figures(all, kind))) {
    t.log(row(one))
    t.is(one.wrong, 8, one.kind)
    t.is(one.right, 8, one.kind)
    t.true(one.caught >= LEAST_CAUGHT, one.lines.join('\n'))
    t.true(one.accused <= MOST_ACCUSED, one.lines.join('\n'))
  }
})

test('on a set that was only counted, too', (t) => {
  const all = judged('judge-counted')
  const rows = KINDS.map((kind) => figures(all, kind)).filter(({ wrong }) => wrong > 0)
  for (const one of rows) t.log(row(one))
  const sum = (of: 'wrong' | 'caught' | 'right' | 'accused') =>
    rows.reduce((total, one) => total + one[of], 0)
  t.deepEqual([sum('wrong'), sum('right')], [30, 30])
  t.true(sum('caught') >= 27)
  t.true(sum('accused') <= 1)
})
