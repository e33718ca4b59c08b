/**
 * What names of properties mean, in Portuguese as hospitals write and in English as programmers do:
 * data for recognising, in the manner of `core/portuguese/word-forms.ts`. A name means something
 * only when all its telling words say so: "pressão sistólica" is a measurement, "data da
 * prescrição" is no prescription.
 */
import { MEASURES, type MeasureId } from '../document/measures/measures.ts'
import type { Section } from '../document/models/sections.ts'
import { headWords, nameWords, tellingWords } from './labels.ts'

export type Concept =
  | { kind: 'section'; section: Section }
  | { kind: 'measure'; id: MeasureId; index: number }
  /** Both numbers of the blood pressure, as text. */
  | { kind: 'bloodPressure' }
  | { kind: 'bodyMassIndex' }
  /** In use and prescribed together: the name does not say which. */
  | { kind: 'medications' }
  | { kind: 'primaryDiagnosis' }

const SECTIONS: Partial<Record<Section, string>> = {
  complaint:
    'queixa principal | queixa | queixas | motivo da consulta | motivo do atendimento | motivo | qp | chief complaint | main complaint | complaint | reason for visit',
  presentIllness:
    'historia da doenca atual | historia da molestia atual | historia da queixa atual | historia clinica atual | hda | hma | hpma | sintomas | history of present illness | present illness | hpi | symptoms',
  medicationsInUse:
    'medicacoes em uso | medicamentos em uso | medicacao em uso | remedios em uso | medicamentos de uso continuo | medicacoes de uso continuo | uso continuo | medicamentos atuais | current medications | medications in use',
  prescriptions:
    'medicacoes prescritas | medicamentos prescritos | medicacao prescrita | medicamento prescrito | medicamentos receitados | remedios prescritos | prescricao | prescricoes | prescricao medica | itens da prescricao | receita | receituario | prescription | prescriptions | prescribed medications | medications prescribed',
  allergies: 'alergias | alergia | alergias conhecidas | allergies | known allergies',
  vaccines:
    'historia vacinal | situacao vacinal | vacinas | vacinacao | imunizacoes | vaccines | immunizations',
  pastHistory:
    'historia pregressa | historia patologica pregressa | historico patologico | hpp | antecedentes | antecedentes pessoais | antecedentes patologicos | comorbidades | doencas previas | past medical history | medical history | past history | comorbidities',
  family: 'historia familiar | historico familiar | antecedentes familiares | family history',
  social:
    'historia social | habitos de vida | historia social e habitos de vida | habitos | social history | lifestyle',
  surgicalHistory:
    'cirurgias | cirurgias previas | antecedentes cirurgicos | historia cirurgica | surgical history | surgeries',
  obstetricHistory: 'antecedentes obstetricos | historia obstetrica | obstetric history',
  physicalExam: 'exame fisico | achados do exame fisico | physical exam | physical examination',
  examResults:
    'resultado de exames | resultados de exames | resultados | exames realizados | exam results | lab results | test results',
  hypotheses:
    'hipoteses diagnosticas | hipotese diagnostica | hipoteses | hipotese | diagnosticos | diagnostico | impressao diagnostica | diagnosis | diagnoses',
  orientations:
    'orientacoes | orientacao | orientacoes ao paciente | recomendacoes | advice | recommendations | instructions',
  examsRequested:
    'exames complementares | exames solicitados | exames pedidos | solicitacao de exames | pedidos de exames | pedido de exame | requested exams | ordered tests | tests ordered',
  certificate: 'atestado | atestado medico | certificate | sick note',
  referral: 'encaminhamento | encaminhamentos | referral | referrals',
  diet: 'dieta | alimentacao | avaliacao dietetica | diet',
  sleep: 'sono | sleep',
  subjective: 'subjetivo | subjective',
  objective: 'objetivo | objective',
  assessment: 'avaliacao | assessment',
  plan: 'plano | conduta | condutas | plano terapeutico | plan',
}

const OTHERS: [Concept, string][] = [
  [{ kind: 'bloodPressure' }, 'pressao arterial | pressao | pa | blood pressure | bp'],
  [{ kind: 'bodyMassIndex' }, 'imc | indice de massa corporal | bmi | body mass index'],
  [
    { kind: 'medications' },
    'medicamentos | medicamento | medicacoes | medicacao | remedios | medications | medication | drugs',
  ],
  [
    { kind: 'primaryDiagnosis' },
    'diagnostico principal | hipotese principal | principal hipotese | primary diagnosis | main diagnosis',
  ],
]

const NAMED: [Concept, readonly string[]][] = [
  ...Object.entries(SECTIONS).map(([section, phrases]): [Concept, readonly string[]] => [
    { kind: 'section', section: section as Section },
    phrases.split('|'),
  ]),
  ...MEASURES.flatMap(({ id, fills }) =>
    fills.map(({ concepts }, index): [Concept, readonly string[]] => [
      { kind: 'measure', id, index },
      concepts,
    ]),
  ),
  ...OTHERS.map(([concept, phrases]): [Concept, readonly string[]] => [
    concept,
    phrases.split('|'),
  ]),
]

const CONCEPTS: ReadonlyMap<string, Concept> = new Map(
  NAMED.flatMap(([concept, phrases]) =>
    phrases.map((phrase): [string, Concept] => [keyOf(nameWords(phrase)), concept]),
  ),
)

/**
 * What a property is about, by its name, else by how its description begins; undefined when neither
 * says it alone.
 */
export function conceptOf(name: string, description: string): Concept | undefined {
  const named = CONCEPTS.get(keyOf(nameWords(name)))
  const described = CONCEPTS.get(keyOf(headWords(description)))
  // "medicamentos" says less than its description does: "Medicamentos prescritos na consulta".
  if (named?.kind === 'medications' && described) return described
  return named ?? described
}

/** Without idle words, except where nothing else is left. */
function keyOf(words: readonly string[]): string {
  const telling = tellingWords(words)
  return (telling.length > 0 ? telling : words).join(' ')
}
