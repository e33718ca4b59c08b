import test from 'ava'
import { isNoise } from '../../../core/portuguese/noise.ts'

const WHO_IS_HERE = [
  'boa tarde doutora meu nome e pedro e tenho 41 anos',
  'dia doutora tenho 35 anos',
  'meu nome e maria da silva souza',
  'o nome e roberto e tem 44 anos',
  'eu me chamo ana',
  'tenho sessenta e dois',
  'sou a mae dele',
  'boa tarde dr',
  'dia doutor',
]

const SAYS_MORE = [
  'meu nome e pedro e estou com dor no peito',
  'tenho 35 anos e dor de garganta ha tres dias',
  'bom dia doutora estou com febre',
  'tenho dor ha dois anos',
  'sou a mae dele e ele nao come',
  'meu nome e pedro estou com dor',
  'noite',
  'a tarde',
]

test('a greeting with name and age is no part of a record', (t) => {
  for (const words of WHO_IS_HERE) t.true(isNoise(words), words)
})

test('a greeting with anything more is', (t) => {
  for (const words of SAYS_MORE) t.false(isNoise(words), words)
})
