import test from 'ava'
import { medicationFinder } from '../../core/document/medicines/medication-mentions.ts'
import { readStatements } from '../../core/document/pieces/statements.ts'
import type { Phase } from '../../core/document/pieces/visit-phases.ts'
import { medicationEvents } from '../../core/document/quoting/medication-events.ts'
import { buildSegments, phrases } from '../helpers/rules.ts'

const find = medicationFinder()

/**
 * Turns are separated by " | "; "d:" is the doctor in the story, "D:" in the plan, "p:" and "P:"
 * the others; "child:" before them is a child's visit. What is in use stands first, then after "//"
 * what is prescribed.
 */
function medicines(visit: string): string {
  const patientIsChild = visit.startsWith('child: ')
  const turns = visit.replace('child: ', '').split(' | ')
  const statements = readStatements({
    contextMarkdown: '',
    backgroundHistory: null,
    files: [],
    segments: buildSegments(turns.map((turn) => turn.slice(3))),
  })
  const tags = statements.map(({ pieces }) => turns[Number(pieces[0]?.segment?.id.slice(1))]![0]!)
  const filed = medicationEvents({
    statements,
    patientIsChild,
    find,
    roles: tags.map((tag) => (/d/i.test(tag) ? 'doctor' : 'patient')),
    phases: tags.map((tag): Phase => (/[DP]/.test(tag) ? 'plan' : 'story')),
  })
  const list = (wanted: string) =>
    filed
      .filter(({ section }) => section === wanted)
      .flatMap(({ items }) => items.map(({ text }) => text))
  return [list('medicationsInUse').join(', '), list('prescriptions').join(', ')].join(' // ').trim()
}

