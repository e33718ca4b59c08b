import test from 'ava'
import { assertionAt, readScopes } from '../../../core/portuguese/assertion.ts'
import { tokenize } from '../../../core/portuguese/tokens.ts'
import { phrases } from '../../helpers/rules.ts'

/** Words of the phrase with "+" affirmed, "-" denied, "?" doubted. */
const TABLE = `
Nega febre e tosse. => febre- tosse-
Nega febre, tosse e falta de ar, mas tem dor de cabeça. => febre- tosse- ar- cabeca+
Sem febre, com tosse. => febre- tosse+
Sem febre nem calafrios. => febre- calafrios-
Não tive febre. => febre-
Não tive febre, tive tosse. => febre- tosse+
Não tenho dor no peito, falta de ar nem palpitação. => dor- ar- palpitacao-
Nunca tive convulsão. => convulsao-
Nunca operei, mas já quebrei o braço. => operei- braco+
Não fumo e bebo só no fim de semana. => fumo- bebo+
Não bebo, não fumo. => bebo- fumo-
Não uso droga nem cigarro. => droga- cigarro-
Acho que é sinusite. => sinusite?
Talvez seja uma virose. => virose?
Pode ser gastrite. => gastrite?
Suspeita de pneumonia. => pneumonia?
Suspeito de apendicite, sem peritonite. => apendicite? peritonite-
Pneumonia a esclarecer. => pneumonia?
Nódulo a esclarecer, sem febre. => nodulo? febre-
Provável dengue. => dengue?
Quadro sugestivo de enxaqueca. => enxaqueca?
Parece que é alergia. => alergia?
Deve ser labirintite, mas vamos investigar tumor. => labirintite? tumor?
Não só tosse como febre. => tosse+ febre+
Não só tem tosse como também falta de ar. => tosse+ ar+
Não é só a dor, é o enjoo também. => dor+ enjoo+
Sem dúvida é enxaqueca. => enxaqueca+
Não melhorou com dipirona. => dipirona+
A dor não passa. => dor+
Não consigo dormir com a tosse. => tosse+
Não deixou de tomar a losartana. => losartana+
Não nego que bebo. => bebo+
Nunca deixei de tomar o remédio. => remedio+
Febre não. => febre-
Febre não tive. => febre-
Febre não, tosse sim. => febre- tosse+
Dor nenhuma. => dor-
Falta de ar não, só tosse. => ar- tosse+
Teve tosse mas febre não. => tosse+ febre-
Nenhuma alergia. => alergia-
Não tenho alergia a nada. => alergia-
Nada de febre. => febre-
Ausência de edema. => edema-
Edema ausente. => edema-
Sopro ausente, ritmo regular. => sopro- ritmo+
Murmúrio presente, sem ruídos adventícios. => murmurio+ ruidos-
Abdome flácido, indolor, sem massas. => abdome+ massas-
Não, tive febre só ontem. => febre+
Não, nunca tive asma. => asma-
Não tem pressão alta, tem diabetes. => pressao- diabetes+
Acho que não é pneumonia. => pneumonia-
Acho que tenho febre. => febre?
Não sei se é alergia. => alergia?
Eu acho que era dipirona, não tenho certeza. => dipirona?
Será que é covid? => covid?
Descartada trombose. => trombose-
Pedi ultrassom para descartar trombose. => ultrassom+ trombose?
Nega alergias, refere asma na infância. => alergias- asma+
Nega tabagismo, faz uso de álcool. => tabagismo- alcool+
Não teve vômito, porém teve diarreia. => vomito- diarreia+
Não dói, mas coça. => doi- coca+
Nem febre, nem tosse, nem nada, só a dor mesmo. => febre- tosse- dor+
Não tenho febre né mas a tosse tá forte. => febre- tosse+
é não tive febre não => febre-
tipo não sinto dor só uma queimação => dor- queimacao+
nega hipertensão e diabetes e refere asma => hipertensao- diabetes- asma+
sem febre há três dias => febre-
com tosse sem catarro => tosse+ catarro-
dor de cabeça sem náusea e sem vômito => cabeca+ nausea- vomito-
não tomo remédio nenhum => remedio-
não tem sangue nas fezes => sangue-
tem febre sim, tosse não tem => febre+ tosse-
quase não tenho dor => dor+
por enquanto sem sinais de infecção => infeccao-
nega uso de drogas; etilista social => drogas- etilista+
hipótese de lúpus a confirmar => lupus?
gravidez descartada => gravidez-
não é diabético, é hipertenso => diabetico- hipertenso+
não sei se tem febre, mas tosse tem => febre? tosse+

# Denied, as it is said in several regions.
Tenho febre não, doutora. => febre-
Tem dor não. => dor-
Sinto falta de ar não senhor. => ar-
Vomitar, vomitei não. => vomitei-
Oxe, febre eu não tive foi nada. => febre-
Tosse tem não, mas chia. => tosse- chia+
Não tenho é nada de pressão. => pressao-
Capaz, febre não deu. => febre-
Bah, dor no peito nunca senti. => dor-
Não, uai, sangue eu não vi. => sangue-
Uai, tontura não, só uma fraqueza. => tontura- fraqueza+
Diarreia graças a Deus não. => diarreia-
De alergia, nenhuma que eu saiba. => alergia-
Nunquinha que tive asma. => asma-
Tá sem apetite nenhum, febre não tem. => apetite- febre-
Coceira deixou de ter. => coceira-
Já não tem mais tosse. => tosse-
A tosse sumiu, ficou a rouquidão. => rouquidao+
Não é de beber, mas fuma. => beber- fuma+
Zero de febre. => febre-
Não apresentou convulsão. => convulsao-
Refere dor, nega trauma. => dor+ trauma-
Negou etilismo, confirmou tabagismo. => etilismo- tabagismo+
Não há relato de síncope. => sincope-
Não houve sangramento, houve dor. => sangramento- dor+
Livre de edema. => edema-
Isento de ruídos adventícios. => ruidos-

# Doubted, suspected, not ruled out.
Diz que pode ser pedra na vesícula. => pedra?
Tô achando que é dengue. => dengue?
Eu tava achando que era gastrite. => gastrite?
O médico do posto desconfiou de lúpus. => lupus?
Desconfio de uma anemia. => anemia?
Tem cara de sarna. => sarna?
Isso tá com cara de infecção de urina. => infeccao?
Parece sinusite. => sinusite?
Parece ser uma tendinite. => tendinite?
Tá parecendo catapora. => catapora?
Me parece uma depressão leve. => depressao?
Possivelmente uma pneumonia. => pneumonia?
Possível trombose. => trombose?
É possível que seja asma. => asma?
É provável que seja artrose. => artrose?
Provavelmente é refluxo. => refluxo?
Muito provavelmente virose, sem sinal de meningite. => virose? meningite-
A princípio é uma contratura. => contratura?
De repente é uma alergia. => alergia?
Capaz que seja bronquite. => bronquite?
Vai ver é labirintite. => labirintite?
Quem sabe é diabetes. => diabetes?
Não dá pra descartar apendicite. => apendicite?
Não posso descartar infarto. => infarto?
Não afasto tuberculose. => tuberculose?
Vamos afastar trombose. => trombose?
Quero descartar hepatite. => hepatite?
Precisa descartar fratura. => fratura?
Fica a dúvida de epilepsia. => epilepsia?
Estou na dúvida entre gastrite e úlcera. => gastrite? ulcera?
A hipótese principal é enxaqueca. => enxaqueca?
Hipótese de fibromialgia. => fibromialgia?
Me ocorre uma hérnia de disco. => hernia?
Investigar anemia. => anemia?
Vamos investigar celíaca. => celiaca?
Sob investigação de esclerose. => esclerose?
Em investigação para linfoma. => linfoma?
Compatível com rinite. => rinite?
Sugere insuficiência cardíaca. => insuficiencia?
Achado sugestivo de esteatose. => esteatose?
Imagem suspeita de nódulo. => nodulo?
Se for dengue, piora em três dias. => dengue?
Caso seja pneumonia, interno. => pneumonia?
Pode ter sido um AVC. => avc?
Poderia ser uma alergia. => alergia?
Deve ter sido uma crise de ansiedade. => crise?
Acho que não, asma eu não tenho. => asma-
Não tenho certeza se era sarampo. => sarampo?
Não sei dizer se tive catapora. => catapora?
Não lembro se era penicilina. => penicilina?
Disseram que talvez fosse sopro. => sopro?
Falaram em hérnia, mas não confirmaram. => hernia?
Ainda não se sabe se é câncer. => cancer?
Aparentemente é uma micose. => micose?
Creio que seja zumbido. => zumbido?
Imagino que seja da coluna. => coluna?
Minha mãe acha que eu tenho anemia. => anemia?
O oftalmo falou que pode ser glaucoma. => glaucoma?
Suspeitaram de leptospirose. => leptospirose?
Ficou a suspeita de arritmia. => arritmia?
Pneumonia? => pneumonia?
É enxaqueca mesmo, sem dúvida nenhuma. => enxaqueca+
Certeza que é alergia. => alergia+
Já confirmou que é lúpus. => lupus+
`
const SIGN = { affirmed: '+', denied: '-', doubted: '?' }

for (const [phrase, expected] of phrases(TABLE))
  test(phrase, (t) => {
    const tokens = tokenize(phrase)
    const scopes = readScopes(tokens)
    const told = expected.split(' ').map((sign) => {
      const word = sign.slice(0, -1)
      const at = tokens.findIndex(({ norm }) => norm === word)
      return at < 0 ? `no ${word}` : word + SIGN[assertionAt(scopes, at)]
    })
    t.is(told.join(' '), expected)
  })
