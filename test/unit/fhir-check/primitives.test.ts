import test from 'ava'
import { fitsPrimitive } from '../../../core/fhir/profile/base-types.ts'

const takes = test.macro({
  title: (_, type: string) => `a ${type} is one, or is not`,
  exec(t, type: string, right: unknown[], wrong: unknown[]) {
    for (const value of right) t.true(fitsPrimitive(type, value), String(value))
    for (const value of wrong) t.false(fitsPrimitive(type, value), String(value))
  },
})
test(
  takes,
  'date',
  ['2026', '2026-03', '2026-02-28', '2024-02-29'],
  ['2026-02-29', '2026-13', '26-1-1', '2026-03-16T10:00:00Z', 2026],
)
test(
  takes,
  'dateTime',
  ['2026', '2026-03-16', '2026-03-16T10:00:00-03:00', '2026-03-16T10:00:00.123Z'],
  [
    '2026-03-16T10:00',
    '2026-03-16T10:00:00',
    '2026-03-16T25:00:00Z',
    '2026-03-16 10:00:00Z',
    '2026-03-32',
    '',
  ],
)
test(
  takes,
  'instant',
  ['2026-03-16T10:00:00-03:00', '2022-05-09T18:11:19.005486Z'],
  ['2026-03-16', '2026-03-16T10:00:00', '2026-03-16T10:00:00-15:00'],
)
test(takes, 'time', ['14:00:00', '23:59:60'], ['24:00:00', '14:00'])
test(takes, 'code', ['J069', 'mm[Hg]', 'a b'], [' a', 'a ', 'a  b', '', 1])
test(takes, 'uri', ['urn:uuid:transient-0', 'http://exemplo.org/x'], ['a b', '', null])
test(takes, 'positiveInt', [1, 2147483647], [0, -1, 1.5, '1', 2147483648])
test(takes, 'unsignedInt', [0], [-1])
test(takes, 'integer', [-5, 0], [1.5, '1'])
test(takes, 'decimal', [1, 0.15], ['1', Number.NaN, Number.POSITIVE_INFINITY])
test(takes, 'boolean', [true, false], ['true', 0])
test(takes, 'string', ['x', ' x '], ['', '   ', 1])
test(takes, 'id', ['eb4fc099-e5e2-4895-9d3b-23a6de2d7324-r3x7'], ['a_b', 'x'.repeat(65)])
test(takes, 'nothing known', [], ['x', 1])
