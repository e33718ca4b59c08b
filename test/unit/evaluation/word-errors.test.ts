import test from 'ava'
import { alignWords, errorRate, speechScorer } from '../../../core/evaluation/word-errors.ts'

const score = speechScorer()

const hears = test.macro({
  title: (_, said: string, heard: string) => `“${said}” heard as “${heard}”`,
  exec(
    t,
    said: string,
    heard: string,
    wrong: Record<string, [said: number, wrong: number, added: number]>,
  ) {
    const result = score([said], [heard])
    for (const [kind, [words, errors, added]] of Object.entries(wrong))
      t.deepEqual(
        result[kind as 'words' | 'drugs' | 'terms' | 'numbers'],
        { said: words, wrong: errors, added },
        kind,
      )
  },
})

test(hears, 'Tomo losartana 50 miligramas.', 'tomo losartana 50 mg', {
  words: [4, 0, 0],
  drugs: [1, 0, 0],
  numbers: [1, 0, 0],
})
test(hears, 'Temperatura trinta e oito vírgula cinco', 'Temperatura 38,5.', {
  words: [2, 0, 0],
  numbers: [1, 0, 0],
})
test(hears, 'Tomo losartana 50 miligramas', 'Tomo lozartana 15 miligramas', {
  words: [4, 2, 0],
  drugs: [1, 1, 0],
  numbers: [1, 1, 0],
})
test(hears, 'Estou com falta de ar', 'Estou com falta', { words: [5, 2, 0], terms: [3, 2, 0] })
test(hears, 'Estou bem', 'Estou bem com febre', { words: [2, 0, 2], terms: [0, 0, 1] })
test(hears, 'Não tomo nada', 'Não tomo dipirona', { drugs: [0, 0, 0], words: [3, 1, 0] })
test(hears, 'Sim', '', { words: [1, 1, 0] })

test('misheard words are named, in order', (t) => {
  const { misheard } = score(['a dor é do lado direito'], ['dor é no meu lado esquerdo'])
  t.deepEqual(misheard, [
    { said: 'a', heard: '' },
    { said: '', heard: 'no' },
    { said: 'do', heard: 'meu' },
    { said: 'direito', heard: 'esquerdo' },
  ])
})

test('lines are nobody’s mistake: only the words count', (t) => {
  t.is(errorRate(score(['Bom dia.', 'Pode sentar.'], ['Bom dia, pode', 'sentar']).words), 0)
})

test('a rate counts what was added too, and nothing said is nothing wrong', (t) => {
  t.is(errorRate({ said: 4, wrong: 1, added: 1 }), 0.5)
  t.is(errorRate({ said: 0, wrong: 0, added: 0 }), 0)
})

test('the alignment is the cheapest there is', (t) => {
  const steps = alignWords(['a', 'b', 'c'], ['b', 'c', 'd'])
  t.deepEqual(steps, [
    { from: 0, to: null },
    { from: 1, to: 0 },
    { from: 2, to: 1 },
    { from: null, to: 2 },
  ])
})
