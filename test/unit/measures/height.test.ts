import test from 'ava'
import { measured, phrases } from '../../helpers/rules.ts'

const TABLE = `
altura um metro e sessenta e oito a barriga mede cento e dois => 1.68
# as it is said in passing
altura 1,72m => 1.72
um metro e setenta e dois de altura => 1.72
mede um e sessenta e cinco => 1.65
tem um e oitenta de altura => 1.8
estatura 112 cm => 1.12
altura de um metro e oito centímetros => 1.08
altura um metro setenta e dois => 1.72
Altura um metro e setenta e dois. => 1.72
Altura 1 metro e 72. => 1.72
Altura 1 metro e 72 centímetros. => 1.72
Altura de 1,72 m. => 1.72
Altura: 1,72 => 1.72
Altura 1.72 => 1.72
Altura 1,72 metros. => 1.72
Altura 172 centímetros. => 1.72
Altura 172 cm. => 1.72
Altura 172. => 1.72
Altura um e setenta e dois. => 1.72
Altura um e oitenta. => 1.8
Altura um setenta e cinco. => 1.75
Altura 1 e 65. => 1.65
Altura metro e sessenta. => 1.6
Altura um metro e meio. => 1.5
Altura dois metros. => 2
Altura um metro e cinco centímetros. => 1.05
Altura um vírgula setenta e dois. => 1.72
Altura 1 vírgula 68. => 1.68
A altura é um metro e cinquenta e cinco. => 1.55
A sua altura é 1,80. => 1.8
Ele mede um metro e noventa. => 1.9
A senhora mede 1 metro e 60. => 1.6
Medindo 1,58 m. => 1.58
Estatura 1,58 m. => 1.58
Estatura de cento e cinquenta e oito centímetros. => 1.58
Tenho 1 metro e 70 de altura. => 1.7
Tem 1,65 de altura. => 1.65
Peso 74 quilos e altura 1 metro e 58. => 1.58
Altura 1,60 e peso 55 kg. => 1.6
Peso 80, altura 1,75, pressão 120 por 80. => 1.75
Qual a sua altura? | Um metro e setenta. => 1.7
Qual a sua altura? | 1,70. => 1.7
Qual a sua altura? | Um e setenta. => 1.7
Quanto o senhor mede? | 1 metro e 82. => 1.82
E a altura? | 165 centímetros. => 1.65
E a altura? | Cento e sessenta e cinco. => 1.65
Altura 1,70, não, 1,72. => 1.72
Altura 1,70. | Não, 1,72. => 1.72
Altura 1 metro e 70, digo, 1 metro e 72. => 1.72
Altura 90 centímetros. => 0.9
Comprimento 52 centímetros. => 0.52
# not a height, not the patient's, not understood
Meu pai tinha um metro e noventa. => null
Minha mãe mede um metro e cinquenta. => null
Meu marido tem 1,90 de altura. => null
Caí de uma altura de 2 metros. => null
Quando eu era jovem a altura era 1,75. => null
Fiquei a um metro e meio do muro. => null
A sala tem 1,72. => null
Altura um metro e sete. => null
Altura 3 metros. => null
Altura 17 metros. => null
Altura 0,2. => null
Altura 1720. => null
A altura do útero é 30 centímetros. => null
Acho que a altura é 1,70. => null
Altura uns 1,70. => null
Altura mais ou menos um metro e setenta. => null
Altura 1,70 ou 1,72. => null
A altura ideal seria 1,80. => null
Não tenho 1,80 de altura. => null
Qual a altura da sua mãe? | 1,60. => null
A altura é 1,70? => null
Tomo 1 e 60 miligramas. => null
O exame de 1,72 foi normal. => null
Tenho 1 filho e 70 anos. => null
# a child's
child: Altura um metro e três. => 1.03
child: Ele tem um metro e oito. => null
child: Tem um metro e nove de altura. => 1.09
child: Estatura um metro e sete. => 1.07
child: Altura 87. => 0.87
child: E a altura? | 92. => 0.92
child: Mede noventa e cinco. => 0.95
child: Comprimento 61. => 0.61
child: Altura um e doze. => 1.12
child: Altura um metro e quinze. => 1.15
child: A altura dele é 104. => 1.04
child: Mediu 78 centímetros. => null
child: Eu tenho um metro e sessenta, ele eu não sei. => null
child: Altura 7. => null
# asked for, taken at home
Peso e altura? | Pesei hoje, 66 e meio. | Tenho um metro e sessenta e cinco. => 1.65
Sabe sua altura? | Medi na farmácia, um metro e setenta. => 1.7
Você conseguiu medir a altura? | Medi ontem em casa, 1,62. => 1.62
Qual a sua altura? | Quando eu era novo, 1,80. => null
Altura 87. => null
`
for (const [phrase, expected] of phrases(TABLE))
  test(`${phrase} is ${expected}`, (t) => {
    t.is(measured('height', phrase), expected)
  })
