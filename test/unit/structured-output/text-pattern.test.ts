import test from 'ava'
import fc from 'fast-check'
import { textPattern } from '../../../core/structured-output/text-pattern.ts'

const PATTERNS: readonly RegExp[] = [
  /a|bc/u,
  /^a?b*c+$/u,
  /[^a-c]x/u,
  /(?:ab){2,3}$/u,
  /\bab\b/u,
  /^[\w.-]+@\w+$/u,
  /a{0}b/u,
  /^$/u,
  /\./u,
  /[-a]/u,
  /(a|b)*c/u,
  /^(?<n>\d{2,})$/u,
  /x??y/u,
  /\u0061/u,
  /\s\S/u,
  /[\]x]/u,
  /^\p{Lu}\P{L}/u,
  /[À-ú]+ç/u,
  /(a*)*b/u,
  /^.{2,4}$/u,
  /^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$/u,
  /^(?!\.)(?!.*\.\.)[\w.]+@[ab]+$/u,
  /^(?=.*\d)(?=[^)]*a)[ab1)|]+$/u,
  /^(?!a|b)(?:c|x)/u,
]
const texts = fc.string({ unit: fc.constantFrom(...'abcxy12.@-] \nÇçÉ'), maxLength: 8 })

for (const pattern of PATTERNS)
  test(`${pattern.source} means what it means to the engine of browsers`, (t) => {
    const matches = textPattern(pattern.source)
    if (!matches) return t.fail('not understood')
    t.notThrows(() =>
      fc.assert(
        fc.property(texts, (text) => matches(text) === pattern.test(text)),
        { numRuns: 300 },
      ),
    )
    return t.pass()
  })

test('patterns with lookaround or backreferences and invalid ones are not supported', (t) => {
  const deep = '('.repeat(1000) + ')'.repeat(1000)
  const large = '(?:(?:a{1000}){1000}){1000}'
  for (const pattern of [
    ...[
      '(?!x)',
      '(?=x)',
      'a(?!x)',
      '^(?!a)b|c',
      '^(?!(?!a))b',
      '(?<=x)',
      '(a)\\1',
      '\\k<n>',
      '(',
      'a)',
      '[a',
      '*a',
      'a**',
      '[b-a]',
    ],
    ...['a{2,1}', 'a{9999}', '\\', deep, large, 'a'.repeat(3000)],
  ])
    t.is(textPattern(pattern), undefined, pattern.slice(0, 40))
})

test('it takes time in the length of the text, whatever the pattern is', (t) => {
  const began = performance.now()
  for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(?=(a+)+$)a', '(a*)*b', '(.*)*x'])
    t.is(textPattern(pattern)?.(`${'a'.repeat(600)}!`), false, pattern)
  t.true(performance.now() - began < 2000)
})
