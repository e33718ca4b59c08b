/**
 * The record of this hospital: its fields, and which part of a document goes where. Field names
 * differ from model to model in letter case and wording, so a host maps by meaning and compares
 * without case.
 */
export interface RecordField {
  id: string
  label: string
  /** Written after the input; the document's unit is taken off when it is this one. */
  unit?: string
  /** Lines of the text area; a short input when absent. */
  rows?: number
  /** Takes the whole width of the form. */
  wide?: boolean
  /** Headings that belong here, in lower case. */
  headings?: string[]
  /** A value inside a section of key and value, in lower case. */
  key?: string
}

export interface RecordGroup {
  title: string
  /** Measures stand side by side. */
  compact?: boolean
  fields: RecordField[]
}

export interface FilledRecord {
  values: Map<string, string>
  /** What the document holds and this record has no field for: shown, never dropped. */
  others: { label: string; text: string }[]
}

export const RECORD: RecordGroup[] = [
  {
    title: 'História',
    fields: [
      {
        id: 'queixa',
        wide: true,
        label: 'Queixa principal',
        rows: 2,
        headings: ['queixa principal', 'queixas e sintomas', 'subjetivo'],
      },
      {
        id: 'hda',
        wide: true,
        label: 'História da doença atual',
        rows: 4,
        headings: [
          'história da doença atual',
          'história da queixa atual',
          'história clínica atual',
        ],
      },
      {
        id: 'antecedentes',
        label: 'Antecedentes',
        rows: 2,
        headings: [
          'história pregressa',
          'antecedentes pessoais',
          'história clínica pregressa',
          'história clínica',
        ],
      },
      { id: 'alergias', label: 'Alergias', rows: 1, headings: ['alergias'] },
      {
        id: 'medicacoes',
        label: 'Medicações em uso',
        rows: 2,
        headings: ['medicações em uso', 'medicações', 'tratamentos'],
      },
      { id: 'familia', label: 'História familiar', rows: 2, headings: ['história familiar'] },
      {
        id: 'habitos',
        label: 'Hábitos de vida',
        rows: 2,
        headings: ['história social e hábitos de vida', 'hábitos de vida'],
      },
      {
        id: 'vacinas',
        label: 'Vacinas',
        rows: 1,
        headings: ['história vacinal', 'situação vacinal'],
      },
    ],
  },
  {
    title: 'Sinais vitais',
    compact: true,
    fields: [
      { id: 'pas', label: 'PA sistólica', unit: 'mmHg', key: 'pa sistólica' },
      { id: 'pad', label: 'PA diastólica', unit: 'mmHg', key: 'pa diastólica' },
      { id: 'fc', label: 'Freq. cardíaca', unit: 'bpm', key: 'frequência cardíaca' },
      { id: 'fr', label: 'Freq. respiratória', unit: 'irpm', key: 'frequência respiratória' },
      { id: 'temperatura', label: 'Temperatura', unit: '°C', key: 'temperatura' },
      { id: 'saturacao', label: 'Saturação de O₂', unit: '%', key: 'saturação de o2' },
      { id: 'glicemia', label: 'Glicemia capilar', unit: 'mg/dL', key: 'glicemia capilar' },
    ],
  },
  {
    title: 'Medidas',
    compact: true,
    fields: [
      { id: 'peso', label: 'Peso', unit: 'kg', key: 'peso' },
      { id: 'altura', label: 'Altura', unit: 'm', key: 'altura' },
      { id: 'imc', label: 'IMC', unit: 'kg/m²', key: 'imc' },
      {
        id: 'circunferencia',
        label: 'Circunf. abdominal',
        unit: 'cm',
        key: 'circunferência abdominal',
      },
    ],
  },
  {
    title: 'Exame e conduta',
    fields: [
      {
        id: 'exame',
        label: 'Exame físico',
        rows: 3,
        headings: ['exame físico', 'exame dermatológico', 'exame físico pericial', 'objetivo'],
      },
      {
        id: 'resultados',
        label: 'Resultados de exames',
        rows: 2,
        headings: ['resultado de exames'],
      },
      {
        id: 'hipoteses',
        label: 'Hipóteses diagnósticas',
        rows: 2,
        headings: ['hipóteses diagnósticas', 'avaliação'],
      },
      {
        id: 'prescricao',
        label: 'Prescrição',
        rows: 3,
        headings: ['medicações prescritas', 'prescrição', 'tratamento'],
      },
      { id: 'pedidos', label: 'Exames pedidos', rows: 2, headings: ['exames complementares'] },
      { id: 'orientacoes', label: 'Orientações', rows: 3, headings: ['orientações', 'plano'] },
      { id: 'encaminhamento', label: 'Encaminhamento', rows: 1, headings: ['encaminhamento'] },
      { id: 'atestado', label: 'Atestado', rows: 1, headings: ['atestado'] },
    ],
  },
]

