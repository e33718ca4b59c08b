import test from 'ava'
import { measured, phrases } from '../../helpers/rules.ts'

const TABLE = `
# as it is said in passing
sat 98% => 98
satura noventa e oito em ar ambiente => 98
saturando 97 com 2 litros => 97
SpO2 95% em aa => 95
saturação tá noventa e sete por cento => 97
oximetria noventa e seis => 96
97% de saturação => 97
Saturação 98 por cento. => 98
Saturação 98%. => 98
Saturação de 97. => 97
Saturação: 96% => 96
Saturação de O2 95%. => 95
Saturação de oxigênio 94 por cento. => 94
Saturação noventa e oito por cento. => 98
Saturação cem por cento. => 100
Saturação 100%. => 100
SpO2 97% => 97
SpO2: 97 => 97
SatO2 96% => 96
Sat 95% => 95
Sat O2 93% => 93
SO2 94% => 94
Saturando 92. => 92
Está saturando 92 por cento. => 92
Saturando bem, 98%. => 98
Satura 97% em ar ambiente. => 97
Saturação em ar ambiente 97%. => 97
Saturação em ar ambiente de 91 por cento. => 91
A saturação está 88. => 88
A saturação está em 89 por cento. => 89
A saturação deu 96. => 96
Oximetria de pulso 97%. => 97
O oxímetro marcou 95. => 95
98 de saturação. => 98
98 por cento de saturação. => 98
Frequência cardíaca 80, saturação 98 por cento. => 98
FC 80, FR 16, SpO2 99%. => 99
Qual a saturação? | 97. => 97
Qual a saturação? | Noventa e seis por cento. => 96
Vamos ver a saturação. | 98%. => 98
Saturação 89, não, 98. => 98
Saturação 98. | Não, 96. => 96
Saturação 93, digo, 95 por cento. => 95
Ontem a saturação estava 88, hoje está 95. => 95
Agora a saturação está 94. => 94
Saturação normal, 98. => 98
Saturação boa, 99 por cento. => 99
# not this
Ontem a saturação estava 88. => null
Em casa a saturação deu 90. => null
Na UPA a saturação era 85. => null
Minha mãe está com saturação de 80. => null
Meu pai estava saturando 85. => null
Se a saturação cair abaixo de 92, procure o pronto-socorro. => null
Saturação acima de 94 é normal. => null
A saturação não está 98. => null
Saturação uns 95. => null
Saturação 94 ou 95. => null
Saturação entre 94 e 96. => null
Acho que a saturação está 95. => null
Saturação de transferrina 20%. => null
Saturação 980. => null
Saturação 9. => null
Saturação 120 por cento. => null
A saturação está 98? => null
Melhorei 90 por cento. => null
Estou 100 por cento. => null
Tenho 98 anos. => null
Saturação. | Peso 58 quilos. => null
Saturação? | Frequência cardíaca 80. => null
Qual era a saturação no hospital? | 85. => null
Perdi 70 por cento da visão. => null
`
for (const [phrase, expected] of phrases(TABLE))
  test(`${phrase} is ${expected}`, (t) => {
    t.is(measured('saturation', phrase), expected)
  })
