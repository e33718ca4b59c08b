/**
 * Field lists of document models as tests type them: `name` string, `name*` list, `name{SET}` or
 * `name{key, key}` dict.
 */

const SETS: Record<string, string[]> = {
  ANTHRO4: ['Altura', 'Circunferência abdominal', 'IMC', 'Peso'],
  ANTHRO3: ['Altura', 'IMC', 'Peso'],
  VITALS7: [
    'Frequência Respiratória',
    'Frequência cardíaca',
    'Glicemia Capilar',
    'PA Diastólica',
    'PA Sistólica',
    'Saturação de O2',
    'Temperatura',
  ],
  VITALS5: [
    'Frequência cardíaca',
    'Glicemia Capilar',
    'PA Diastólica',
    'PA Sistólica',
    'Temperatura',
  ],
  VITALS4: ['Frequência cardíaca', 'PA Diastólica', 'PA Sistólica', 'Temperatura'],
  VITALS2: ['PA Diastólica', 'PA Sistólica'],
  AGA16: [
    'Capacidade Funcional',
    'Condições Emocionais',
    'Condições Socioambientais',
    'Diretivas Antecipadas de Vontade',
    'Função Cognitiva',
    'História Clínica',
    'Hábitos de Vida',
    'Ingestões e Eliminações',
    'Medicações',
    'Mobilidade e Risco de Queda',
    'Nutricional',
    'Sarcopenia',
    'Sensorial',
    'Sexual',
    'Situação Vacinal',
    'Sono',
  ],
  ESCORES: ['Classificação da NYHA', 'Escore de Risco de Framingham', 'Outros escores relevantes'],
  PERICIADO: ['Estado Civil', 'Gênero', 'Idade', 'Naturalidade', 'Profissão', 'Residência'],
  ANTHRO_OB: [
    'Altura',
    'Ganho de Peso na Gestação',
    'IMC',
    'IMC Pré-Gestacional',
    'Peso',
    'Peso Pré-Gestacional',
  ],
  ANTHRO_ONC: ['Altura', 'IMC', 'Perda de Peso', 'Peso', 'Superfície Corporal'],
  ANTHRO_PED: [
    'Altura',
    'Escore Z de Altura para Idade',
    'Escore Z de IMC para Idade',
    'Escore Z de Peso para Idade',
    'IMC',
    'Perímetro Cefálico',
    'Peso',
  ],
  ANTHRO_SPORT: [
    'Altura',
    'Circunferência abdominal',
    'IMC',
    'Massa Magra',
    'Percentual de Gordura',
    'Peso',
  ],
  OLHOS2: ['OD', 'OE'],
  RISCO6: [
    'Autoagressão',
    'Fatores de Proteção',
    'Heteroagressividade',
    'Ideação Suicida',
    'Planejamento e Acesso a Meios',
    'Tentativas Prévias',
  ],
}

interface Field {
  name: string
  type: string
  keys?: string[] | undefined
}

/** `list` has its fields between semicolons, on as many lines as it takes. */
export function transcribed(list: string): Field[] {
  return list
    .replaceAll(/\s+/g, ' ')
    .split(';')
    .map((entry): Field => {
      const text = entry.trim()
      const [, dict, keys = ''] = /^(.+)\{(.+)\}$/.exec(text) ?? []
      if (dict) return { name: dict, type: 'dict', keys: SETS[keys] ?? keys.split(', ') }
      if (text.endsWith('*')) return { name: text.slice(0, -1), type: 'string[]' }
      return { name: text, type: 'string' }
    })
}

/** The same of a model; undefined where there is none. */
export function outlineOf(template: { fields: readonly Field[] } | undefined) {
  return template?.fields.map(({ name, type, keys }) => ({ name, type, ...(keys && { keys }) }))
}