const MEASURES = ['sinais vitais', 'dados antropométricos']

/** Sorts the sections of a document into the record's fields. */
export function recordFrom(sections: DocumentSection[]): FilledRecord {
  const values = new Map<string, string>()
  const others: FilledRecord['others'] = []
  for (const section of sections) {
    if (MEASURES.includes(section.name.toLowerCase())) addMeasures(section, values, others)
    else addText(section, values, others)
  }
  return { values, others }
}

const FIELDS = RECORD.flatMap(({ fields }) => fields)

function addMeasures(
  section: DocumentSection,
  values: Map<string, string>,
  others: FilledRecord['others'],
) {
  for (const [key, value] of section.entries) {
    const field = FIELDS.find((candidate) => candidate.key === key.toLowerCase())
    if (field) values.set(field.id, withoutUnit(value, field.unit))
    else others.push({ label: key, text: value })
  }
  const rest = lines([section.text, ...section.items.filter((item) => !entryOf(item))])
  if (rest) others.push({ label: section.name, text: rest })
}

function addText(
  section: DocumentSection,
  values: Map<string, string>,
  others: FilledRecord['others'],
) {
  const whole = fieldOf(section.name)
  if (whole) return append(values, whole, [section.text, ...section.items])
  // A model may gather under one heading what this record keeps in several fields.
  const left: string[] = []
  for (const item of section.items) {
    const [key, value] = entryOf(item) ?? []
    const field = key && fieldOf(key)
    if (field) append(values, field, [value ?? ''])
    else left.push(item)
  }
  const text = lines([section.text, ...left])
  if (text) others.push({ label: section.name, text })
}

function fieldOf(heading: string): RecordField | undefined {
  return FIELDS.find(({ headings }) => headings?.includes(heading.toLowerCase()))
}

function append(values: Map<string, string>, { id }: RecordField, texts: string[]) {
  values.set(id, lines([values.get(id) ?? '', ...texts]))
}

function lines(texts: string[]): string {
  return texts.filter(Boolean).join('\n')
}

/** `120 mmHg` → `120`, where the input already says mmHg; any other unit stays visible. */
function withoutUnit(value: string, unit: string | undefined): string {
  const [, number, said] = /^(-?[\d.,]+)\s*(\D.*)$/.exec(value) ?? []
  return number !== undefined && said === unit ? number : value
}

/**
 * How a host reads the document of `svc.plugin.ehr.fill`: headings of level 1 to 3 with a colon,
 * list items, and `Chave: valor` lines. This is host code, written as an integrator would write it.
 */
interface DocumentSection {
  name: string
  /** Lines that are no list items. */
  text: string
  items: string[]
  /** List items of the form `Chave: valor`. */
  entries: Map<string, string>
}

const ENTRY = /^([^:]+): (.+)$/

/** @returns key and value of a list item of the form `Chave: valor`, null of any other */
function entryOf(item: string): [key: string, value: string] | null {
  const [, key, value] = ENTRY.exec(item) ?? []
  return key && value ? [key, value] : null
}

export function parseDocument(markdown: string): DocumentSection[] {
  const sections: DocumentSection[] = []
  for (const line of markdown.split('\n')) {
    const heading = /^#{1,3} (.*\S)/.exec(line)?.[1]
    if (heading) {
      const name = plain(heading.replace(/(?<=.):$/, ''))
      sections.push({ name, text: '', items: [], entries: new Map() })
      continue
    }
    const section = sections.at(-1)
    if (section && line.trim() !== '') addLine(section, line)
  }
  return sections
}

function addLine(section: DocumentSection, line: string) {
  const item = /^- (.*)$/.exec(line)
  if (!item) {
    section.text = section.text ? `${section.text}\n${plain(line)}` : plain(line)
    return
  }
  const text = plain(item[1] ?? '')
  section.items.push(text)
  const entry = entryOf(text)
  if (entry) section.entries.set(...entry)
}

/** Markdown writes `\*` for a plain `*`. */
function plain(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}
