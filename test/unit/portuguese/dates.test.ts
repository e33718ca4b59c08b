import test from 'ava'
import { readDates, resolveDate } from '../../../core/portuguese/dates.ts'
import { tokenize } from '../../../core/portuguese/tokens.ts'
import { phrases } from '../../helpers/rules.ts'

/** The day of the visit. */
const TODAY = '2024-05-20'

/** "since? ISO or distance [quoted words] what it comes to", one per date. */
const TABLE = `
Caí no dia 15. => ---15 [no dia 15] 2024-05-15
foi dia quinze => ---15 [dia quinze] 2024-05-15
dia 15 de março => --03-15 [dia 15 de março] 2024-03-15
quinze de março => --03-15 [quinze de março] 2024-03-15
no dia primeiro de maio de 2023 => 2023-05-01 [no dia primeiro de maio de 2023] 2023-05-01
em 2019 eu operei => 2019 [em 2019] 2019
desde 2020 tomo remédio => since 2020 [desde 2020] 2020
operei em dois mil e dezenove => 2019 [em dois mil e dezenove] 2019
em mil novecentos e noventa e oito => 1998 [em mil novecentos e noventa e oito] 1998
semana passada tive febre => -1 week [semana passada] 2024-W20
na semana passada => -1 week [na semana passada] 2024-W20
desde ontem => since -1 day [desde ontem] 2024-05-19
começou ontem à noite => -1 day [ontem à noite] 2024-05-19
anteontem de manhã => -2 day [anteontem] 2024-05-18
antes de ontem => -2 day [antes de ontem] 2024-05-18
hoje cedo => 0 day [hoje cedo] 2024-05-20
no mês passado => -1 month [no mês passado] 2024-04
mês retrasado => -2 month [mês retrasado] 2024-03
ano passado fiz a cirurgia => -1 year [ano passado] 2023
no ano retrasado => -2 year [no ano retrasado] 2022
mês que vem => 1 month [mês que vem] 2024-06
volta na semana que vem => 1 week [na semana que vem] 2024-W22
retorno amanhã => 1 day [amanhã] 2024-05-21
depois de amanhã => 2 day [depois de amanhã] 2024-05-22
15/03/2024 => 2024-03-15 [15/03/2024] 2024-03-15
em 15/03/2024 fez ressonância => 2024-03-15 [em 15/03/2024] 2024-03-15
a última foi em 03/2019 => 2019-03 [em 03/2019] 2019-03
exame de 10.05.24 => 2024-05-10 [10.05.24] 2024-05-10
2024-03-15 => 2024-03-15 [2024-03-15] 2024-03-15
dia 15/03 => --03-15 [dia 15/03] 2024-03-15
dia 12 do 3 => --03-12 [dia 12 do 3] 2024-03-12
pressão 12/8 => none
Começou lá por agosto. => --08 [lá por agosto] 2023-08
em março => --03 [em março] 2024-03
desde janeiro => since --01 [desde janeiro] 2024-01
em março de 2020 => 2020-03 [em março de 2020] 2020-03
março do ano passado => --03 [março do ano passado] 2023-03
no fim de dezembro => --12 [no fim de dezembro] 2023-12
em meados de julho de 2022 => 2022-07 [em meados de julho de 2022] 2022-07
nasceu em 5 de abril de 1970 => 1970-04-05 [em 5 de abril de 1970] 1970-04-05
última menstruação foi dia 10 de abril => --04-10 [dia 10 de abril] 2024-04-10
a menstruação desceu dia 3 => ---03 [dia 3] 2024-05-03
minha DUM foi 12 de fevereiro => --02-12 [12 de fevereiro] 2024-02-12
no sábado passado => -1 week [no sábado passado] 2024-05-18
na sexta-feira => -1 week [na sexta-feira] 2024-05-17
segunda que vem => 1 week [segunda que vem] 2024-05-27
desde domingo => since -1 week [desde domingo] 2024-05-19
sábado retrasado => -2 week [sábado retrasado] 2024-05-11
na segunda vez que tive => none
na segunda gestação => none
quarta de manhã => none
tomei 2000 unidades => none
perdi 20 dias de trabalho => none
tomar dia sim dia não => none
uma vez por dia => none
três vezes ao dia => none
no dia 20 do mês que vem => ---20 [no dia 20 do mês que vem] 2024-06-20
dia 7 desse mês => ---07 [dia 7 desse mês] 2024-05-07
em set de 2021 => 2021-09 [em set de 2021] 2021-09
infartou em 2015 e em 2018 => 2015 [em 2015] 2015 + 2018 [em 2018] 2018
parou de fumar em 2010 => 2010 [em 2010] 2010
vacina da covid em 2021 e gripe em maio => 2021 [em 2021] 2021 + --05 [em maio] 2024-05
a partir de segunda-feira => since -1 week [a partir de segunda-feira] 2024-05-13
dia dois de novembro => --11-02 [dia dois de novembro] 2023-11-02
vinte e um de setembro de dois mil e vinte e três => 2023-09-21 [vinte e um de setembro de dois mil e vinte e três] 2023-09-21
fevereiro agora em 2024 => --02 [fevereiro] 2024-02 + 2024 [agora em 2024] 2024
esse ano já tive duas crises => 0 year [esse ano] 2024
ele nasceu dia 3 do 2 de 2019 => 2019-02-03 [dia 3 do 2 de 2019] 2019-02-03
na última semana piorou => -1 week [na última semana] 2024-W20
exames do dia 8 de maio: hemoglobina 12 => --05-08 [dia 8 de maio] 2024-05-08
exame feito 02/01/24 => 2024-01-02 [02/01/24] 2024-01-02
vacinei no dia 31 de fevereiro => --02-31 [no dia 31 de fevereiro] null
começou na terça passada => -1 week [na terça passada] 2024-05-14
próxima quarta => 1 week [quarta] 2024-05-22
agosto de dois mil e vinte e dois => 2022-08 [agosto de dois mil e vinte e dois] 2022-08
`
for (const [phrase, expected] of phrases(TABLE))
  test(phrase, (t) => {
    const tokens = tokenize(phrase)
    const told = readDates(tokens).map((date) => {
      const words = phrase.slice(tokens[date.from]!.start, tokens[date.to - 1]!.end)
      const said = date.iso ?? `${date.relative?.amount} ${date.relative?.unit}`
      return `${date.since ? 'since ' : ''}${said} [${words}] ${resolveDate(date, TODAY)}`
    })
    t.is(told.join(' + ') || 'none', expected)
  })

test('a day without a year is the next one when it lies ahead', (t) => {
  const [date] = readDates(tokenize('volte no dia 10'))
  t.is(resolveDate(date!, TODAY, true), '2024-06-10')
  t.is(resolveDate(date!, TODAY), '2024-05-10')
})
