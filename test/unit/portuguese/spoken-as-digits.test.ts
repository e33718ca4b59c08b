/**
 * Numbers half spoken and half in digits, as recognizers write them, and of two pressures the
 * plausible one.
 */
import test from 'ava'
import type { MeasureId } from '../../../core/document/measures/measures.ts'
import { measured, phrases } from '../../helpers/rules.ts'

const TABLE = `
height: altura 1 metro, e 58 => 1.58
height: altura de 1 metro. e 62 => 1.62
height: Altura um metro e 58. => 1.58
bloodPressure: pressão cento e 50 por 90 => 150/90
bloodPressure: Pressão cento e 20 por 80. => 120/80
weight: Peso setenta e 2 quilos. => 72
weight: Peso cento e 4 quilos. => 104
heartRate: Frequência cento e 12. => 112
# Of several the implausible one does not win, and alone it is what was measured.
bloodPressure: Pressão 140 por 95. | Agora deitado, 90 por 80. => 140/95
bloodPressure: A pressão deu 140 por 95, e 90 por 80, e 40 por 96. => 140/95
bloodPressure: Pressão 40 por 96. => null
bloodPressure: Pressão 140 por 95. | Medi de novo, 130 por 85. => 130/85
bloodPressure: Pressão 100 por 85. => 100/85
`

for (const [said, expected] of phrases(TABLE)) {
  const [id, ...words] = said.split(': ')
  test(said, (t) => t.is(measured(id as MeasureId, words.join(': ')), expected))
}