const TABLE = `
# what is taken
d: Toma algum remédio? | p: Tomo losartana 50 de manhã. => losartana 50 de manhã //
d: Toma o quê? | p: Losartana 50 e metformina 850 duas vezes. => Losartana 50, metformina 850 duas vezes //
d: O que tá tomando pra dor? | p: Codeína com paracetamol, de 30, quatro vezes ao dia. => Codeína com paracetamol, de 30, quatro vezes ao dia //
d: Metformina? | p: Essa eu tomo, 850, três vezes. => Metformina? Essa eu tomo, 850, três vezes //
d: Usa alguma coisa pra dormir? | p: Zolpidem de 10, à noite. => Zolpidem de 10, à noite //
d: Toma o quê? | p: Dipirona, tomo uma quando dói, de 500. => Dipirona, tomo uma quando dói, de 500 //
d: Toma o quê? | p: Basaglar 22 de noite. Não, 24. => Basaglar; de noite; 24 //
d: Toma o quê? | p: Omeprazol 20… não, 40, em jejum. => Omeprazol; 40, em jejum //
d: Remédio de uso contínuo? | p: Anlodipino 5. => Anlodipino 5 //
d: Anticoagulante? | p: Xarelto 20, um por dia. => Xarelto 20, um por dia //
d: Toma o quê? | p: Enalapril de dez de doze em doze. => Enalapril de dez de doze em doze //
d: Os remédios. Furosemida na veia, 40 de oito em oito. => Furosemida na veia, 40 de oito em oito //
d: Recebe aqui: enoxaparina 40 à noite. => enoxaparina 40 à noite //
d: Quantos dias tomou remédio pra dor? | p: Todos. Naramig quando é forte. => Naramig //
D: Heparina? | P: Heparina não fracionada 5 mil de oito em oito, subcutânea. => Heparina não fracionada 5 mil de oito em oito, subcutânea //
# and what is not
d: E remédio? | p: Nunca usei. Só o Rivotril sublingual que me deram, 0,25, tomei duas vezes. => //
d: Toma o quê? | p: O captopril eu larguei. => //
d: Toma o quê? | p: A losartana o médico suspendeu. => //
d: Toma o quê? | p: Losartana 50, e a quetiapina de 25. | p: Só que a quetiapina a filha tirou. => Losartana 50 //
d: Toma o quê? | p: Minha mãe toma varfarina. => //
d: Toma o quê? | p: Varfarina é a minha mãe que toma. => //
d: Toma o quê? | p: A insulina era da minha mãe. => //
d: Toma o quê? | p: Meu irmão caçula toma Ritalina. => //
d: E remédio? | p: O Orlando toma zolpidem. => //
d: E a varfarina? | p: Não, varfarina não. => //
d: Toma algum remédio? | p: Ofereceram oxandrolona, eu não quis. => //
d: Toma o quê? | p: No ano retrasado uma doutora passou metotrexato, dez miligramas por semana. => //
d: Deram algum remédio de noite? | p: Haldol, uma injeção. => //
d: Tomou alguma coisa? | p: Tomei Dorflex ontem. => //
d: Toma o quê? | p: Diclofenaco, dois comprimidos ontem. => //
d: Alergia? | p: A dipirona. => //
d: Alergia a remédio? | p: Penicilina e sulfa. => //
d: Tenho alergia a ibuprofeno? | p: Não sei. => //
child: d: Toma algum remédio? | p: Ele toma salbutamol dois jatos de manhã. => salbutamol dois jatos de manhã //
child: d: E mais? | p: E tomo captopril de 25. => //
# borrowed, asked what is taken
d: Toma o quê? | p: Prednisona de 20, da vizinha. => Prednisona de 20 //
# what is prescribed
D: Losartana 50 miligramas uma vez ao dia. => // Losartana 50 miligramas uma vez ao dia
D: Vou receitar dipirona 1 grama de seis em seis. => // dipirona 1 grama de seis em seis
D: Vou trocar o Alenia por Trelegy, uma inalação por dia. => // Trelegy, uma inalação por dia
D: No lugar do captopril, losartana 50 miligramas. => // losartana 50 miligramas
D: A hidroclorotiazida eu troco: losartana 50. => // losartana 50
D: Suspende o Xarelto e começa Eliquis 2,5 miligramas de doze em doze horas. => // Eliquis 2,5 miligramas de doze em doze horas
D: Ácido fólico: 5 miligramas ao dia… não, desculpa, no teu caso é 400 microgramas ao dia. => // Ácido fólico; 400 microgramas ao dia
D: Paracetamol de quinhentos, não, melhor de setecentos e cinquenta, de seis em seis horas. => // Paracetamol de; setecentos e cinquenta, de seis em seis horas
D: Puran sobe de 75 pra 100, em jejum. => // Puran sobe; pra 100, em jejum
D: Basaglar volta pra 20 unidades, toda noite. => // Basaglar volta pra 20 unidades, toda noite
D: Quero glucagon em casa: um miligrama, intramuscular. => // glucagon em casa: um miligrama, intramuscular
D: Permetrina 5 por cento creme, à noite, e repete em sete dias. => // Permetrina 5 por cento creme, à noite, e repete em sete dias
D: Prednisona 40 miligramas por cinco dias… você tem diabetes? => // Prednisona 40 miligramas por cinco dias
d: Toma o quê? | p: Sertralina de 50. | D: A sertralina continua igual. => Sertralina de 50 // Sertralina de 50. A sertralina continua igual
P: E a goserelina? | D: Continua, 10,8 a cada três meses. => // E a goserelina? Continua, 10,8 a cada três meses
D: Usa soro fisiológico no nariz, e se sangrar mais de dez minutos vai na UPA. => //
D: Morfina 10 miligramas… não, o senhor nunca tomou: 5 miligramas de quatro em quatro horas. => // Morfina; 5 miligramas de quatro em quatro horas
D: Bimatoprosta mantida. => // Bimatoprosta mantida
# and what is not
D: Suspende o Xarelto. => //
D: Enalapril 5 duas vezes ao dia. | D: Enalapril suspenso hoje. => //
D: Se der febre, para o Tapazol. => //
D: Tapazol 20 miligramas. | D: Se der febre, para o Tapazol. => // Tapazol 20 miligramas
D: Losartana e enalapril não, se tu quer engravidar. => //
D: Nada de AAS. => //
D: Ibuprofeno, nem pensar. => //
D: Depois são doze semanas de paclitaxel, uma por semana. => //
D: Amanhã apixabana 5 de doze em doze, se a creatinina deixar. => //
D: Ácido zoledrônico 4 na veia, depois de ver a creatinina. => //
D: O atenolol segue com o clínico. => //
D: Morfina 2 miligramas… não, com a creatinina dela, oxicodona? => //
P: Posso tomar dipirona? => //
P: E o ibuprofeno? | D: Suspende. => //
P: A vizinha falou de puran. => //
d: Neosoro todo dia sobe a pressão. => //
D: A ferritina veio 18 e o ferro baixo. => //
D: Carvedilol eu ia pra 12,5, mas com pulso de 54 fica em 6,25 de 12 em 12. => // Carvedilol; fica em 6,25 de 12 em 12
D: A mirtazapina a gente vê depois. => //
P: Plasil me deixa agitada. => //
P: O rivotril é da minha mulher. => //
`
for (const [visit, expected] of phrases(
  TABLE.replaceAll('//\n', '// \n').replaceAll('=> //', '=>  //'),
))
  test(visit, (t) => {
    t.is(medicines(visit), expected.trim())
  })
