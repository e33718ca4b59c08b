import test from 'ava'
import { holderAt, readRelatives } from '../../../core/portuguese/family.ts'
import { tokenize } from '../../../core/portuguese/tokens.ts'
import { phrases } from '../../helpers/rules.ts'

/**
 * Words with whose they are: "-" the patient's, else the relation and its side. "child:" is a visit
 * of a child.
 */
const TABLE = `
Minha mãe teve infarto. => infarto:mae
Meu pai tem diabetes e pressão alta. => diabetes:pai pressao:pai
Minha mãe tem diabetes e meu pai teve infarto. => diabetes:mae infarto:pai
Minha mãe e meu pai têm pressão alta. => pressao:mae
Minha avó materna teve câncer de mama. => cancer:avo/maternal
Meu avô paterno morreu de derrame. => derrame:avo/paternal
Minha avó por parte de mãe tinha Alzheimer. => alzheimer:avo/maternal
Minha tia do lado do meu pai teve câncer. => cancer:tio/paternal
Meu avô por parte de pai infartou. => infartou:avo/paternal
Na família tem muito caso de diabetes. => diabetes:familia
Tem diabetes na família. => diabetes:familia
Tem câncer na família do meu pai. => cancer:familia/paternal
Câncer de mama na minha mãe. => cancer:mae
Diabetes da minha avó, o meu é pressão. => diabetes:avo
Eu tenho asma e minha irmã tem rinite. => asma:- rinite:irmao
Minha irmã tem rinite e eu tenho asma. => rinite:irmao asma:-
Minha mãe tem enxaqueca, eu também tenho dor de cabeça. => enxaqueca:mae dor:-
Meu irmão teve AVC, mas eu nunca tive nada. => avc:irmao nada:-
Tenho pressão alta, meu pai também tem diabetes. => pressao:- diabetes:pai
Meus avós tinham diabetes. => diabetes:avo
Mamãe enfartou com 49 anos. => enfartou:mae
Papai é hipertenso. => hipertenso:pai
Mainha tem tireoide. => tireoide:mae
Painho morreu do coração. => coracao:pai
Minha prima tem lúpus. => lupus:primo
Meus tios todos infartaram cedo. => infartaram:tio
Meu sobrinho é autista. => autista:sobrinho
Meu filho tem asma. => asma:filho
Minha filha teve convulsão. => convulsao:filho
Meu marido ronca. => ronca:conjuge
Minha sogra teve covid. => covid:sogra
Moro com minha mãe e tenho diabetes. => diabetes:-
Minha mãe falou que eu tenho febre. => febre:-
Minha esposa disse que eu ronco. => ronco:-
Minha filha que me trouxe, tô com dor. => dor:-
A irmã da minha mãe teve câncer de ovário. => ovario:irmao/maternal
O pai morreu de câncer de estômago com 68 anos. => estomago:pai
minha mãe teve trombose né e meu pai infarto => trombose:mae infarto:pai
minha vó tinha parkinson => parkinson:avo
meu bisavô tinha hemofilia => hemofilia:bisavo
minha bisa teve catarata => catarata:bisavo
Parente nenhum com câncer. => cancer:familia
Meu irmão gêmeo tem epilepsia. => epilepsia:irmao
Não tenho diabetes, minha mãe é que tem diabetes. => tenho:-
Minha irmã é diabética, não tenho nada. => diabetica:irmao nada:-
Meu pai fumava muito e teve enfisema. => enfisema:pai
Meu pai infartou aos 52 e minha irmã teve derrame. => infartou:pai derrame:irmao
Vim com minha filha, a dor é no joelho. => dor:-
Sem história de câncer na família. => cancer:familia
Minha nora engravidou, eu estou com tosse. => tosse:-
A minha mãe, ela tem pressão alta. => pressao:mae
Meu pai; eu não sei do que morreu. => sei:-
# visit of a child: the companion speaks
child: Meu filho está com febre. => febre:-
child: Ele tá com tosse há três dias. => tosse:-
child: A bebê vomitou. => vomitou:-
child: Minha filha tem rinite. => rinite:-
child: Eu tenho asma. => asma:acompanhante
child: Eu tive diabetes na gravidez. => diabetes:acompanhante
child: O pai dele tem asma. => asma:pai
child: O irmão tem bombinha. => bombinha:irmao
child: A avó dela tem diabetes. => diabetes:avo
child: Ele não come e eu tenho enxaqueca. => come:- enxaqueca:acompanhante
child: A menina caiu da cama. => caiu:-
child: O pai é alérgico a penicilina. => penicilina:pai
child: Eu dei dipirona pra ele. => dipirona:-
child: Meu menino teve convulsão, o pai teve também. => convulsao:- teve:-
`
for (const [line, expected] of phrases(TABLE))
  test(line, (t) => {
    const isChild = line.startsWith('child: ')
    const tokens = tokenize(line.replace('child: ', ''))
    const relatives = readRelatives(tokens, isChild)
    const told = expected.split(' ').map((pair) => {
      const [word = ''] = pair.split(':')
      const at = tokens.findIndex(({ norm }) => norm === word)
      const holder = holderAt(relatives, at)
      const side = holder?.side ? `/${holder.side}` : ''
      return at < 0 ? `no ${word}` : `${word}:${holder ? holder.relation + side : '-'}`
    })
    t.is(told.join(' '), expected)
  })
