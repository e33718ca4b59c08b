import test from 'ava'
import { measured, phrases } from '../../helpers/rules.ts'

const TABLE = `
Deu oitenta e três e duzentos na balança. => 83.2
Peso de 1.290 gramas percentil 45 placenta na parede de trás. => null
Pesada, doutora, e eu tô com uma dor de cabeça. => null
E o peso? | Tava setenta e dois, mas hoje deu setenta e quatro. => 74
# as it is said in passing
Peso 72 e 300. => 72.3
Peso 90 e 500, altura 1,73. => 90.5
Dia 12: cefálico, peso 1.850 gramas. => null
peso 72kg => 72
tá com setenta e dois quilos => 72
tá pesando setenta e dois quilos e quatrocentos => 72.4
o peso deu oitenta e um e meio => 81.5
pesou hoje 12 quilos e 350 gramas => 12.35
peso 3 quilos e 420 => 3.42
peso: 82,300 kg => 82.3
setenta quilos de peso => 70
tô com 80 quilos => 80
Peso 72 quilos. => 72
Peso 72 => 72
peso: 72 kg => 72
Peso 72,5 kg. => 72.5
Peso de 72 quilos. => 72
O peso está 80 quilos. => 80
O seu peso hoje é 80 quilos. => 80
Setenta e dois quilos e meio de peso. => 72.5
Peso setenta e dois quilos e meio. => 72.5
Peso setenta e dois e meio. => 72.5
Peso 72 quilos e meio. => 72.5
Peso 72 quilos e 300 gramas. => 72.3
Peso cem quilos. => 100
Peso cento e vinte e três quilos. => 123
Eu peso 80 quilos. => 80
O senhor pesa 80 quilos. => 80
Está pesando 91 quilos. => 91
A paciente pesa sessenta e oito quilos. => 68
Pesou 64 quilos hoje. => 64
A balança deu 77 quilos. => 77
A balança marcou 77,4. => 77.4
Peso atual 70 kg. => 70
Peso corporal de 70 kg. => 70
Peso 3.200 gramas. => 3.2
Peso 850 gramas. => 0.85
Peso 74 quilos e altura 1 metro e 58. => 74
Altura 1,60 e peso 55 kg. => 55
Peso 55 kg, altura 1,60. => 55
Quanto o senhor pesa? | Oitenta. => 80
Quanto a senhora pesa? | 68 quilos. => 68
Qual o seu peso? | Setenta e dois quilos e meio. => 72.5
Quanto o senhor está pesando? | Estou com 90 quilos. => 90
E o peso? | 66. => 66
Vamos pesar. | 83 quilos. => 83
O senhor pesa 80 quilos? | Isso. => 80
Peso 72, não, 73 quilos. => 73
Peso 72 quilos, digo, 75 quilos. => 75
Peso 72 quilos. | Não, 73. => 73
Peso 72 quilos. | Aliás, 73 quilos. => 73
Antes eu pesava 80, hoje peso 76 quilos. => 76
# not the patient's, not today's
Minha mãe pesava 90 quilos. => null
Minha mãe pesa 90 quilos. => null
Meu filho pesa 20 quilos. => null
Eu pesava 90 quilos. => null
No ano passado o peso era 90 quilos. => null
Meu peso antes da gravidez era 60 quilos. => null
Perdi 5 quilos. => null
Emagreci 10 quilos em 2 meses. => null
Engordei 3 quilos. => null
Perda de peso de 5 quilos em 1 mês. => null
Ganho de peso de 3 quilos. => null
Quero chegar no peso de 70 quilos. => null
O peso ideal é 65 quilos. => null
O senhor precisa chegar ao peso de 70 quilos. => null
Carrego peso de 20 quilos no trabalho. => null
Levanto peso de 30 quilos na academia. => null
Peso uns 80 quilos. => null
Acho que peso 80 quilos. => null
Peso mais ou menos 80 quilos. => null
Peso 72 ou 73 quilos. => null
Peso entre 70 e 75 quilos. => null
Não peso 80 quilos. => null
Peso ao nascer 3.200 gramas. => null
O senhor pesa 80 quilos? => null
Quanto pesava sua mãe? | 90 quilos. => null
Saturação? | Peso? | 80. => 80
# implausible or something else
Peso 720 quilos. => null
Peso 0 quilos. => null
Comprei 2 quilos de carne. => null
Peso 72 e 30. => null
# asked for, taken at home or yesterday
E o peso, pesou hoje? | Pesou de manhã, 59 quilos e 800. => 59.8
Você conseguiu pesar ele? | Na farmácia ontem: 12 quilos e 700. => 12.7
Peso e altura? | Pesei hoje, 66 e meio. => 66.5
Quanto a senhora está pesando? | Pesei em casa ontem, 71 quilos. => 71
E o peso? | No posto, semana passada, 83 quilos. => 83
Qual o seu peso? | Pesei na farmácia, 90 e 500. => 90.5
Qual o seu peso? | Ano passado eu tava com 90 quilos. => null
Qual o seu peso? | Eu pesava 70 quilos. => null
Pesei ontem na farmácia, 80 quilos. => null
Pesar. | Quarenta e um quilos e duzentos. => 41.2
Vamos pesar. | Sessenta e oito quilos e quatrocentos gramas. => 68.4
Sobe: 79 quilos. => 79
Sobe na balança. | 79 quilos e 300. => 79.3
Sobe aqui: sessenta e um quilos. => 61
A pressão sobe 2 quilos de sal. => null
Você entrou na gravidez com quanto? | Sessenta e nove. => null
child: Minha filha pesa 20 quilos. => 20
child: Eu peso 60 quilos. => null
`
for (const [phrase, expected] of phrases(TABLE))
  test(`${phrase} is ${expected}`, (t) => {
    t.is(measured('weight', phrase), expected)
  })
