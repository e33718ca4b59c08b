import test from 'ava'
import { measured, phrases } from '../../helpers/rules.ts'

const TABLE = `
# as it is said in passing
temp 36,5ºC => 36.5
Tax 37,1ºC => 37.1
T.ax 38,1 => 38.1
temperatura tá trinta e seis e meio => 36.5
trinta e sete ponto dois de temperatura => 37.2
temperatura aqui deu trinta e oito graus e dois => 38.2
tá sem febre, trinta e seis e oito => 36.8
Temperatura trinta e sete e meio. => 37.5
Temperatura 37,8. => 37.8
Temperatura 37 vírgula 8. => 37.8
Temperatura de 38 graus. => 38
Temperatura 36,5 °C. => 36.5
Temperatura 36.5 ºC => 36.5
Temperatura: 36,8°C => 36.8
Temperatura axilar de 36,7. => 36.7
Temperatura axilar 37 => 37
Temp 36,9 => 36.9
Temp. 36,9 => 36.9
Tax 36,6 °C => 36.6
A temperatura está 39 graus. => 39
A temperatura está em trinta e oito e dois. => 38.2
Temperatura trinta e sete e oito. => 37.8
Temperatura trinta e seis vírgula cinco. => 36.5
Temperatura trinta e nove graus e meio. => 39.5
Temperatura 37 e meio. => 37.5
Temperatura 37 e 5. => 37.5
A temperatura deu 38,4 graus. => 38.4
A temperatura hoje é 36 graus. => 36
Temperatura quarenta graus. => 40
Temperatura 35,2 graus celsius. => 35.2
38 graus de temperatura. => 38
37 e meio de temperatura. => 37.5
Afebril, 36,5 graus. => 36.5
Febril, 38,7. => 38.7
Está afebril, temperatura 36,4. => 36.4
Pressão 120 por 80, temperatura 36,8. => 36.8
Frequência cardíaca 96, temperatura 37 vírgula 2, saturação 94. => 37.2
Quanto está a temperatura? | 37 e meio. => 37.5
Quanto está a temperatura? | 38 graus. => 38
Vou ver a temperatura. | 36,7. => 36.7
E a temperatura? | Trinta e oito e meio. => 38.5
Temperatura 37,8, não, 38,7. => 38.7
Temperatura 37. | Não, 38. => 38
Temperatura 37,2, digo, 37,4 graus. => 37.4
Temperatura normal, 36,5. => 36.5
Agora a temperatura está 37. => 37
Ontem a temperatura estava 39, agora está 37 graus. => 37
# told, not measured; other people, other things
Tive febre de 39 graus. => null
Ontem tive 39 de febre. => null
Ontem a temperatura foi 39. => null
Ele teve febre de 38 e meio ontem. => null
Em casa a temperatura deu 38,5. => null
De madrugada a temperatura estava 39. => null
Meu filho teve temperatura de 40 graus. => null
Se a temperatura passar de 38, tome dipirona. => null
Temperatura acima de 37,8 é febre. => null
Quando a temperatura chegar a 38 graus, volte. => null
A temperatura não está 38. => null
Acho que a temperatura estava 38. => null
Temperatura uns 38 graus. => null
Temperatura 37 ou 38. => null
Temperatura 370. => null
Temperatura 12 graus. => null
Temperatura 45 graus. => null
Temperatura 3,7. => null
A temperatura da água era 38 graus. => null
Dobre o joelho até 38 graus. => null
Flexão de 40 graus. => null
Tenho 38 anos. => null
Lente de 38 graus. => null
A temperatura está 38? => null
Quanto foi a temperatura ontem? | 39 graus. => null
`
for (const [phrase, expected] of phrases(TABLE))
  test(`${phrase} is ${expected}`, (t) => {
    t.is(measured('temperature', phrase), expected)
  })
