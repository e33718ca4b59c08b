/**
 * What a doctor dictates of the patient, in the third person, and what is typed for today: each
 * where it belongs, as it was said.
 */
import test from 'ava'
import { phrases } from '../../helpers/rules.ts'
import { faultsOf } from '../../helpers/said-and-written.ts'

const TABLE = `
d: A paciente é alérgica a sulfa. => História pregressa~alérgica sulfa
d: Queixa de dor epigástrica há duas semanas, que piora após as refeições. => Queixa Principal~dor epigástrica 2 semanas
d: Nega febre, tosse ou dispneia. Refere cefaleia há três dias. => História da Doença Atual~cefaleia 3 dias ; História da Doença Atual~nega febre ; !Hipóteses Diagnósticas~cefaleia
d: Nega vômitos, nega perda de peso. Hipertensa, em uso de losartana 50 miligramas uma vez ao dia. Alérgica a dipirona. => Medicações em uso~losartana 50 ; História pregressa~hipertensa ; História pregressa~alérgica dipirona
d: Paciente nega alergia medicamentosa, tabagismo e etilismo. => História Social e Hábitos de Vida~nega tabagismo ; História pregressa~nega alergia
soap :: d: Paciente feminina, 45 anos, com queixa de dor epigástrica há duas semanas, em queimação. | d: Ao exame, abdome doloroso à palpação em epigástrio. | d: Hipótese diagnóstica: gastrite. => Subjetivo~dor epigástrica 2 semanas ; Objetivo~abdome doloroso ; Avaliação~gastrite
anamnesisWardEvolution :: d: Aceitando dieta, diurese presente, nega dor. => !Orientações~aceitando dieta
d: Então, só pra registrar: usa losartana, já operou vesícula. => História pregressa~operou vesícula ; !Exame físico~operou ; Medicações em uso~losartana
d: Paciente diabético há dez anos, em uso de metformina 850 duas vezes ao dia. => Medicações em uso~metformina 850 ; História pregressa~diabético
d: Refere dor lombar com irradiação para a perna direita. => História da Doença Atual~dor lombar
d: Tabagista, vinte cigarros por dia. => História Social e Hábitos de Vida~tabagista
d: D. Maria refere dor no joelho há 2 semanas. => História da Doença Atual~dor joelho 2 semanas
# Orders that name the patient stay orders.
d: O paciente deve evitar sal. => Orientações~evitar sal
d: Usa esse protetor solar todo dia. => História pregressa~0 ; Medicações em uso~0
`
for (const [talk, expected] of phrases(TABLE))
  test(talk, async (t) => t.deepEqual(await faultsOf(`${talk} => ${expected}`), []))
