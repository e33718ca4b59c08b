import test from 'ava'
import { measured, phrases } from '../../helpers/rules.ts'

const TABLE = `
# as it is said in passing
Frequência respiratória 54, saturação 94, cardíaca 138. => 138
Frequência de repouso 52. => 52
Limiar anaeróbico com 168 batimentos. => null
Altura uterina 31 centímetros. | Batimento 142. => null
FC 72bpm => 72
FC de 72 batimentos => 72
frequência tá em 88 => 88
coração a 92 batimentos por minuto => 92
pulso tá setenta e dois => 72
tá com a frequência de cento e quatro => 104
BCF 140 batimentos por minuto => null
Ausculta: ritmo regular em dois tempos, FC 80 => 80
Frequência cardíaca 80 batimentos por minuto. => 80
Frequência cardíaca 72. => 72
Frequência cardíaca de 72 bpm. => 72
Frequência cardíaca: 72 bpm => 72
FC 72 => 72
FC: 72 bpm => 72
FC = 88 => 88
F.C. 90 => null
Frequência cardíaca está em 100. => 100
A frequência cardíaca está 64 batimentos por minuto. => 64
Frequência cardíaca noventa e seis. => 96
Frequência, cardíaca 58. => 58
Frequência cardíaca cento e dez batimentos por minuto. => 110
Batimentos 76 por minuto. => 76
78 batimentos por minuto. => 78
Setenta e oito batimentos por minuto. => 78
Está com 102 batimentos por minuto. => 102
82 bpm. => 82
Pulso 70. => 70
Pulso de 70 por minuto. => 70
O pulso está 66. => 66
Frequência 88. => 88
Frequência de 88 batimentos. => 88
Pressão 120 por 80, frequência 72, saturação 98. => 72
Pressão 120 por 80, FC 72, FR 16. => 72
PA 120x80, FC 75 => 75
Frequência cardíaca normal, 70. => 70
Frequência cardíaca 80, frequência respiratória 16. => 80
Frequência respiratória 16 e frequência cardíaca 80. => 80
80 de frequência cardíaca. => 80
Qual a frequência cardíaca? | 72. => 72
E a frequência cardíaca? | Oitenta e quatro. => 84
Vamos ver o pulso. | 68. => 68
Quantos batimentos? | 90 batimentos por minuto. => 90
Frequência cardíaca 80, não, 88. => 88
Frequência cardíaca 80. | Não, 90. => 90
Frequência cardíaca 110, digo, 101. => 101
Frequência cardíaca agora 95. => 95
Ontem a frequência cardíaca estava 120, hoje está 80. => 80
Frequência cardíaca duzentos. => 200
Batimentos cardíacos 77. => 77
# not this
Frequência respiratória 16. => null
Ontem a frequência cardíaca foi 120. => null
Meu relógio mostrou 120 batimentos por minuto ontem. => null
Em casa a frequência cardíaca dá 60. => null
Minha mãe tem frequência cardíaca de 50. => null
Se a frequência cardíaca passar de 120, procure o pronto-socorro. => null
Frequência cardíaca acima de 100 é taquicardia. => null
Frequência cardíaca abaixo de 50. => null
A frequência cardíaca fetal é 140. => null
BCF 140. => null
A frequência cardíaca não está 120. => null
Frequência cardíaca uns 80. => null
Frequência cardíaca 70 ou 80. => null
Frequência cardíaca entre 70 e 80. => null
Frequência cardíaca 800. => null
Frequência cardíaca 8. => null
Frequência de 3 vezes por semana. => null
Com que frequência? | 3 vezes por semana. => null
Faço 30 minutos de caminhada. => null
Bato 40 bolos por dia. => null
Acho que a frequência cardíaca estava 90. => null
A frequência cardíaca máxima no teste foi 170. => null
O coração bate 100 vezes. => null
Frequência cardíaca 80? => null
Tomo há 80 dias. => null
# as people say it
Deu 132 por 78, e o coração 58. => 58
E o coração a 92. => 92
O coração batendo a 110. => 110
O coração está 76. => 76
O coração 58 anos de uso. => null
Operei o coração 2 vezes. => null
Tenho problema no coração há 30 anos. => null
O coração parou 40 minutos. => null
Frequência 30 vezes ao mês. => null
`
for (const [phrase, expected] of phrases(TABLE))
  test(`${phrase} is ${expected}`, (t) => {
    t.is(measured('heartRate', phrase), expected)
  })
