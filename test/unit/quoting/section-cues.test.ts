import test from 'ava'
import { readSectionCues } from '../../../core/document/models/section-cues.ts'
import { tokenize } from '../../../core/portuguese/tokens.ts'
import { phrases } from '../../helpers/rules.ts'

/** The first section named, "!" when it opens the sentence as a heading. */
const TABLE = `
Queixa principal: dor de cabeça. => complaint!
Motivo da consulta: tosse há três dias. => complaint!
HDA: dor em aperto há duas semanas. => presentIllness!
História da doença atual, paciente refere febre. => presentIllness!
História da queixa atual: tontura. => presentIllness!
Medicações em uso: losartana 50. => medicationsInUse!
Remédios de uso contínuo: losartana e metformina. => medicationsInUse!
Em uso de enalapril 10. => medicationsInUse!
Alergias: nega. => allergies!
Alergia medicamentosa: dipirona. => allergies!
Antecedentes familiares: mãe diabética. => family!
História familiar, pai infartou. => family!
Na parte familiar, mãe com câncer. => family!
Na família a mãe é hipertensa. => family!
Antecedentes cirúrgicos: apendicectomia. => surgicalHistory!
Cirurgias prévias: cesárea em 2010. => surgicalHistory!
Antecedentes obstétricos: G2P2. => obstetricHistory!
Antecedentes ginecológicos e obstétricos: nada digno de nota. => obstetricHistory!
História menstrual: ciclos regulares. => menstrualHistory!
DUM: 10 de abril. => menstrualHistory!
Antecedentes pessoais: hipertensão. => pastHistory!
Antecedentes patológicos, diabetes há dez anos. => pastHistory!
HPP: asma na infância. => pastHistory!
Comorbidades: HAS e DM. => pastHistory!
História patológica pregressa: tuberculose em 2015. => pastHistory!
Vacinas: em dia. => vaccines!
Situação vacinal atualizada. => vaccines!
Caderneta de vacinação em dia. => vaccines!
História social: mora sozinho. => social!
Hábitos de vida: sedentário. => social!
Hábitos e vícios: tabagista. => social!
Tabagismo: um maço por dia. => substances!
Etilismo social. => substances!
Sono: acorda três vezes. => sleep!
Alimentação: pouca fruta. => diet!
Ao exame físico, bom estado geral. => physicalExam!
Ao exame: corado, hidratado. => physicalExam!
No exame físico, abdome flácido. => physicalExam!
Exame físico: bulhas rítmicas. => physicalExam!
Ausculta: murmúrio presente. => physicalExam!
Exame neurológico sem alterações. => physicalExam!
Agora o exame físico, pressão 12 por 8. => physicalExam!
Resultado de exames: hemoglobina 12. => examResults!
Exames laboratoriais: creatinina 1,1. => examResults!
Trouxe exames: TSH normal. => examResults!
Hipótese diagnóstica: enxaqueca. => hypotheses!
HD: lombalgia mecânica. => hypotheses!
Impressão diagnóstica, sinusite. => hypotheses!
Diagnóstico: asma. => hypotheses!
Prescrição: dipirona 500. => prescriptions!
Receita: amoxicilina de 8 em 8. => prescriptions!
De remédio: paracetamol 750. => prescriptions!
Orientações: repouso e água. => orientations!
Oriento retorno se piorar. => orientations!
Recomendo caminhada. => orientations!
Exames complementares: hemograma. => examsRequested!
Solicito raio x de tórax. => examsRequested!
Vou pedir um hemograma. => examsRequested!
Atestado: dois dias. => certificate!
Encaminhamento: cardiologia. => referral!
Encaminho ao ortopedista. => referral!
Mecanismo do trauma: queda da própria altura. => trauma!
Conduta: manter losartana. => plan!
Plano: retorno em um mês. => plan!
Bom, agora conduta: aumentar a dose. => plan!
Vamos falar da família: alguém com diabetes? => family!
A senhora tem alergia? => allergies
O exame físico eu faço depois. => physicalExam!
Não trouxe o laudo da ressonância. => examResults
Preciso de um atestado. => certificate
Meu objetivo é emagrecer. => none
Tenho dor de cabeça. => none
Minha mãe está bem. => none
Bom dia, doutor. => none
`
for (const [phrase, expected] of phrases(TABLE))
  test(phrase, (t) => {
    const tokens = tokenize(phrase)
    const [cue] = readSectionCues(tokens)
    t.is(cue ? cue.section + (cue.heading ? '!' : '') : 'none', expected)
  })
