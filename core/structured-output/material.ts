/**
 * Everything an answer may rest on, read once: the document as the doctor left it, and what was
 * said and written. Where the document has a place for something the document decides, its blanks
 * included: what a doctor took out does not come back from the transcript.
 */
import type { DocumentContent, DocumentValue } from '../contract/api.ts'
import { type EvidenceIndex, evidenceIndex } from '../document/evidence/evidence.ts'
import { type TermReader, termReader } from '../document/evidence/terms.ts'
import { isChildTemplate } from '../document/measures/deterministic-values.ts'
import { measure } from '../document/measures/measure.ts'
import {
  type MedicationFinder,
  medicationFinder,
} from '../document/medicines/medication-mentions.ts'
import type { Template, TemplateFieldSpec } from '../document/models/ports.ts'
import { FALLBACK, GATHERED, type Section, sectionOf } from '../document/models/sections.ts'
import type { DraftingGenerator } from '../document/notes/draft.ts'
import { readStatements, type Sources } from '../document/pieces/statements.ts'
import { bySorter, rulesGenerator } from '../document/quoting/rules-generator.ts'
import type { ClauseSenses } from '../document/quoting/sort-clauses.ts'
import type { DocumentRecord } from '../document/record/document-store.ts'
import { isAppError } from '../errors.ts'
import type { ConfirmedDiagnosis } from '../terminology/ports.ts'
import { nameWords, tellingWords } from './labels.ts'
import { type MeasuredValues, measuredValues } from './measures.ts'

export interface MaterialInput {
  document: DocumentRecord
  sources: Sources
  /** The principal one first. */
  confirmed: readonly ConfirmedDiagnosis[]
}

/** A part of the record, as running text and as items. */
export interface SectionText {
  text: string | null
  items: readonly string[]
}

export interface Material {
  input: MaterialInput
  measures: MeasuredValues
  isChild: boolean
  section(section: Section): SectionText
  /** The document's field or entry of that very name; undefined when it has none. */
  named(name: string): SectionText | undefined
  /** Index of the document alone. */
  written: EvidenceIndex
  /** Index of everything, the document included. */
  all: EvidenceIndex
  readTerms: TermReader
  findMedications: MedicationFinder
}

export async function readMaterial(
  input: MaterialInput,
  signal: AbortSignal,
  senses?: ClauseSenses,
): Promise<Material> {
  const { document, sources } = input
  const { template, content, markdown } = document
  const isChild = isChildTemplate(template)
  const said = await saidBySection(template, sources, rulesGenerator(bySorter(senses)), signal)
  const edited = editedSections(document)
  const entries = namedEntries(template, content)
  const none: SectionText = { text: null, items: [] }
  // Read when the first property asks for them.
  let written: EvidenceIndex | undefined
  let all: EvidenceIndex | undefined

  return {
    input,
    isChild,
    measures: measuredValues(document, measure(readStatements(sources), isChild)),
    section(section) {
      const field = template.fields.find((one) => sectionOf(one) === section)
      if (field) return sectionText(content[field.name] ?? null)
      // A doctor changed the part that holds it: only that text counts, and it is not taken apart
      // by rules.
      return edited.has(section) ? none : (said.get(section) ?? none)
    },
    named: (name) => entries.get(tellingWords(nameWords(name)).join(' ')),
    get written() {
      written ??= evidenceIndex(onlyContext(markdown))
      return written
    },
    get all() {
      all ??= evidenceIndex({
        ...sources,
        contextMarkdown: `${markdown}\n\n${sources.contextMarkdown}`,
      })
      return all
    },
    readTerms: termReader(),
    findMedications: medicationFinder(),
  }
}

export function sectionText(value: DocumentValue): SectionText {
  if (value === null) return { text: null, items: [] }
  if (typeof value === 'string') return { text: value, items: [value] }
  const items = Array.isArray(value)
    ? value
    : Object.entries(value).flatMap(([key, text]) => (text === null ? [] : [`${key}: ${text}`]))
  return { text: items.length > 0 ? items.join('; ') : null, items }
}

function onlyContext(contextMarkdown: string): Sources {
  return { segments: [], contextMarkdown, backgroundHistory: null, files: [] }
}

/**
 * Sections that the document's model has no field for, quoted from the sources as the rules quote
 * them.
 */
async function saidBySection(
  template: Template,
  sources: Sources,
  rules: DraftingGenerator,
  signal: AbortSignal,
): Promise<Map<Section, SectionText>> {
  const missing = ASKED.filter(
    (section) => !template.fields.some((field) => sectionOf(field) === section),
  )
  const fields = missing.flatMap((section): TemplateFieldSpec[] => [
    { name: section, type: 'string', cues: [section] },
    { name: `${section} list`, type: 'string[]', cues: [section] },
  ])
  const quoted = await rules
    .generate({ ...sources, template: { ...template, fields } }, { signal, onField() {} })
    .catch((error: unknown) => {
      if (isAppError(error) && error.code === 'no_content') return undefined
      throw error
    })
  return new Map(
    missing.flatMap((section): [Section, SectionText][] => {
      const text = quoted?.content[section] ?? null
      const items = quoted?.content[`${section} list`] ?? null
      if (typeof text !== 'string') return []
      return [[section, { text, items: Array.isArray(items) ? items : [text] }]]
    }),
  )
}

/** What names of properties can mean (`concepts.ts`). */
const ASKED: readonly Section[] = [
  'complaint',
  'presentIllness',
  'medicationsInUse',
  'pastHistory',
  'allergies',
  'vaccines',
  'family',
  'social',
  'surgicalHistory',
  'obstetricHistory',
  'diet',
  'sleep',
  'physicalExam',
  'examResults',
  'hypotheses',
  'prescriptions',
  'orientations',
  'examsRequested',
  'certificate',
  'referral',
  'subjective',
  'objective',
  'assessment',
  'plan',
]

/** Every section whose words lie in a field that somebody edited. */
function editedSections({ template, editedPaths }: DocumentRecord): ReadonlySet<Section> {
  const edited = new Set<Section>()
  const add = (section: Section) => {
    if (edited.has(section)) return
    edited.add(section)
    for (const part of GATHERED[section] ?? []) add(part)
    for (const part of ASKED) if (FALLBACK[part] === section) add(part)
    if (section === 'presentIllness') add('complaint')
  }
  for (const field of template.fields) {
    const section = sectionOf(field)
    if (section && editedPaths.some(([name]) => name === field.name)) add(section)
  }
  return edited
}

function namedEntries(
  template: Pick<Template, 'fields'>,
  content: DocumentContent,
): ReadonlyMap<string, SectionText> {
  const entries = new Map<string, SectionText>()
  const add = (name: string, value: DocumentValue) => {
    const words = tellingWords(nameWords(name)).join(' ')
    if (words !== '' && !entries.has(words)) entries.set(words, sectionText(value))
  }
  for (const { name } of template.fields) add(name, content[name] ?? null)
  for (const { name, keys = [] } of template.fields) {
    const value = content[name] ?? null
    const dict = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
    for (const key of keys) add(key, dict[key] ?? null)
  }
  return entries
}
