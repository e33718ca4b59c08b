import test from 'ava'
import { measured, phrases } from '../../helpers/rules.ts'

const TABLE = `
A barriga mediu cento e quatro centímetros. => 104
altura um metro e sessenta e oito a barriga mede cento e dois => 102
# as it is said in passing
circunferência abdominal noventa e oito centímetros => 98
CA 102cm => 102
a cintura tá com cento e quatro => 104
cintura 88 cm => 88
Circunferência abdominal 94 centímetros. => 94
Circunferência abdominal 94 cm. => 94
Circunferência abdominal 94. => 94
Circunferência abdominal de 102 cm. => 102
Circunferência abdominal: 88 cm => 88
Circunferência abdominal noventa e quatro centímetros. => 94
Circunferência abdominal noventa e quatro e meio. => 94.5
Circunferência abdominal 94,5 cm. => 94.5
Circunferência abdominal cento e dois. => 102
Circunferência abdominal cento e dez centímetros e meio. => 110.5
A circunferência abdominal está 99. => 99
A circunferência abdominal é de 110 centímetros. => 110
A circunferência abdominal deu 97. => 97
Circunferência abdominal hoje 96. => 96
Circunferência da cintura 80 cm. => 80
Circunferência de cintura 82. => 82
Cintura 84 centímetros. => 84
Cintura de 84. => 84
A cintura está 90. => 90
A cintura mediu 91 centímetros. => 91
Perímetro abdominal 100 cm. => 100
CA 92 cm => 92
CA: 92 => 92
Circunferência da barriga 105. => 105
94 de circunferência abdominal. => 94
94 centímetros de cintura. => 94
Peso 80, altura 1,70, circunferência abdominal 96. => 96
Circunferência abdominal 96 e peso 80 quilos. => 96
Qual a circunferência abdominal? | 98. => 98
Qual a circunferência abdominal? | Noventa e oito centímetros. => 98
Vou medir a circunferência abdominal. | 101 centímetros. => 101
E a cintura? | 88. => 88
Circunferência abdominal 94, não, 96. => 96
Circunferência abdominal 94. | Não, 96. => 96
Circunferência abdominal 94, digo, 95 centímetros. => 95
No ano passado a circunferência abdominal era 110, hoje está 98. => 98
Circunferência abdominal agora 97. => 97
Circ. abdominal 94 cm => 94
# not this
Circunferência do braço 30 centímetros. => null
Circunferência da panturrilha 35 cm. => null
Perímetro cefálico 35 cm. => null
Abdome 94. => null
Antes a circunferência abdominal era 110. => null
Ano passado a circunferência abdominal foi 110. => null
Minha mãe tem cintura de 100 centímetros. => null
Circunferência abdominal acima de 102 é risco. => null
A meta é circunferência abdominal de 94. => null
O ideal é cintura abaixo de 80. => null
Circunferência abdominal uns 95. => null
Circunferência abdominal 94 ou 95. => null
Circunferência abdominal entre 94 e 98. => null
A circunferência abdominal não está 94. => null
Acho que a cintura está 90. => null
Circunferência abdominal 940. => null
Circunferência abdominal 9. => null
Circunferência abdominal 94? => null
Perdi 4 centímetros de cintura. => null
Dor na cintura há 40 dias. => null
Uso calça 44. => null
Dor na cintura. | Há 40 dias. => null
Quanto era a circunferência abdominal antes? | 110. => null
Lesão de 94 cm. => null
`
for (const [phrase, expected] of phrases(TABLE))
  test(`${phrase} is ${expected}`, (t) => {
    t.is(measured('abdominalCircumference', phrase), expected)
  })
