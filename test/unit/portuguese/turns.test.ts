import test from 'ava'
import { tokenize } from '../../../core/portuguese/tokens.ts'
import { pairAnswer } from '../../../core/portuguese/turns.ts'
import { phrases } from '../../helpers/rules.ts'

/** A question, then the sentences after it; each thing asked, by a word of it, with its answer. */
const TABLE = `
Teve febre? | Não. => febre:no
Teve febre? | Tive. => febre:yes
Teve febre? | Sim, ontem. => febre:yes
Teve febre? | Não, doutor. => febre:no
Teve febre? | Ah, não. => febre:no
Teve febre? | Hum... | Não. => febre:no
Teve febre? | Então, é... não. => febre:no
Teve febre? | Olha doutor, febre não. => febre:no
Teve febre? | Febre não. => febre:no
Teve febre? | Febre eu tive sim. => febre:yes
Teve febre? | Acho que não. => febre:no
Teve febre? | Acho que sim. => febre:unsure
Teve febre? | Não sei. => febre:unsure
Teve febre? | Não medi. => febre:no
Teve febre? | Nunca. => febre:no
Teve febre? | Que nada. => febre:no
Teve febre? | Capaz. => febre:no
Teve febre? | Aham. => febre:yes
Teve febre? | Deus me livre. => febre:no
Teve febre? | Só de noite. => febre:told
Teve febre, tosse ou falta de ar? | Não. => febre:no tosse:no falta:no
Teve febre, tosse? | Febre sim, tosse não. => febre:yes tosse:no
Teve febre, tosse? | Só tosse. => febre:no tosse:yes
Teve febre, vômito, diarreia? | Diarreia tive, o resto não. => febre:no vomito:no diarreia:yes
Febre, tosse, falta de ar? | Tosse só. => febre:no tosse:yes falta:no
Febre, tosse? | Febre não. | Tosse sim. => febre:no tosse:yes
Febre? Tosse? | Nada. => febre:no tosse:no
Fuma? | Não. => fuma:no
Fuma? Bebe? | Não, só bebo socialmente. => fuma:no bebe:yes
Fuma ou bebe? | Nem um nem outro. => fuma:no bebe:no
O senhor fuma? | Fumo. => fuma:yes
O senhor fuma? | Parei faz dez anos. => fuma:told
A senhora bebe? | Bebo socialmente. => bebe:yes
E o senhor fuma, bebe? | Não fumo, bebo. => fuma:no bebe:yes
Tem alergia a algum remédio? | Não. => alergia:no
Tem alergia a algum remédio? | Dipirona. => alergia:told
Alguma alergia? | Que eu saiba não. => alergia:no
Tem diabetes? | Não tenho não. => diabetes:no
Tem diabetes, pressão alta? | Pressão alta tenho. => diabetes:none pressao:yes
Tem diabetes, pressão alta? | Diabetes não, pressão sim. => diabetes:no pressao:yes
Tem pressão alta? | Tenho, faz dez anos. => pressao:yes
Tem tontura? | Às vezes. => tontura:unsure
Tem tontura? | Um pouco. => tontura:unsure
Dói aqui? | Dói. => doi:yes
Dói aqui? | Não dói. => doi:no
Dorme bem? | Durmo. => dorme:yes
Dorme bem? | Mais ou menos. => dorme:unsure
Emagreceu? | Não, capaz! => emagreceu:no
Sente palpitação? | Sinto muito. => palpitacao:yes
Vomitou sangue? | Não, isso não. => vomitou:no
teve febre | não => febre:no
tem alergia | tenho => alergia:yes
teve febre tosse | não => febre:no
Tá tomando o remédio? | Tomo direitinho. => tomando:yes
Já operou? | Nunca operei. => operou:no
Já operou? | Operei de apendicite. => operou:yes
Alguém na família com câncer? | Minha mãe. => cancer:told
Teve convulsão? | Eu não. => convulsao:no
Tem febre? | Sei lá, não medi. => febre:unsure
Coça? | Coça demais. => coca:yes
Tem catarro? | Vixe, muito. => catarro:yes
Tem catarro? | É, tenho. => catarro:yes
Teve falta de ar? | Falta de ar não, só cansaço. => falta:no
Teve náusea, vômito? | Náusea tive. | Vômito não. => nausea:yes vomito:no
Sangue nas fezes, fezes escuras? | Não, nada disso. => sangue:no fezes:no
`
for (const [conversation, expected] of phrases(TABLE))
  test(conversation, (t) => {
    const [question = '', ...answers] = conversation.split(' | ')
    const tokens = tokenize(question)
    const { asked } = pairAnswer(tokens, answers.map(tokenize))
    const told = expected.split(' ').map((pair) => {
      const [word = ''] = pair.split(':')
      const at = tokens.findIndex(({ norm }) => norm === word)
      const part = asked.findLast(({ from, to }) => at >= from && at < to)
      return `${word}:${part?.answer ?? 'not asked'}`
    })
    t.is(told.join(' '), expected)
  })

test('a sentence that answers nothing ends the reading, and uses up no sentence', (t) => {
  const asked = pairAnswer(tokenize('Teve febre, tosse?'), [
    tokenize('Febre não.'),
    tokenize('Meu vizinho comprou um carro ontem na cidade.'),
  ])
  t.is(asked.sentences, 1)
})
