import test from 'ava'
import { measured, phrases } from '../../helpers/rules.ts'

const TABLE = `
Contei trinta e dois movimentos por minuto. => 32
# as it is said in passing
Pressão 128 por 76, frequência 92, respiratória 20. => 20
Insuficiência respiratória 20 dias. => null
frequência respiratória dezoito => 18
FR 20irpm => 20
FR: 22 ipm => 22
respirando a vinte e oito por minuto => 28
28 incursões por minuto => 28
Frequência respiratória 16 por minuto. => 16
Frequência respiratória 18. => 18
Frequência respiratória de 20 irpm. => 20
Frequência respiratória: 16 irpm => 16
FR 16 => 16
FR: 18 irpm => 18
FR = 20 => 20
FR 22 ipm => 22
FR 16 mrpm => 16
16 incursões por minuto. => 16
18 incursões respiratórias por minuto. => 18
Vinte respirações por minuto. => 20
24 irpm. => 24
20 movimentos respiratórios por minuto. => 20
Frequência respiratória dezesseis. => 16
Frequência respiratória vinte e quatro por minuto. => 24
Frequência respiratória está em 18. => 18
A frequência respiratória está 28. => 28
A frequência respiratória é de 14. => 14
Respirando a 30 por minuto. => 30
16 de frequência respiratória. => 16
Frequência cardíaca 80, frequência respiratória 16. => 16
FC 72, FR 18, SpO2 98%. => 18
Pressão 120 por 80, frequência respiratória 17, temperatura 36,5. => 17
Frequência respiratória normal, 16. => 16
Qual a frequência respiratória? | 18. => 18
E a frequência respiratória? | Vinte. => 20
Vou contar a frequência respiratória. | 22 por minuto. => 22
Frequência respiratória 16, não, 18. => 18
Frequência respiratória 16. | Não, 20. => 20
Frequência respiratória 16. | Aliás, 20. => 20
Frequência respiratória 24, digo, 22. => 22
Frequência respiratória agora 20. => 20
Ontem a frequência respiratória estava 30, hoje está 18. => 18
Frequência respiratória 60 incursões por minuto. => 60
Frequência respiratória quarenta e quatro. => 44
FR de 12 => 12
Freq respiratória 16 => 16
# not this
Frequência cardíaca 80. => null
Frequência 18. => null
18 por minuto. => null
Ontem a frequência respiratória foi 30. => null
Em casa a frequência respiratória estava 40. => null
Meu filho estava com frequência respiratória de 50. => null
Se a frequência respiratória passar de 40, procure o hospital. => null
Frequência respiratória acima de 24. => null
O normal é frequência respiratória até 20. => null
Frequência respiratória uns 20. => null
Frequência respiratória 16 ou 18. => null
Frequência respiratória entre 16 e 20. => null
A frequência respiratória não está 30. => null
Acho que a frequência respiratória está 20. => null
Frequência respiratória 160. => null
Frequência respiratória 2. => null
Frequência respiratória 16? => null
Respiro 16 vezes. => null
Fiz 20 minutos de caminhada. => null
Tomo 16 gotas. => null
Há 18 dias. => null
Quanto foi a frequência respiratória ontem? | 30. => null
Minha avó tem frequência respiratória de 28. => null
Moro na rua FR, casa dois. => null
`
for (const [phrase, expected] of phrases(TABLE))
  test(`${phrase} is ${expected}`, (t) => {
    t.is(measured('respiratoryRate', phrase), expected)
  })
