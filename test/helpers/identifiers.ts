/**
 * Arbitrary national identifiers for property tests: made by the published routines, written here a
 * second time.
 */
import fc from 'fast-check'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
const weigh = (values: readonly number[], from: number) =>
  values.reduce((sum, value, index) => sum + value * (from - index), 0)

export const arbitraryCpf: fc.Arbitrary<string> = digits(9)
  .filter((nine) => new Set(nine).size > 1)
  .map((nine) => {
    const digit = (values: number[]) => {
      const rest = weigh(values, values.length + 1) % 11
      return rest < 2 ? 0 : 11 - rest
    }
    const ten = [...nine, digit(nine)]
    return [...ten, digit(ten)].join('')
  })

/** Beginning with 1 or 2. */
const definitiveCns = fc.tuple(fc.constantFrom(1, 2), digits(10)).map(([first, rest]) => {
  const eleven = [first, ...rest]
  const sum = weigh(eleven, 15)
  const digit = (11 - (sum % 11)) % 11
  return digit === 10
    ? `${eleven.join('')}001${(11 - ((sum + 2) % 11)) % 11}`
    : `${eleven.join('')}000${digit}`
})

/** Beginning with 7, 8 or 9: the last digit makes the sum right, where one digit can. */
const otherCns = fc
  .tuple(fc.constantFrom(7, 8, 9), digits(13))
  .map(([first, rest]) => {
    const fourteen = [first, ...rest]
    return { fourteen, last: (11 - (weigh(fourteen, 15) % 11)) % 11 }
  })
  .filter(({ last }) => last < 10)
  .map(({ fourteen, last }) => [...fourteen, last].join(''))

export const arbitraryCns: fc.Arbitrary<string> = fc.oneof(definitiveCns, otherCns)
export const arbitraryCnes: fc.Arbitrary<string> = digits(7).map((seven) => seven.join(''))
