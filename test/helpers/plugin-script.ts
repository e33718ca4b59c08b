/**
 * An invented consultation and the document that belongs to it, for tests of the plugin's screens.
 */
import { randomUUID } from 'node:crypto'
import type {
  ClinicalDocument,
  Evidence,
  Segment,
  TemplateField,
  TemplateInfo,
} from '../../core/contract/api.ts'

const LINES = [
  'Bom dia, o que a senhora está sentindo?',
  'Estou com dor de cabeça há três dias, pior à noite.',
  'A pressão hoje está 120 por 80.',
  'A frequência cardíaca é de 72 batimentos por minuto.',
  'O peso é 70 quilos e a altura é um metro e setenta e dois.',
  'A senhora tem alergia a algum remédio?',
  'Não tenho alergia. Uso losartana 50 miligramas uma vez ao dia.',
  'Vou prescrever dipirona 500 miligramas a cada seis horas, se tiver dor.',
  'Volte em duas semanas. Se a dor piorar, procure a emergência.',
]

export const SEGMENTS: Segment[] = LINES.map((text, i) => ({
  id: `s${i}`,
  sequence: i,
  start_ms: i * 5000,
  end_ms: i * 5000 + 4200,
  start_time: `00m ${String(i * 5).padStart(2, '0')}s`,
  text,
  channel: 'mic',
  speaker: null,
  confidence: 0.94,
  final: true,
}))

const FIELDS: TemplateField[] = [
  { name: 'Queixa Principal', type: 'string' },
  { name: 'História da Doença Atual', type: 'string' },
  { name: 'Medicações em uso', type: 'string[]' },
  { name: 'História pregressa', type: 'string' },
  { name: 'História Vacinal', type: 'string' },
  { name: 'História Familiar', type: 'string' },
  { name: 'Exame físico', type: 'string' },
  {
    name: 'Dados Antropométricos',
    type: 'dict',
    keys: ['Altura', 'Circunferência abdominal', 'IMC', 'Peso'],
  },
  {
    name: 'Sinais Vitais',
    type: 'dict',
    keys: ['Frequência cardíaca', 'PA Diastólica', 'PA Sistólica', 'Temperatura'],
  },
  { name: 'Hipóteses Diagnósticas', type: 'string[]' },
  { name: 'Medicações Prescritas', type: 'string[]' },
  { name: 'Orientações', type: 'string[]' },
  { name: 'Atestado', type: 'string' },
]

const template = (
  id: string,
  name: string,
  purpose: string,
  group: TemplateInfo['group'],
): TemplateInfo => ({
  id,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  purpose,
  group,
  fields: FIELDS,
  pending_clinical_review: id === 'anamnesisOncology',
})

export const TEMPLATES: TemplateInfo[] = [
  template('anamnesis', 'Anamnese padrão', 'Registro clínico padrão', 'specialty'),
  template('anamnesisCardiology', 'Cardiologia', 'Exame cardiológico e escores', 'specialty'),
  template('anamnesisDermatology', 'Dermatologia', 'Exame dermatológico', 'specialty'),
  template('anamnesisGeriatrics', 'Geriatria', 'Avaliação geriátrica ampla', 'specialty'),
  template('anamnesisNeurology', 'Neurologia', 'Neurologia, com escalas', 'specialty'),
  template('anamnesisOncology', 'Oncologia', 'Estadiamento, tratamento e toxicidades', 'specialty'),
  template('soap', 'SOAP', 'Metodologia SOAP', 'document'),
]

/** `words` of segment `index`, as evidence of `path`. */
function said(path: string[], index: number, words: string): Evidence {
  const segment = SEGMENTS[index]!
  const start = segment.text.indexOf(words)
  if (start < 0) throw new Error(`script: “${words}” is not in line ${index}`)
  return {
    path,
    verdict: 'supported',
    spans: [
      {
        source: 'segment',
        segment_id: segment.id,
        start,
        end: start + words.length,
        start_ms: segment.start_ms,
        end_ms: segment.end_ms,
      },
    ],
  }
}

export function sampleDocument(of: TemplateInfo, ehrId: string): ClinicalDocument {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    ehr_id: ehrId,
    template: { id: of.id, name: of.name, slug: of.slug },
    status: 'draft',
    content: {
      'Queixa Principal': 'Dor de cabeça há três dias',
      'História da Doença Atual': 'Estou com dor de cabeça há três dias, pior à noite.',
      'Medicações em uso': ['Losartana 50 mg, uma vez ao dia'],
      'História pregressa': null,
      'História Vacinal': null,
      'História Familiar': null,
      'Exame físico': null,
      'Dados Antropométricos': {
        Altura: '1,72 m',
        'Circunferência abdominal': null,
        IMC: '23,66 kg/m²',
        Peso: '70 kg',
      },
      'Sinais Vitais': {
        'Frequência cardíaca': '72 bpm',
        'PA Diastólica': '80 mmHg',
        'PA Sistólica': '120 mmHg',
        Temperatura: null,
      },
      'Hipóteses Diagnósticas': ['Cefaleia tensional'],
      'Medicações Prescritas': ['Dipirona 500 mg a cada 6 horas, se dor'],
      Orientações: ['Retorno em duas semanas', 'Procurar a emergência se a dor piorar'],
      Atestado: null,
    },
    markdown:
      '## Queixa Principal:\n\nDor de cabeça há três dias\n\n## Sinais Vitais:\n\n- PA Sistólica: 120 mmHg\n',
    evidence: [
      said(['Queixa Principal'], 1, 'dor de cabeça há três dias'),
      said(['História da Doença Atual'], 1, 'Estou com dor de cabeça há três dias, pior à noite.'),
      said(['Medicações em uso', '0'], 6, 'losartana 50 miligramas uma vez ao dia'),
      said(['Dados Antropométricos', 'Altura'], 4, 'um metro e setenta e dois'),
      said(['Dados Antropométricos', 'Peso'], 4, '70 quilos'),
      {
        path: ['Dados Antropométricos', 'IMC'],
        verdict: 'supported',
        spans: [
          {
            source: 'derived',
            from: ['Dados Antropométricos/Peso', 'Dados Antropométricos/Altura'],
          },
        ],
      },
      said(['Sinais Vitais', 'Frequência cardíaca'], 3, '72 batimentos por minuto'),
      said(['Sinais Vitais', 'PA Diastólica'], 2, '80'),
      said(['Sinais Vitais', 'PA Sistólica'], 2, '120'),
      { path: ['Hipóteses Diagnósticas', '0'], verdict: 'not_found', spans: [] },
      said(
        ['Medicações Prescritas', '0'],
        7,
        'dipirona 500 miligramas a cada seis horas, se tiver dor',
      ),
      {
        ...said(['Orientações', '0'], 8, 'Volte em duas semanas'),
        verdict: 'contradicted',
        reason: 'O prazo não é o que foi dito.',
      },
      said(['Orientações', '1'], 8, 'Se a dor piorar, procure a emergência'),
    ],
    contradictions: [
      {
        path: ['Medicações Prescritas', '1'],
        value: 'Dipirona 1 g',
        reason: 'A dose dita foi 500 miligramas.',
        spans: said([], 7, '500 miligramas').spans,
      },
    ],
    source: { generator: 'rules', model: null, version: '1' },
    edited_by_user: false,
    version: 1,
    created_at: now,
    updated_at: now,
  }
}
