/**
 * Consultations of every kind that send something to the national network, as their doctors
 * reviewed them. Invented people.
 */
import { builtInTemplates, documentTemplates } from '../../config/templates.ts'
import type { DocumentContent } from '../../core/contract/api.ts'
import type { Template } from '../../core/document/models/ports.ts'
import { parseTemplate } from '../../core/document/models/template-schema.ts'
import type { CompileInput } from '../../core/rnds/compile-record/compile-record.ts'
import type {
  EncounterDefaults,
  Establishment,
} from '../../core/rnds/compile-record/establishment.ts'
import type { ReviewedDocument } from '../../core/rnds/compile-record/read-documents.ts'
import type { ConfirmedDiagnosis, ConfirmedProcedure } from '../../core/terminology/ports.ts'

/** 14:00 in Brasília, and ten minutes after its end. */
const OPENED_AT = new Date('2026-03-16T17:00:00Z')
export const COMPILED_AT = new Date('2026-03-16T17:40:00Z')

export const MODELS: Template[] = builtInTemplates().map(parseTemplate)
export const PAPERS: Template[] = documentTemplates().map(parseTemplate)

export function reviewed(
  templateId: string,
  content: DocumentContent,
  more: Partial<ReviewedDocument> = {},
): ReviewedDocument {
  const template = [...MODELS, ...PAPERS].find(({ id }) => id === templateId)
  if (!template) throw new Error(`no model ${templateId}`)
  const unknown = Object.keys(content).filter(
    (name) => !template.fields.some((field) => field.name === name),
  )
  if (unknown.length > 0) throw new Error(`${templateId} has no ${unknown.join(', ')}`)
  return {
    template,
    content: {
      ...Object.fromEntries(template.fields.map(({ name }) => [name, null])),
      ...content,
    },
    status: 'reviewed',
    createdAt: OPENED_AT,
    reviewedAt: more.createdAt ?? OPENED_AT,
    ...more,
  }
}

export function establishment({
  defaults = {},
  ...more
}: Partial<Omit<Establishment, 'defaults'>> & {
  defaults?: Partial<EncounterDefaults>
} = {}): Establishment {
  return {
    organizationId: 'organization',
    cnes: '2337991',
    severalEstablishments: false,
    uf: 'sp',
    environment: 'homologation',
    requesterId: '14008',
    authUrl: null,
    ehrUrl: null,
    lookupCns: null,
    defaults: {
      cbo: '225125',
      modality: '07',
      priority: '03',
      admissionSource: '09',
      outcome: '01',
      financing: '04',
      procedure: '0301010072',
      locationName: null,
      team: null,
      ...defaults,
    },
    rpmEnabled: false,
    relEnabled: false,
    loincSystem: 'http://loinc.org',
    ucumSystem: 'http://unitsofmeasure.org',
    teleconsultationType: false,
    patientByCnsAlone: false,
    ...more,
  }
}

export function confirmed(code: string, principal = true): ConfirmedDiagnosis {
  return {
    system: 'CID10',
    code,
    display: '',
    principal,
    confirmedAt: OPENED_AT,
    confirmedBy: 'doctor',
  }
}

export function performed(code: string, quantity = 1): ConfirmedProcedure {
  return {
    system: 'SIGTAP',
    code,
    display: '',
    quantity,
    confirmedAt: OPENED_AT,
    confirmedBy: 'doctor',
  }
}

/** A sore throat in a specialised practice. */
export function compileInput({
  request = {},
  consultation = {},
  ...more
}: Partial<Omit<CompileInput, 'request' | 'consultation'>> & {
  request?: Partial<CompileInput['request']>
  consultation?: Partial<CompileInput['consultation']>
} = {}): CompileInput {
  return {
    documentType: 'RAC',
    hasProfile: true,
    request: {
      patient: { cpf: '529.982.247-25', cns: '843 4192 5412 2484' },
      practitionerCns: '195748906820018',
      cnes: null,
      localId: 'consulta-0001',
      replaces: null,
      ...request,
    },
    establishment: establishment(),
    consultation: {
      type: 'IN_PERSON',
      createdAt: OPENED_AT,
      recordedMs: 30 * 60_000,
      ...consultation,
    },
    documents: [
      reviewed('anamnesis', {
        'Queixa Principal': 'Dor de garganta há três dias.',
        'Hipóteses Diagnósticas': ['Faringite aguda'],
        Orientações: ['Hidratação', 'Retorno se houver piora'],
      }),
    ],
    diagnoses: [confirmed('J029')],
    procedures: [],
    role: null,
    earlierCbo: null,
    ownCbo: null,
    now: COMPILED_AT,
    ...more,
  }
}

