import test from 'ava'
import { withoutRetractions } from '../../../core/document/pieces/retractions.ts'
import { readStatements } from '../../../core/document/pieces/statements.ts'
import { trimmedQuote } from '../../../core/document/quoting/fillers.ts'
import { buildSegments, phrases } from '../../helpers/rules.ts'

/**
 * What is quoted of a sentence: "…" where something was taken back; "=" leaves it as it was said.
 */
const TABLE = `
Caí na terça… não, na quarta, e bati o ombro. => Caí … na quarta, e bati o ombro.
É o joelho direito, quer dizer, o esquerdo, que incha. => É o joelho … esquerdo, que incha.
Tosse há duas semanas, minto, três semanas. => Tosse há … três semanas.
Operei em 2015, aliás 2016. => Operei em … 2016.
Entrei em dezembro de 2018… 2019. => Entrei em dezembro de … 2019.
Estertores na base esquerda… desculpa, direita. => Estertores na base … direita.
Weber lateraliza pra esquerda… não, direita. => Weber lateraliza pra … direita.
Te afasto por cinco dias… não, melhor sete dias. => Te afasto por … sete dias.
Bota por duas semanas… dez dias, na verdade. => Bota por … dez dias, na verdade.
Vou pedir um ultrassom… não, melhor uma tomografia de abdome. => Vou pedir … uma tomografia de abdome.
Volta em trinta dias, perdão, quinze dias, com os exames. => Volta em … quinze dias, com os exames.
Tenho alergia a AAS… não, a cetorolaco. => Tenho alergia … a cetorolaco.
A creatinina veio 1,8… não, 1,3. => A creatinina veio … 1,3.
Encaminho pro ortopedista… opa, reumatologista. => Encaminho pro … reumatologista.
ibuprofeno quatro ml aliás dois ml de oito em oito => ibuprofeno … dois ml de oito em oito
Amoxicilina 7 ml de 8 em 8… desculpa, de 12 em 12 horas. => Amoxicilina 7 ml … de 12 em 12 horas.
Prednisolona, 4 ml… não, 4 é muito, 3 ml por dia. => Prednisolona … 3 ml por dia.
Losartana de 100… de 50. => Losartana … de 50.
Um frasco de 20… 40 miligramas. => Um frasco de … 40 miligramas.
É 26 de noite… não, 24. => É … de noite … 24.
Tomo enalapril, não, losartana, 50 de manhã. => Tomo … losartana, 50 de manhã.
Alergia: penicilina não, é poeira. => Alergia … poeira.
Foi em março, quer dizer, abril. => Foi em … abril.
A pressão dela, digo, dele. => =
Pressão 130 por 80… não, 140 por 90. => Pressão … 140 por 90.
Foi minha mãe, não, minha tia, que teve. => Foi … minha tia, que teve.
Fumo um maço por dia… meio maço. => Fumo … por dia … meio maço.
Dor no ombro, aliás, no cotovelo. => Dor … no cotovelo.
Ia dar ciprofloxacino mas com o tendão não, melhor cefalexina. => Ia dar … cefalexina.
alta com dipirona de 6 em 6 digo de 8 em 8 horas => alta com dipirona … de 8 em 8 horas
# what is no correction
Tenho diabetes, não hipertensão. => =
Febre não, tosse não. => =
Diabetes não, pressão sim. => =
Dor de cabeça… não. => =
Não, dois. => =
Peço hemograma… ferritina… TSH. => =
É… há três dias. => =
Não tomo losartana, tomo enalapril. => =
Melhor tomar de manhã, não de noite. => =
Dipirona 500, não passa de quatro por dia. => =
Fiquei uma semana… nem sei. => =
Na verdade, dói mais de noite. => =
Desculpa, doutora, são dois comprimidos. => =
Tem febre? Não, só tosse. => =
Ele tem 3 anos… e o irmão 5. => =
`

for (const [said, expected] of phrases(TABLE))
  test(said, (t) => {
    const read = readStatements({
      contextMarkdown: '',
      backgroundHistory: null,
      files: [],
      segments: buildSegments([said]),
    })
    const quoted = withoutRetractions(read).flatMap((each) => trimmedQuote(each)?.text ?? [])
    const untouched = read.flatMap((each) => trimmedQuote(each)?.text ?? [])
    t.is(quoted.join(' '), expected === '=' ? untouched.join(' ') : expected)
  })
