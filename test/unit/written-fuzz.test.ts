/**
 * Whatever Markdown a host sends as context or history, or a file's page holds, whole or damaged:
 * every word of it is in a statement that documents are written from, or in the heading over one.
 */
import test from 'ava'
import fc from 'fast-check'
import { readStatements } from '../../core/document/pieces/statements.ts'
import { runs } from '../helpers/runs.ts'

const RUNS = runs(300)
const SEED = Number(process.env.FUZZ_SEED ?? 23)

/** What comes before a line, between its words, and after it. */
const BEFORE =
  '|# |## |### |#|- |* |+ |1. |a) |> |>> - |    |\t|- [ ] |- [x] || |```|~~~|--- |===|<!-- |[a]: |: |**|§ |• '
const BETWEEN = [' ', '  ', ' | ', ', ', '. ', ': ', '; ', '\t', ' - ', '/', '** ', '](', ' <br> ']
const AFTER = ['', '', '  ', '.', ':', '?', '|', ' #', '\\', ' -->', '```', '**', '\r', '\u2028']

const line = fc.record({
  before: fc.constantFrom(...BEFORE.split('|'), '| '),
  between: fc.array(fc.constantFrom(...BETWEEN), { maxLength: 6 }),
  after: fc.constantFrom(...AFTER),
  gap: fc.constantFrom('\n', '\n\n', '\r\n', '\n \n'),
})
const damage = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    sign: fc.constantFrom('\n', '|', '#', '`', '*', '[', '<', '"', '\u202e', '\ud800', '\u0000'),
  }),
  { maxLength: 4 },
)

const markdown = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 12 }), damage)
  .map(([lines, signs]) => {
    let count = 0
    const word = () => `palavra${count++}x`
    const text = lines
      .map(({ before, between, after, gap }) => {
        const words = between.map((sign) => sign + word()).join('')
        return `${before}${word()}${words}${after}${gap}`
      })
      .join('')
    return signs.reduce((all, { at, sign }) => {
      const place = Math.floor(at * all.length)
      return all.slice(0, place) + sign + all.slice(place)
    }, text)
  })

const UNSHOWN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\u2028]/gu
/** A heading is a name of what is under it: where nothing is, it says nothing. */
const NAME = /^\s{0,3}#{1,6}\s.*$|^\s*\*\*.*(?::\*\*|\*\*:)\s*$/gm

const ORIGINS = ['context', 'background', 'file'] as const
for (const origin of ORIGINS)
  test(`no word of any ${origin} is left out of what is read`, (t) => {
    const { failed, counterexample, errorInstance } = fc.check(
      fc.property(markdown, (text) => {
        const statements = readStatements({
          segments: [],
          contextMarkdown: origin === 'context' ? text : '',
          backgroundHistory: origin === 'background' ? text : null,
          files: origin === 'file' ? [{ id: 'f', name: 'f.pdf', pages: [text] }] : [],
        })
        const read = statements.map((one) => `${one.heading ?? ''}\n${one.text}`).join('\n')
        for (const word of text
          .replace(UNSHOWN, ' ')
          .replace(NAME, '')
          .match(/palavra\d+x/g) ?? [])
          if (!read.includes(word)) throw new Error(`${word} of ${JSON.stringify(text)}`)
      }),
      { numRuns: RUNS, seed: SEED },
    )
    t.false(failed, `${errorInstance} ${JSON.stringify(counterexample)}`)
  })

test('a line in bold without any line under it is no heading', (t) => {
  const read = (contextMarkdown: string) =>
    readStatements({ segments: [], contextMarkdown, backgroundHistory: null, files: [] }).map(
      ({ text, heading, pieces }) => {
        t.is(contextMarkdown.slice(pieces[0]!.start, pieces[0]!.end), text)
        return [heading, text]
      },
    )
  t.deepEqual(read('**Alérgica a dipirona**'), [[null, 'Alérgica a dipirona']])
  t.deepEqual(read('Em uso de losartana\n\n**Alérgica a dipirona**\n# Exames\nHb 13'), [
    [null, 'Em uso de losartana'],
    [null, 'Alérgica a dipirona'],
    ['Exames', 'Hb 13'],
  ])
  t.deepEqual(read('**Medicamentos**\nlosartana\n**Alergias:**\n'), [['Medicamentos', 'losartana']])
})

test('a heading that says something itself is a statement, whatever is under it', (t) => {
  const read = (contextMarkdown: string) =>
    readStatements({ segments: [], contextMarkdown, backgroundHistory: null, files: [] }).map(
      ({ text, heading }) => [heading, text],
    )
  for (const said of [
    'Alergias: dipirona',
    'Alérgica a dipirona',
    'Paciente nega tabagismo',
    'Losartana 50 mg',
    'PA 150x90',
  ]) {
    t.deepEqual(read(`## ${said}\nDor lombar`), [
      [null, said],
      [said, 'Dor lombar'],
    ])
    t.deepEqual(read(`Dor lombar\n\n**${said}**\nPiora à noite`).slice(1), [
      [null, said],
      [said, 'Piora à noite'],
    ])
    t.deepEqual(read(`# ${said}`), [[null, said]])
  }
  for (const name of ['Alergias:', 'Exame físico', 'Paciente', 'Consulta de 12/03/2026', 'Em uso'])
    t.deepEqual(read(`## ${name}`), [])
})
