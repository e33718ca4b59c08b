/** Words of the language are no misheard medicines, whatever they sound like. */
import test from 'ava'
import listed from '../../../config/portuguese/sound-like-medicines.json' with { type: 'json' }
import language from '../../../config/portuguese/words.json' with { type: 'json' }
import { medicationFinder } from '../../../core/document/medicines/medication-mentions.ts'
import { similarNames } from '../../../core/document/medicines/medication-similar.ts'
import { medicationLexicon } from '../../../core/portuguese/medications.ts'
import { tokenize } from '../../../core/portuguese/tokens.ts'

const wordsOf = (lines: readonly string[]) => lines.flatMap((line) => line.split(' '))
const { names, weak } = medicationLexicon()
const isName = (word: string) => names.has(word) || names.has(word.replace(/s$/, ''))
/** Letters that a word shares with a name of the same medicine where it is a way to spell it. */
const BEGINNING = 7

test('a word of the language is read as a medicine only where it begins like its name', (t) => {
  const similar = similarNames(names, weak)
  const spelt = new Set([...names].map(([name, of]) => `${name.slice(0, BEGINNING)} ${of}`))
  const wrong = wordsOf(language.words)
    .filter((word) => !isName(word))
    .filter((word) => {
      const medicine = similar(word)
      return medicine !== undefined && !spelt.has(`${word.slice(0, BEGINNING)} ${medicine}`)
    })
  t.deepEqual(wrong, [])
})

test('every listed word is of the language, and would be read as a medicine without the list', (t) => {
  const similar = similarNames(names, weak, new Set())
  const known = new Set(wordsOf(language.words))
  const idle = wordsOf(listed.words).filter(
    (word) => !known.has(word) || similar(word) === undefined,
  )
  t.deepEqual(idle, [])
})

test('what is taken to sleep, or diminishes, names no medicine; a misspelt name does', (t) => {
  const find = medicationFinder()
  t.deepEqual(find(tokenize('Tomo um remédio pra dormir, que diminui a dor.')), [])
  t.is(find(tokenize('Tomo lozartana de manhã.'))[0]?.ingredient, 'losartana')
})
