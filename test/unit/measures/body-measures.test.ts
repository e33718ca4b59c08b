import test from 'ava'
import { measured, phrases } from '../../helpers/rules.ts'

const HEAD = `
Perímetro cefálico 43,5. => 43.5
Perímetro cefálico de 43 centímetros. => 43
PC 44 cm. => 44
Perímetro cefálico quarenta e três e meio. => 43.5
E o perímetro cefálico? | 42. => 42
Perímetro cefálico 4,3. => null
Perímetro cefálico ao nascer 34. => null
Uso o PC 8 horas por dia. => null
`
const FAT = `
Percentual de gordura 21 por cento. => 21
Percentual de gordura de 18,5%. => 18.5
A bioimpedância deu gordura corporal 27. => 27
Perdeu 2 por cento de gordura. => null
`
const LEAN = `
Massa magra 45 quilos. => 45
45 quilos de massa magra. => 45
Massa magra 43 quilos, 45 quilos de massa magra. => 45
Ganho de massa magra de 2 quilos. => null
`

for (const [id, table] of [
  ['headCircumference', HEAD],
  ['bodyFat', FAT],
  ['leanMass', LEAN],
] as const)
  for (const [phrase, expected] of phrases(table))
    test(`${id}: ${phrase} is ${expected}`, (t) => {
      t.is(measured(id, phrase), expected)
    })
