/**
 * Diagnoses and changes of medicines by the doctor's own words of decision; what a patient
 * supposes, or nobody decided, is none.
 */
import test from 'ava'
import { phrases } from '../../helpers/rules.ts'
import { faultsOf } from '../../helpers/said-and-written.ts'

const TABLE = `
d: Minha hipótese principal é TDAH tipo combinado. => Hipóteses Diagnósticas~TDAH tipo combinado
d: Fecha diabetes gestacional. => Hipóteses Diagnósticas~diabetes gestacional
d: A senhora está com a pressão descontrolada. => Hipóteses Diagnósticas~pressão descontrolada
d: Parece que pode ser uma tensão muscular. => Hipóteses Diagnósticas~tensão muscular
d: Meu diagnóstico é transtorno de ansiedade generalizada. => Hipóteses Diagnósticas~transtorno ansiedade generalizada
d: O que a senhora tem é uma crise de enxaqueca. => Hipóteses Diagnósticas~enxaqueca
d: Eu acho que é ansiedade mesmo. => Hipóteses Diagnósticas~ansiedade
d: Isso aponta para uma tendinite do ombro. => Hipóteses Diagnósticas~tendinite ombro ; Orientações~0
d: Penso em esofagite. => Hipóteses Diagnósticas~esofagite
d: Suspeito de trombose na perna esquerda. => Hipóteses Diagnósticas~trombose
d: Caracteriza transtorno bipolar. => Hipóteses Diagnósticas~transtorno bipolar
d: Confirmo hipotireoidismo. => Hipóteses Diagnósticas~hipotireoidismo
d: É sinusite aguda, viu, mãe? => Hipóteses Diagnósticas~sinusite aguda ; !Hipóteses Diagnósticas~viu
d: Olha, isso tem cara de enxaqueca. => Hipóteses Diagnósticas~enxaqueca
d: Vou tratar como pneumonia. => Hipóteses Diagnósticas~pneumonia
d: Então, o diabetes está descontrolado. => Hipóteses Diagnósticas~diabetes descontrolado
d: A senhora tem diabetes, né? => Hipóteses Diagnósticas~0
p: É sinusite. => Hipóteses Diagnósticas~0
p: Minha hipótese é que seja o coração. => Hipóteses Diagnósticas~0
p: Acho que é sinusite. => Hipóteses Diagnósticas~0
d: O senhor está com febre? => Hipóteses Diagnósticas~0
d: A senhora está com quantos anos? => Hipóteses Diagnósticas~0
d: A senhora está com o exame aí. => Hipóteses Diagnósticas~0
d: O senhor está com uma cara boa. => Hipóteses Diagnósticas~0
# Stopped, kept, changed: three states, each in the plan.
d: A metformina vai ficar só duas vezes ao dia, no almoço e na janta. => Medicações Prescritas~metformina 2 vezes ao dia almoço janta
d: A furosemida fica só de manhã. => Medicações Prescritas~furosemida manhã
d: A losartana agora vai ser 100 miligramas. => Medicações Prescritas~losartana 100
d: Pode parar a sinvastatina. A losartana continua igual. => *~parar sinvastatina ; Medicações Prescritas~losartana continua ; !Medicações Prescritas~sinvastatina
soap :: d: Pode parar a sinvastatina. A losartana continua igual. => Plano~parar sinvastatina ; Plano~losartana continua
d: Vamos trocar a fluoxetina pela sertralina 50, uma por dia. => Orientações~trocar fluoxetina sertralina ; Medicações Prescritas~sertralina 50
d: Mantém a losartana e suspende o atenolol. => Medicações Prescritas~mantém losartana ; Orientações~suspende atenolol ; !Medicações Prescritas~atenolol
d: Vou tirar o anlodipino e colocar a indapamida 1,5 de manhã. => Orientações~tirar anlodipino ; Medicações Prescritas~indapamida 1,5
d: Suspendo o AAS. => Orientações~suspendo AAS
d: Vou aumentar a losartana de 50 para 100 miligramas. => Medicações Prescritas~aumentar losartana 100
d: O enalapril passa de 10 pra 20 miligramas, duas vezes ao dia. => Medicações Prescritas~enalapril 20 2 vezes ao dia
p: Parei a fluoxetina por conta própria. => Medicações Prescritas~0 ; Medicações em uso~0
p: O médico do posto tirou o captopril. => Medicações Prescritas~0 ; Orientações~0
`
for (const [talk, expected] of phrases(TABLE))
  test(talk, async (t) => t.deepEqual(await faultsOf(`${talk} => ${expected}`), []))
