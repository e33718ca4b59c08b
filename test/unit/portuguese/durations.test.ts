import test from 'ava'
import { readDurations } from '../../../core/portuguese/durations.ts'
import { tokenize } from '../../../core/portuguese/tokens.ts'
import { phrases } from '../../helpers/rules.ts'

/**
 * "kind ISO..ISO ~ [quoted words]", one per duration; "?" where no number was said, "~" where it is
 * not exact.
 */
const TABLE = `
Começou há coisa de três semanas. => ago P3W ~ [há coisa de três semanas]
Estou assim há 3 dias. => ago P3D [há 3 dias]
há mais ou menos dois meses => ago P2M ~ [há mais ou menos dois meses]
faz uns dez anos que tenho pressão alta => ago P10Y ~ [faz uns dez anos]
tá fazendo quinze dias => ago P15D [tá fazendo quinze dias]
tem uns 3 dias já => ago P3D ~ [tem uns 3 dias]
De um mês pra cá piorou. => ago P1M [De um mês pra cá]
de uns 6 meses para cá => ago P6M ~ [de uns 6 meses para cá]
dois anos atrás => ago P2Y [dois anos atrás]
uns três dias atrás eu caí => ago P3D ~ [uns três dias atrás]
há ano e meio => ago P1Y6M [há ano e meio]
há um ano e meio => ago P1Y6M [há um ano e meio]
há dois anos e três meses => ago P2Y3M [há dois anos e três meses]
a dor dura meia hora => for PT30M [dura meia hora]
dura de 5 a 10 minutos => for PT5M..PT10M ~ [dura de 5 a 10 minutos]
durou uns vinte minutos => for PT20M ~ [durou uns vinte minutos]
por sete dias => for P7D [por sete dias]
durante 10 dias => for P10D [durante 10 dias]
por mais 5 dias => for P5D [por mais 5 dias]
por uma semana => for P1W [por uma semana]
amoxicilina de 8 em 8 horas por 7 dias => for P7D [por 7 dias]
tomar de 12 em 12 horas => none
3 vezes por semana => none
uma vez por mês => none
a cada 15 dias => none
retorno em 30 dias => ahead P30D [em 30 dias]
volta daqui a duas semanas => ahead P2W [daqui a duas semanas]
volte daqui uns três meses => ahead P3M ~ [daqui uns três meses]
dentro de 48 horas => ahead PT48H [dentro de 48 horas]
nas últimas duas semanas => ago P2W [nas últimas duas semanas]
nos últimos 3 meses perdi peso => ago P3M [nos últimos 3 meses]
tenho 54 anos => none
Meu filho tem 5 anos => none
ele tem 3 meses de vida => none
mulher de 62 anos com dor => none
meu pai teve infarto aos 50 anos => none
há dois ou três dias => ago P2D..P3D ~ [há dois ou três dias]
faz 3, 4 dias => ago P3D..P4D ~ [faz 3, 4 dias]
tem dois três dias que não durmo => ago P2D..P3D ~ [tem dois três dias]
há alguns dias => ago ? ~ [há alguns dias]
faz muitos anos => ago ? ~ [faz muitos anos]
há vários meses => ago ? ~ [há vários meses]
uns bons anos => span ? ~ [uns bons anos]
há quase um ano => ago P1Y ~ [há quase um ano]
há pouco mais de um mês => ago P1M ~ [há pouco mais de um mês]
há mais de 20 anos => ago P20Y ~ [há mais de 20 anos]
faz menos de uma semana => ago P1W ~ [faz menos de uma semana]
hora e meia => span PT1H30M [hora e meia]
umas duas horas por noite => span PT2H ~ [umas duas horas]
dormi quatro horas e meia => span PT4H30M [quatro horas e meia]
fumei por 30 anos => for P30Y [por 30 anos]
parei de fumar há 5 anos => ago P5Y [há 5 anos]
uma dor que vem é... há uns, tipo, cinco dias => ago P5D ~ [há uns, tipo, cinco dias]
ha tres semanas => ago P3W [ha tres semanas]
faz né uns dois meses => ago P2M ~ [faz né uns dois meses]
trinta minutos de caminhada => span PT30M [trinta minutos]
caminho 40 minutos por dia => span PT40M [40 minutos]
jejum de 12 horas => span PT12H [12 horas]
menstruação dura 5 dias => for P5D [dura 5 dias]
ciclo de 28 dias => span P28D [28 dias]
tosse com mais de três semanas => span P3W ~ [de três semanas]
febre de 39 há 2 dias => ago P2D [há 2 dias]
acabou faz uma semaninha => ago P1W [faz uma semaninha]
há duas semanas e meia => ago P18D [há duas semanas e meia]
fiquei internado 5 dias => span P5D [5 dias]
afastado por 90 dias => for P90D [por 90 dias]
ficou uns 15 dias no hospital => span P15D ~ [uns 15 dias]
há uns seis, sete meses => ago P6M..P7M ~ [há uns seis, sete meses]
três dias e pouco => span P3D ~ [três dias e pouco]
desde uns dois meses atrás => ago P2M ~ [desde uns dois meses atrás]
O senhor tem diabetes há quanto tempo? Uns dez anos. => span P10Y ~ [Uns dez anos]
sente dor tem uns 20 dias => ago P20D ~ [tem uns 20 dias]
já vai fazer um ano => ago P1Y [vai fazer um ano]
está grávida de 20 semanas => span P20W [20 semanas]
comprimido a cada 6 horas se dor por até 3 dias => for P3D ~ [por até 3 dias]
`
for (const [phrase, expected] of phrases(TABLE))
  test(phrase, (t) => {
    const tokens = tokenize(phrase)
    const told = readDurations(tokens).map(({ kind, iso, isoMost, approximate, from, to }) => {
      const words = phrase.slice(tokens[from]!.start, tokens[to - 1]!.end)
      const most = isoMost === null ? '' : `..${isoMost}`
      return `${kind} ${iso ?? '?'}${most}${approximate ? ' ~' : ''} [${words}]`
    })
    t.is(told.join(' + ') || 'none', expected)
  })