const BASIC = { modality: '01', financing: '07', procedure: '0301010064', team: 1234567 }

/** One of each kind, by name. */
export const CONSULTATIONS: [string, CompileInput][] = [
  [
    'basic care with prescription, vital signs and a team',
    compileInput({
      establishment: establishment({ defaults: { ...BASIC, priority: '05' } }),
      documents: [
        reviewed('anamnesis', {
          'Queixa Principal': 'Dor de cabeça.',
          'História da Doença Atual': 'Há duas semanas, à tarde, sem náuseas.',
          'Medicações em uso': ['Losartana 50 mg pela manhã'],
          'Dados Antropométricos': {
            Altura: '1,72 m',
            'Circunferência abdominal': '98 cm',
            IMC: '27,88 kg/m²',
            Peso: '82,5 kg',
          },
          'Sinais Vitais': {
            'Frequência Respiratória': '16 irpm',
            'Frequência cardíaca': '78 bpm',
            'Glicemia Capilar': null,
            'PA Diastólica': '95 mmHg',
            'PA Sistólica': '150 mmHg',
            'Saturação de O2': '98%',
            Temperatura: '36,5 °C',
          },
          'Hipóteses Diagnósticas': ['Hipertensão arterial não controlada'],
          'Medicações Prescritas': [
            'Losartana 50 mg, um comprimido de 12 em 12 horas',
            'Hidroclorotiazida 25 mg pela manhã',
          ],
          Orientações: ['Reduzir o sal'],
          'Exames Complementares': ['Creatinina', 'Potássio'],
        }),
      ],
      diagnoses: [confirmed('I10')],
    }),
  ],
  ['specialised outpatient care, nothing optional', compileInput()],
  [
    'urgency with a certificate that shows its diagnosis',
    compileInput({
      establishment: establishment({
        defaults: { modality: '06', priority: '02', financing: '01', procedure: '0301060061' },
      }),
      documents: [
        reviewed('anamnesis', {
          'Queixa Principal': 'Diarreia e vômitos desde ontem.',
          'Hipóteses Diagnósticas': ['Gastroenterite aguda'],
          'Medicações Prescritas': ['Sais de reidratação oral após cada evacuação'],
          Atestado: 'Afastamento por 2 (dois) dias a partir de hoje, CID A09.',
        }),
      ],
      diagnoses: [confirmed('A09')],
    }),
  ],
  [
    'care at home with several diagnoses and a written assessment',
    compileInput({
      establishment: establishment({
        defaults: { modality: '02', priority: '04', financing: '07', procedure: '0301010064' },
      }),
      documents: [
        reviewed('anamnesisGeriatrics', {
          'Queixas e Sintomas': 'Cansaço aos pequenos esforços.',
          'Avaliação Geriátrica Ampla (AGA)': {
            'Capacidade Funcional': 'Dependente para o banho.',
            'Hábitos de Vida': 'Ex-tabagista.',
          },
          'Hipóteses Diagnósticas': ['Insuficiência cardíaca', 'Diabetes tipo 2 (E11.9)'],
          Encaminhamento: 'Cardiologia',
        }),
      ],
      diagnoses: [confirmed('E119', false), confirmed('I500')],
    }),
  ],
  [
    'psychosocial care, from a psychiatric model',
    compileInput({
      establishment: establishment({
        defaults: { modality: '05', priority: '04', cbo: '225133', procedure: '0301010072' },
      }),
      documents: [
        reviewed('anamnesisPsychiatry', {
          'Queixa Principal': 'Tristeza e insônia.',
          'História Social e Hábitos de Vida': 'Mora sozinho.',
          'Uso de Substâncias': 'Nega.',
          'Hipóteses Diagnósticas': ['Episódio depressivo moderado'],
          'Medicações Prescritas': ['Sertralina 50 mg pela manhã', 'Suspender amitriptilina'],
          'Plano Terapêutico': ['Psicoterapia semanal'],
        }),
      ],
      diagnoses: [confirmed('F321')],
    }),
  ],
  [
    'teleconsultation, where the network does not take the encounter type yet',
    compileInput({ consultation: { type: 'TELEMEDICINE' } }),
  ],
  [
    'SOAP alone',
    compileInput({
      establishment: establishment({ defaults: BASIC }),
      documents: [
        reviewed('soap', {
          Subjetivo: 'Tosse há cinco dias, sem febre.',
          Objetivo: 'Ausculta sem alterações.',
          Avaliação: 'Resfriado comum.',
          Plano: 'Sintomáticos e retorno em uma semana.',
        }),
      ],
      diagnoses: [confirmed('J00')],
    }),
  ],
  [
    'allergies told and denied, in a pediatric model',
    compileInput({
      documents: [
        reviewed('anamnesisPediatrics', {
          'Queixa Principal': 'Manchas na pele.',
          Alergias: ['Alergia a dipirona, com urticária', 'Camarão', 'Nega alergia a látex'],
          'Dados Antropométricos': {
            Altura: '98 cm',
            'Perímetro Cefálico': '49,5 cm',
            Peso: '14.300 g',
          },
          'Hipóteses Diagnósticas': ['Urticária'],
        }),
      ],
      diagnoses: [confirmed('L509')],
    }),
  ],
  [
    'two reviewed models and an old version of one',
    compileInput({
      documents: [
        reviewed('anamnesis', { 'Queixa Principal': 'Texto antigo.' }),
        reviewed(
          'anamnesis',
          { 'Queixa Principal': 'Dor no joelho direito.' },
          { createdAt: new Date(OPENED_AT.getTime() + 60_000) },
        ),
        reviewed(
          'anamnesisOrthopedics',
          { 'Mecanismo de Trauma': 'Queda no futebol.', Atestado: 'Afastamento por uma semana.' },
          { createdAt: new Date(OPENED_AT.getTime() + 120_000) },
        ),
      ],
      diagnoses: [confirmed('S800')],
    }),
  ],
  [
    'a replacement of a private practice with TUSS procedure, room and patient without CNS',
    compileInput({
      request: {
        patient: { cpf: '11144477735', cns: null },
        replaces: 'eb4fc099-e5e2-4895-9d3b-23a6de2d7324-r3x7',
      },
      establishment: establishment({
        defaults: { financing: '03', procedure: '10101012', locationName: 'Consultório 3' },
      }),
    }),
  ],
  [
    'urgency with a wound that was sewn, and an injection',
    compileInput({
      establishment: establishment({
        defaults: { modality: '06', priority: '06', procedure: '0301060061', financing: '01' },
      }),
      documents: [
        reviewed('anamnesisSurgery', {
          'Queixa Principal': 'Corte na mão com faca.',
          'História Pregressa':
            'Hipertenso. Alergia a dipirona, com urticária. Suspeita de alergia a látex.',
          'Procedimentos realizados': 'Sutura com 5 pontos e vacina antitetânica.',
        }),
      ],
      diagnoses: [confirmed('S610')],
      procedures: [performed('0401010066', 2), performed('0301100209')],
    }),
  ],
  [
    'a stand-alone prescription',
    compileInput({
      documentType: 'RPM',
      establishment: establishment({ rpmEnabled: true }),
      documents: [
        reviewed('anamnesis', { 'Medicações Prescritas': ['Amoxicilina 500 mg de 8 em 8 horas'] }),
      ],
      diagnoses: [],
    }),
  ],
  [
    'a laboratory result',
    compileInput({
      documentType: 'REL',
      establishment: establishment({ relEnabled: true }),
      documents: [
        reviewed('anamnesis', {
          'Resultado de Exames': ['Teste rápido de antígeno para COVID-19: não reagente'],
        }),
      ],
      diagnoses: [],
    }),
  ],
]

/** The input of one of them. */
export function consultationNamed(begin: string): CompileInput {
  const found = CONSULTATIONS.find(([name]) => name.startsWith(begin))
  if (!found) throw new Error(`no consultation ${begin}`)
  return found[1]
}
