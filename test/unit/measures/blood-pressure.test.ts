import test from 'ava'
import { measured, phrases } from '../../helpers/rules.ts'

const TABLE = `
Tá com pressão de onze e sete. => 110/70
Pressão dezoito com onze, hein. => 180/110
Pressão doze e oito comprimidos por dia. => null
Pressão 10 por 6, 104 por 62 no aparelho. => 104/62
# as it is said in passing
PA de 130x80mmHg => 130/80
pa 13x8 => 130/80
PA: 12/8 => 120/80
a pressão tá doze por oito => 120/80
pressão um vinte por oitenta => 120/80
pressão cento e vinte oitenta => 120/80
a pressão do senhor aqui agora né está em quatorze por nove => 140/90
pressão é doze por sete e meio => 120/75
a pressão tá boa viu doze por oito => 120/80
Pressão arterial sentado 130 por 80, em pé 110 por 70. => 130/80
Deitada, pressão 136 por 74. | De pé, um minuto… | 110 por 64. => 136/74
Pressão 128 por 82 deitado; em pé deu 124 por 80. => 128/82
Pressão no braço direito 148 por 94, no esquerdo 152 por 92. => 152/92
Pressão 152 por 80, frequência 76, jejum não, né? => 152/80
Pressão 120 por 80, é isso? => null
deixa eu ver a pressão. | É... treze por oito e meio. => 130/85
pressão hoje deu cento e trinta e oito por oitenta e dois => 138/82
PAS 140 PAD 90 => 140/90
PA 160x100 à direita e 150x90 à esquerda => 160/100
pressão arterial: cento e vinte barra oitenta => 120/80
Pressão: 110x70 mmHg. => 110/70
A pressão dele está nove por seis => 90/60
Então a pressão está, deixa eu ver, doze por oito => 120/80
pressão arterial de doze por oito sem alteração => 120/80
Pressão treze e meio por nove => 135/90
# spoken and written, today
Pressão 120 por 80. => 120/80
A pressão está 120 por 80. => 120/80
Pressão arterial 150 por 90 milímetros de mercúrio. => 150/90
pressão está 14 por 9 => 140/90
A pressão está 12 por 8. => 120/80
pressão doze por oito => 120/80
A pressão do senhor está treze por oito. => 130/80
PA 120x80 => 120/80
PA: 120x80 mmHg => 120/80
PA 120 x 80 => 120/80
PA = 130/85 mmHg => 130/85
P.A. 140 por 90 => 140/90
Sua pressão hoje está 110 por 70. => 110/70
pressão de cento e vinte por oitenta => 120/80
A pressão deu cento e quarenta e cinco por noventa e cinco. => 145/95
Pressão arterial de cento e dez por sessenta. => 110/60
A pressão ficou em 12 e meio por 8. => 125/80
A pressão está 12,5 por 8. => 125/80
A pressão está alta, 18 por 11. => 180/110
Pressão boa, 12 por 7. => 120/70
Pressão normal, 120 por 80. => 120/80
Vamos ver a pressão. Está 135 por 85. => 135/85
Aferida a pressão arterial: 128 por 76. => 128/76
Deixa eu medir aqui, 130 por 80. => 130/80
130 por 80 de pressão. => 130/80
Pressão 100 por 60, frequência cardíaca 72. => 100/60
Peso 80 quilos, pressão 120 por 80. => 120/80
Pressão máxima de 120 e mínima de 80. => 120/80
Pressão sistólica 135, diastólica 85. => 135/85
A máxima está 16 e a mínima está 10. => 160/100
Quanto está a pressão? | 12 por 8. => 120/80
Quanto está a pressão? | Está 14 por 9. => 140/90
Vou medir a pressão. | 120 por 80. => 120/80
E a pressão? | Cento e trinta por oitenta e cinco. => 130/85
Pressão do braço direito 120 por 80. => 120/80
Pressão 120 sobre 80. => 120/80
Pressão está duzentos por cento e dez. => 200/110
Agora a pressão está 15 por 10. => 150/100
A pressão não está boa, 150 por 90. => 150/90
A pressão continua alta? | A pressão está 16 por 10. => 160/100
# corrections and second measurements
Pressão 120 por 80, não, 130 por 80. => 130/80
A pressão está 12 por 8, quer dizer, 13 por 8. => 130/80
Pressão 120 por 80, digo, 130 por 85. => 130/85
Pressão 140 por 90, aliás 150 por 90. => 150/90
Pressão 120 por 80. | Não, 130 por 80. => 130/80
Pressão 150 por 90. | Vou medir de novo. | Pressão 140 por 85. => 140/85
Ontem a pressão estava 18 por 10, hoje está 12 por 8. => 120/80
Em casa a pressão dava 16 por 10, mas agora está 13 por 8. => 130/80
A pressão não é 120 por 80, é 130 por 80. => 130/80
# not today's, not the patient's, not a reading
ontem a pressão foi 18 por 10 => null
A pressão foi 18 por 10 ontem. => null
A pressão estava 18 por 10. => null
Na semana passada a pressão estava 17 por 10. => null
Em casa a pressão dá 15 por 9. => null
Medi na farmácia e deu 16 por 10 a pressão. => null
Minha mãe tem pressão 18 por 10. => null
Minha mãe tem pressão alta. | A dela chega a 18 por 10. => null
A pressão do meu pai é 15 por 9. => null
Minha pressão já chegou a 20 por 12. => null
Minha pressão costuma ser 12 por 8. => null
Se a pressão passar de 18 por 11, procure o pronto-socorro. => null
A meta é pressão abaixo de 140 por 90. => null
O ideal é manter a pressão em 120 por 80. => null
O normal é pressão de 12 por 8. => null
A pressão não está 18 por 10. => null
A pressão está uns 14 por 9. => null
Acho que a pressão era 14 por 9. => null
Pressão 120 por 80 ou 130 por 80. => null
Pressão 120 por 80 não 130 por 80. => null
Quanto estava a pressão em casa? | 18 por 10. => null
A pressão está 120 por 80? => null
A pressão está 120 por 80? | Isso. => 120/80
# implausible: not taken, never corrected
Pressão 120 por 8. => null
Pressão 80 por 120. => null
Pressão 1200 por 80. => null
Pressão 300 por 200. => null
Pressão 12 por 80. => null
# other numbers
Tenho pressão alta desde 12/8. => null
Uma lesão de 12 por 8 centímetros. => null
Nódulo de 120 por 80 milímetros. => null
Tomo 12 por 8 dias. => null
Faço caminhada 3 por semana. => null
Tomo o remédio de pressão de 12 em 12 horas. => null
Tenho pressão alta há 1 ano. => null
O exame foi no dia 10/05/2024. => null
# at home, in the visit
Pressão em casa, conseguiu? | Medi agora há pouco, doutora, 122 por 74. => 122/74
Sua pressão, tem medido? | Tenho aparelho, medi agora antes de ligar: 118 por 76. => 118/76
Pressão em casa? | Ontem deu 150 por 90. => null
Sua pressão em casa? | Medi hoje aqui, 128 por 82. => 128/82
child: Minha pressão tá 15 por 10. => null
child: A pressão dele deu 90 por 60. => 90/60
A pressão 140 por 90, não, 130 por 90. => 130/90
Pressão 140 por 90… não, desculpa, 130 por 90. => 130/90
Pressão 140 por 90, aliás, 130 por 90. => 130/90
Pressão 140 por 90. Errei, 130 por 90. => 130/90
Pressão 140 por 90, quer dizer, 130 por 90. => 130/90
A da minha mãe deu 160 por 100, a minha pressão 120 por 80. => 120/80
`

for (const [phrase, expected] of phrases(TABLE))
  test(`${phrase} is ${expected}`, (t) => {
    t.is(measured('bloodPressure', phrase), expected)
  })
