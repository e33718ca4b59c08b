import test from 'ava'
import fc from 'fast-check'
import { cleanSources } from '../../core/document/pieces/clean-sources.ts'
import { segments } from '../helpers/documents.ts'
import { LETTERS } from '../helpers/hostile-texts.ts'

function cleaned(text: string) {
  const given = { segments: segments([text]), contextMarkdown: text, backgroundHistory: text }
  const files = [{ id: 'f', name: 'f.pdf', pages: [text] }]
  const {
    segments: said,
    contextMarkdown,
    backgroundHistory,
    files: read,
  } = cleanSources({
    ...given,
    files,
  })
  return [said[0]!.text, contextMarkdown, backgroundHistory!, read[0]!.pages[0]!]
}

const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u

test('no direction or control character is left, and every offset stays', (t) => {
  const texts = fc.oneof(
    fc.constantFrom(...LETTERS),
    fc.string({ unit: 'binary', maxLength: 3000 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 3000 })
      .map((codes) => String.fromCharCode(...codes)),
  )
  const property = fc.property(texts, (text) =>
    cleaned(text).every(
      (one) =>
        one.length === text.length &&
        !HIDDEN.test(one) &&
        [...one].every((character) => /\s/.test(character) || text.includes(character)),
    ),
  )
  t.notThrows(() => fc.assert(property, { numRuns: 300 }))
})

test('ordinary text is unchanged', (t) => {
  const text = 'Nega febre; refere dor há 3 dias 😀.\nPA 120×80 mmHg — “bem”. 患者 المريض'
  t.deepEqual(cleaned(text), [text, text, text, text])
})

test('a million characters are a thousand sentences, and not one of a million', (t) => {
  for (const words of ['não ', '1 ', 'dor de cabeça ']) {
    const text = words.repeat(Math.ceil(1_000_000 / words.length))
    const [one] = cleaned(text)
    const longest = Math.max(...one!.split('\n').map(({ length }) => length))
    t.true(longest <= 1000 + words.length, `${longest}`)
    t.is(one!.replaceAll('\n', ' '), text)
  }
  for (const unit of ['o', '.', '😀', '9,', 'é']) {
    const text = unit.repeat(Math.ceil(100_000 / unit.length))
    const [one] = cleaned(text)
    t.is(one!.length, text.length, 'every place stays what it was')
    t.false(HIDDEN.test(one!), 'no half of a character')
    const lines = one!.split('\n')
    t.true(Math.max(...lines.map(({ length }) => length)) <= 1001)
    t.true(lines.length <= 101, 'a long word is a hundred of them at most')
  }
  t.is(cleaned('o'.repeat(1000))[0], 'o'.repeat(1000), 'one word is one word')
})
