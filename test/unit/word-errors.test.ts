import test from 'ava'
import { wordErrorRate } from '../helpers/word-errors.ts'

test('words wrong, missing and too many count alike; case, commas and lines do not', (t) => {
  t.is(wordErrorRate(['Bom dia, doutora.'], ['bom', 'dia doutora']), 0)
  t.is(wordErrorRate(['um dois três quatro'], ['um doze três quatro']), 1 / 4)
  t.is(wordErrorRate(['um dois três quatro'], ['um três quatro']), 1 / 4)
  t.is(wordErrorRate(['um dois três quatro'], ['um dois e três quatro']), 1 / 4)
  t.is(wordErrorRate(['um dois'], []), 1)
})
