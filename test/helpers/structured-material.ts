/** A visit with its document written by the rules, as structured output finds it. */
import { starters } from '../../bin/compose/terminology.ts'
import { builtInTemplates } from '../../config/templates.ts'
import type { DocumentContent } from '../../core/contract/api.ts'
import type { Template } from '../../core/document/models/ports.ts'
import { parseTemplate } from '../../core/document/models/template-schema.ts'
import { cleanSources } from '../../core/document/pieces/clean-sources.ts'
import type { DocumentRecord } from '../../core/document/record/document-store.ts'
import { renderMarkdown } from '../../core/document/record/markdown.ts'
import { diagnosisCodes } from '../../core/structured-output/diagnosis-codes.ts'
import { fillByRules } from '../../core/structured-output/fill.ts'
import { readMaterial } from '../../core/structured-output/material.ts'
import { parseSchema } from '../../core/structured-output/parse-schema.ts'
import { validateOutput } from '../../core/structured-output/validate-output.ts'
import type { ConfirmedDiagnosis } from '../../core/terminology/ports.ts'
import { terminology } from '../../core/terminology/terminology.ts'
import { segments } from './documents.ts'
import { shippedRules } from './shipped-rules.ts'

export interface Visit {
  said?: string[]
  context?: string
  history?: string
  file?: string
  template?: string
  /** What the doctor changed in the document. */
  edits?: DocumentContent
  confirmed?: [code: string, display: string][]
}

export const VISIT = [
  'Bom dia, o que a senhora está sentindo?',
  'Estou com dor de cabeça há três dias, pior à noite.',
  'Teve febre?',
  'Não.',
  'A pressão hoje está 120 por 80.',
  'A frequência cardíaca é de 72 batimentos por minuto.',
  'O peso é 70 quilos e a altura é um metro e setenta e dois.',
  'A senhora tem alergia a algum remédio?',
  'Sim, a dipirona.',
  'A senhora fuma?',
  'Não.',
  'Tenho pressão alta. Uso losartana 50 miligramas uma vez ao dia.',
  'Tenho dois filhos.',
  'Minha mãe é diabética.',
  'A hipótese é enxaqueca.',
  'Vou prescrever paracetamol 750 miligramas a cada seis horas, se tiver dor.',
  'Vou pedir hemograma e glicemia de jejum.',
  'Volte em duas semanas. Se a dor piorar, procure a emergência.',
]

export const cid10 = terminology({
  store: { list: async () => [], terms: async () => [] },
  starters: starters(),
})

const never = new AbortController().signal

const written = new Map<string, ReturnType<typeof write>>()

/** Written once for each visit, however often it is asked for; nobody changes it. */
export function visitMaterial(visit: Visit) {
  const key = JSON.stringify(visit)
  const material = written.get(key) ?? write(visit)
  written.set(key, material)
  return material
}

async function write(visit: Visit) {
  const sources = cleanSources({
    segments: segments(visit.said ?? []),
    contextMarkdown: visit.context ?? '',
    backgroundHistory: visit.history ?? null,
    files: visit.file ? [{ id: 'file', name: 'exame.pdf', pages: [visit.file] }] : [],
  })
  const template = templateOf(visit.template ?? 'anamnesis')
  const generated = await shippedRules().generate(
    { template, ...sources },
    { signal: never, onField() {} },
  )
  const edits = visit.edits ?? {}
  const content = { ...generated.content, ...edits }
  const document: DocumentRecord = {
    id: 'document',
    consultationId: 'consultation',
    template,
    status: 'draft',
    content,
    layout: null,
    markdown: renderMarkdown(template, content),
    evidence: [],
    contradictions: [],
    source: { generator: 'rules', model: null, version: 'rules-1' },
    editedPaths: Object.keys(edits).map((name) => [name]),
    editedByUser: Object.keys(edits).length > 0,
    failure: null,
    reviewedAt: null,
    reviewedBy: null,
    version: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  }
  const confirmed = (visit.confirmed ?? []).map(
    ([code, display], index): ConfirmedDiagnosis => ({
      system: 'CID10',
      code,
      display,
      principal: index === 0,
      confirmedAt: new Date(0),
      confirmedBy: 'doctor',
    }),
  )
  return readMaterial({ document, sources, confirmed }, never)
}

/** What the rules make of a host's schema for a visit; validated as the service does. */
export async function fillVisit(host: unknown, visit: Visit) {
  const { schema } = parseSchema(host)
  const material = await visitMaterial(visit)
  const { output, open } = await fillByRules(schema, material, diagnosisCodes(material, cid10))
  return { output: validateOutput(schema, output), open: open.map(({ path }) => path.join('.')) }
}

function templateOf(id: string): Template {
  return builtInTemplates()
    .map(parseTemplate)
    .find((one) => one.id === id)!
}
