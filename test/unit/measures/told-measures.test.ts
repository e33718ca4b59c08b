import test from 'ava'
import type { MeasureId } from '../../../core/document/measures/measures.ts'
import { measured, phrases } from '../../helpers/rules.ts'

const TABLES: Partial<Record<MeasureId, string>> = {
  prePregnancyWeight: `
Você entrou na gravidez com quanto? | Sessenta e nove. => 69
Sobe: 79 quilos. Você entrou na gravidez com quanto? | Sessenta e nove. => 69
Peso antes de engravidar, você sabe? | Uns 63. => 63
Quanto pesava antes da gravidez? | Cinquenta e oito quilos. => 58
Meu peso antes da gravidez era 60 quilos. => 60
Entrei na gravidez com 72 quilos e meio. => 72.5
Comecei o pré-natal com 64 quilos e 300. => 64.3
Eu engravidei com 81 quilos. => 81
Antes de engravidar eu pesava 55 quilos. => 55
Peso pré-gestacional 67. => 67
Peso inicial 70 quilos. => 70
Eu tinha 66 quilos antes de engravidar. => 66
Pesava 59 quilos no começo da gravidez. => 59
Antes da gestação, uns 61 quilos. => 61
Minha irmã engravidou com 90 quilos. => null
Engravidei com 32 anos. => null
Quando engravidou? | Com 30 semanas. => null
Hoje peso 79 quilos. => null
`,
  pregnancyWeightGain: `
Dez quilos de ganho. => 10
Ganhou 8 quilos na gravidez. => 8
Ganhei doze quilos e meio. => 12.5
Quanto você já ganhou na gravidez? | Seis quilos. => 6
Ganho de peso de 7 quilos. => 7
Engordei 15 quilos. => 15
Já são nove quilos a mais. => 9
O bebê ganhou 200 gramas. => null
O feto ganhou 2 quilos. => null
Ganhei um carrinho de bebê. => null
Minha irmã ganhou 20 quilos. => null
`,
  weightLoss: `
Peso 65, na outra consulta eram 67, perdeu dois quilos. => 2
Peso 62, era 66 em junho. => 4
Perdi 5 quilos em dois meses. => 5
Emagreci seis quilos e meio. => 6.5
Perdeu 3 quilos desde a última vez. => 3
Emagreceu? | Uns oito quilos. => 8
Quanto perdeu? | Quatro quilos. => 4
Tô com sete quilos a menos. => 7
Peso 80 quilos, na última consulta era 80. => null
Peso 66, era 62 em junho. => null
Quero perder 10 quilos. => null
Precisa perder 5 quilos. => null
Minha mãe perdeu 12 quilos. => null
Perdeu 3 consultas. => null
`,
  bodySurface: `
Superfície corporal 1,66. => 1.66
Superfície corporal que a enfermagem calculou, 1,66. => 1.66
Superfície corporal de um vírgula oitenta e dois. => 1.82
A superfície corporal deu 1,9. => 1.9
Superfície corpórea: 1,75. => 1.75
Superfície corporal? | 1,58. => 1.58
Queimou 20 por cento da superfície corporal. => null
`,
}
for (const [id, table] of Object.entries(TABLES))
  for (const [phrase, expected] of phrases(table))
    test(`${id}: ${phrase} is ${expected}`, (t) => {
      t.is(measured(id as MeasureId, phrase), expected)
    })
