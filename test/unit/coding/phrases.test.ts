import test from 'ava'
import { affirmedPhrases } from '../../../core/coding/phrases.ts'

const keeps = test.macro({
  title: (_, text: string) => `"${text}"`,
  exec(t, text: string, kept: string[]) {
    t.deepEqual(
      affirmedPhrases(text).map(({ start, end }) => text.slice(start, end)),
      kept,
    )
  },
})
test(keeps, 'IVAS', ['IVAS'])
test(keeps, 'HAS, DM2; dislipidemia.', ['HAS', 'DM2', 'dislipidemia'])
test(keeps, 'Glicemia 7,2. Diabetes', ['Glicemia 7,2', 'Diabetes'])
test(keeps, 'Descartada pneumonia', [])
test(keeps, 'Pneumonia descartada', [])
test(keeps, 'Pneumonia foi descartada', [])
test(keeps, 'Foi descartada pneumonia', [])
test(keeps, 'Pneumonia afastada, bronquite aguda', ['bronquite aguda'])
test(keeps, 'IVAS sem sinais de pneumonia', ['IVAS'])
test(keeps, 'Sem sinais de pneumonia, sepse ou meningite', [])
test(keeps, 'Sem evidência de TVP. Erisipela de perna', ['Erisipela de perna'])
test(keeps, 'Não há sinais de meningite', [])
test(keeps, 'Nega diabetes', [])
test(keeps, 'Pouco provável TEP', [])
test(keeps, 'Infarto improvável', [])
test(keeps, 'Descartada pneumonia, mantida hipótese de bronquite', [
  'mantida hipótese de bronquite',
])
test(keeps, 'Sem critérios para pneumonia mas provável sinusite', ['mas provável sinusite'])
test(keeps, 'Tosse para descartar tuberculose', ['Tosse para'])
test(keeps, 'Mãe com diabetes', [])
test(keeps, 'História familiar de câncer de mama', [])
test(keeps, 'Enxaqueca sem aura', ['Enxaqueca sem aura'])
test(keeps, '', [])
