import test from 'ava'
import { assertionAt, readScopes } from '../../../core/document/extractors/assertion.ts'
import { tokenize } from '../../../core/document/extractors/tokens.ts'
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
