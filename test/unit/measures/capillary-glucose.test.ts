import test from 'ava'
import { measured, phrases } from '../../helpers/rules.ts'

const TABLE = `
O açúcar no dedo tá em trezentos e dez. => 310
A fita do açúcar deu duzentos e trinta. => 230
pernas sem inchaço o dedo furado deu cento e sessenta e quatro => 164
# as it is said in passing
Glicemia agora 163. => 163
Glicemia aqui 191. => 191
Pressão cento e trinta e oito por oitenta e seis, glicemia cento e noventa e um. => 191
Pressão 112 por 70, frequência 78, glicemia 163. => 163
Pressão boa, colesterol 180, glicemia 98. => null
HGT 110 mg/dl => 110
dextro deu 145 => 145
glicemia capilar de cento e oitenta e dois => 182
Glicemia, capilar 250. => 250
glicemia de jejum 98 => null
glicemia na ponta do dedo agora deu duzentos e dez => 210
HGT: 132mg/dL => 132
Em casa o dextro fica em 180 => null
Glicemia capilar 99. => 99
Glicemia capilar 99 mg/dL. => 99
Glicemia capilar de 120. => 120
Glicemia capilar: 187 mg/dL => 187
Glicemia capilar 110 miligramas por decilitro. => 110
Glicemia capilar cento e vinte. => 120
Glicemia capilar noventa e nove. => 99
Glicemia capilar duzentos e cinquenta. => 250
Glicemia capilar trezentos e dez miligramas por decilitro. => 310
A glicemia capilar está 140. => 140
A glicemia capilar deu 145. => 145
A glicemia capilar agora é 98. => 98
Glicose capilar 105. => 105
HGT 120 => 120
HGT: 133 mg/dL => 133
HGT de 95 => 95
Dextro 110. => 110
Dextro de 110 mg/dL. => 110
O dextro deu 180. => 180
Destro 115. => 115
Glicemia na ponta do dedo 130. => 130
Glicemia de ponta de dedo 130. => 130
Ponta de dedo 126. => 126
O glicosímetro marcou 170. => 170
99 de glicemia capilar. => 99
Temperatura 36,5, glicemia capilar 88, peso 70. => 88
Pressão 120 por 80, HGT 101. => 101
Glicemia capilar 99 mg por dL. => 99
Quanto deu a glicemia capilar? | 132. => 132
Qual a glicemia capilar? | Cento e dez. => 110
Vou fazer um dextro. | 144. => 144
Vamos medir a glicemia capilar. | 160 miligramas por decilitro. => 160
Glicemia capilar 99, não, 109. => 109
Glicemia capilar 99. | Não, 119. => 119
Glicemia capilar 187, digo, 178. => 178
Ontem a glicemia capilar estava 300, hoje está 180. => 180
Glicemia capilar alta, 280. => 280
Glicemia capilar normal, 92. => 92
Glicemia capilar 45. => 45
# laboratory, history, others
Glicemia de jejum 98. => null
Glicemia 98. => null
O exame mostrou glicemia de 150. => null
O exame de sangue mostrou glicose de 110. => null
Hemoglobina glicada 7,2. => null
Ontem a glicemia capilar foi 300. => null
Em casa a glicemia capilar dá 200. => null
Em casa o dextro deu 220. => null
Minha mãe tem glicemia capilar de 300. => null
Se a glicemia capilar passar de 300, procure o pronto-socorro. => null
Glicemia capilar abaixo de 70 é hipoglicemia. => null
A meta é glicemia capilar de 130. => null
A glicemia capilar não está 300. => null
Glicemia capilar uns 150. => null
Glicemia capilar 150 ou 160. => null
Glicemia capilar entre 120 e 150. => null
Acho que a glicemia capilar estava 150. => null
Glicemia capilar 9900. => null
Glicemia capilar 5. => null
Glicemia capilar 99? => null
Meço a glicemia capilar 3 vezes ao dia. => null
A glicemia capilar costuma dar 140. => null
Tomo insulina 20 unidades. => null
Minha glicemia capilar já chegou a 400. => null
Quanto estava a glicemia capilar em casa? | 210. => null
# after vital signs
Pressão 110 por 60, frequência 80, temperatura 36,7. | Glicemia 118. => 118
Pressão 120 por 80. | Glicemia 99. => 99
Saturação 97. | Glicose 143. => 143
Pressão 110 por 60. | Os exames: glicemia 118. => null
Glicemia 118. => null
Pressão 120 por 80. | E os exames? | Glicemia 99. => null
`
for (const [phrase, expected] of phrases(TABLE))
  test(`${phrase} is ${expected}`, (t) => {
    t.is(measured('capillaryGlucose', phrase), expected)
  })
