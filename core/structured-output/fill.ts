/**
 * Fills a host's schema by rules (spec §2.3, DESIGN §5.5): what a property's name or description
 * clearly means is taken from the document, then from what was said. What cannot be told is null;
 * numbers have been measured or said, yes and no were said, codes are in the table. Nothing here
 * rephrases: texts are those of the document or quotes.
 */
import { formatMeasure } from '../document/measures/measurement.ts'
import { type Concept, conceptOf } from './concepts.ts'
import { codesNamed, type DiagnosisCodes } from './diagnosis-codes.ts'
import { saidNumber, saidToBe } from './explicit-statements.ts'
import { fillItem, type Item } from './fill-item.ts'
import { nameWords } from './labels.ts'
import type { Material, SectionText } from './material.ts'
import { inUnitOf } from './measures.ts'
import {
  type ArrayNode,
  emptyValue,
  type LeafNode,
  type ObjectNode,
  type Output,
  type OutputValue,
  outputObject,
  type SchemaNode,
} from './schema.ts'
import { splitMedications } from './split-medication.ts'
import { type Subject, subjectNamed, subjectWithin } from './subject.ts'
import { fitted } from './value-rules.ts'

export interface Filled {
  output: Output
  /** What rules could not tell, for a language model to be asked: paths of property names. */
  open: OpenNode[]
}

/** A string, number or array that rules left empty. */
export interface OpenNode {
  path: string[]
  node: LeafNode | ArrayNode
}

interface Place {
  name: string
  path: string[]
  /** Meaning of the object around it, for names that say little: `peso: { valor, unidade }`. */
  around: Concept | undefined
  subject: Subject
}

export async function fillByRules(
  schema: ObjectNode,
  material: Material,
  codes: DiagnosisCodes,
): Promise<Filled> {
  const open: OpenNode[] = []

  async function fillObject(
    node: ObjectNode,
    { path, around, subject }: Omit<Place, 'name'>,
  ): Promise<Output> {
    const entries: [string, OutputValue][] = []
    for (const { name, node: inner } of node.properties)
      entries.push([name, await fill(inner, { name, path: [...path, name], around, subject })])
    return outputObject(entries)
  }

  async function fill(node: SchemaNode, { subject: outer, ...at }: Place): Promise<OutputValue> {
    const { description } = node
    const subject = isGroup(node)
      ? subjectWithin(outer, { name: at.name, description }, material.isChild)
      : outer
    const place = { ...at, subject }
    if (subject === 'other') return emptyValue(node)
    if (outer !== 'patient') return ofFamily(node, place)
    switch (node.type) {
      case 'CID': {
        const [first] = codesNamed(place.name, await codes.list())
        return first ? { ...first } : null
      }
      case 'AnthropometricData':
        return { ...material.measures.anthropometric() }
      case 'object':
        return fillObject(node, { ...place, around: conceptOf(place.name, description) })
      case 'boolean': {
        const said = saidToBe({ name: place.name, description }, material)
        return said === null ? null : (fitted(node.rules ?? [], said) ?? null)
      }
      case 'array': {
        const items = await fillArray(node, place)
        if (items.length === 0 && isAskable(node.items)) open.push({ path: place.path, node })
        return items
      }
      default: {
        const value = leafWithin(node, place)
        if (value === undefined) open.push({ path: place.path, node })
        return value ?? null
      }
    }
  }

  /**
   * What is somebody else's by its name or description is not the patient's, whatever the other
   * says.
   */
  function ownConcept(name: string, description: string): Concept | undefined {
    const isOthers = subjectNamed({ name, description }, material.isChild) === 'other'
    return isOthers ? undefined : conceptOf(name, description)
  }

  /**
   * Within a family's history only yes and no can be told, and only from what was said of the
   * family.
   */
  async function ofFamily(node: SchemaNode, place: Place): Promise<OutputValue> {
    if (node.type === 'object') return fillObject(node, place)
    if (node.type !== 'boolean') return emptyValue(node)
    const { description } = node
    return saidToBe({ name: place.name, description }, material, 'family')
  }

  /** Values that break a rule of the host's are looked for once more, in the host's own words. */
  function leafWithin(node: LeafNode, place: Place): string | number | null | undefined {
    const value = leaf(node, place)
    return value === null || value === undefined ? value : fitted(node.rules ?? [], value)
  }

  /** Undefined: the rules do not know what is meant. Null: they know, and there is nothing. */
  function leaf(node: LeafNode, place: Place): string | number | null | undefined {
    const { description } = node
    const own = ownConcept(place.name, description)
    const concept = own ?? (isValueName(place.name) ? place.around : undefined)
    if (node.type === 'number') {
      if (concept) return measured(concept, { name: place.name, description })
      return saidNumber({ name: place.name, description }, material) ?? undefined
    }
    const unit = isUnitName(place.name) ? unitText(place.around) : undefined
    if (unit !== undefined) return unit
    const text = concept ? textOf(concept) : material.named(place.name)?.text
    return text === undefined ? undefined : text
  }

  function measured(concept: Concept, asked: { name: string; description: string }) {
    const { measures } = material
    if (concept.kind === 'bodyMassIndex') return measures.bodyMassIndex()
    if (concept.kind !== 'measure') return null
    const value = measures.value(concept.id, concept.index)
    return value === null ? null : inUnitOf(concept.id, value, asked)
  }

  function textOf(concept: Concept): string | null {
    const { measures } = material
    switch (concept.kind) {
      case 'section':
        return material.section(concept.section).text
      case 'measure':
        return measureText(concept)
      case 'bodyMassIndex':
        return measures.bodyMassIndex()?.toFixed(2).replace('.', ',').concat(' kg/m²') ?? null
      case 'bloodPressure': {
        const upper = measures.value('bloodPressure', 0)
        const lower = measures.value('bloodPressure', 1)
        return upper === null || lower === null ? null : `${upper}x${lower} mmHg`
      }
      case 'medications':
        return medications().join('; ') || null
      case 'primaryDiagnosis': {
        const { confirmed } = material.input
        const { items } = material.section('hypotheses')
        return confirmed[0]?.display ?? (items.length === 1 ? items[0]! : null)
      }
    }
  }

  function unitText(concept: Concept | undefined): string | null | undefined {
    if (concept?.kind !== 'measure') return undefined
    return measureText(concept)?.replace(/^[\d,]+\s*/, '') ?? null
  }

  function measureText({ id, index }: Extract<Concept, { kind: 'measure' }>): string | null {
    const value = material.measures.value(id, index)
    return value === null ? null : formatMeasure(id, value)
  }

  function medications(): string[] {
    const both = (['medicationsInUse', 'prescriptions'] as const).flatMap(
      (section) => material.section(section).items,
    )
    return [...new Set(both)]
  }

  async function fillArray({ items, description }: ArrayNode, place: Place) {
    const concept = ownConcept(place.name, description)
    switch (items.type) {
      case 'CID':
        return codesNamed(place.name, await codes.list()).map((code) => ({ ...code }))
      case 'AnthropometricData': {
        const measured = material.measures.anthropometric()
        return Object.values(measured).some((value) => value !== null) ? [{ ...measured }] : []
      }
      case 'string':
        return (listOf(concept, place.name)?.items ?? []).flatMap(
          (item) => fitted(items.rules ?? [], item) ?? [],
        )
      case 'object':
        return fillItems(items, concept, place)
      default:
        return []
    }
  }

  function listOf(concept: Concept | undefined, name: string): SectionText | undefined {
    if (!concept) return material.named(name)
    if (concept.kind === 'medications') return { text: null, items: medications() }
    return concept.kind === 'section' ? material.section(concept.section) : undefined
  }

  async function fillItems(node: ObjectNode, concept: Concept | undefined, place: Place) {
    const list = listOf(concept, place.name)
    if (!list) return []
    const filled: Output[] = []
    for (const item of list.items.flatMap((text) => itemsOf(text, concept)))
      filled.push(await fillItem(node, item, codes, place.name))
    return filled.filter(isFilled)
  }

  function itemsOf(text: string, concept: Concept | undefined): Item[] {
    const isMedication =
      concept?.kind === 'medications' ||
      (concept?.kind === 'section' && MEDICATION_LISTS.has(concept.section))
    if (!isMedication) return [{ kind: 'text', text }]
    return splitMedications(text, material.findMedications).map((parts) => ({
      kind: 'medication',
      parts,
    }))
  }

  const root: Omit<Place, 'name'> = { path: [], around: undefined, subject: 'patient' }
  return { output: await fillObject(schema, root), open }
}

/**
 * What has a name of its own for somebody else's data; a single value's name is read as a whole.
 */
function isGroup({ type }: SchemaNode): boolean {
  return type === 'object' || type === 'AnthropometricData'
}

const MEDICATION_LISTS: ReadonlySet<string> = new Set(['medicationsInUse', 'prescriptions'])

function isValueName(name: string): boolean {
  return /^(?:valor|value|medida|resultado|numero)$/.test(nameWords(name).join(' '))
}

function isUnitName(name: string): boolean {
  return /^(?:unidade|unit|unidade de medida)$/.test(nameWords(name).join(' '))
}

/** A list of yes and no, or of codes, is nothing to ask a language model for. */
function isAskable(node: SchemaNode): boolean {
  if (node.type === 'array') return isAskable(node.items)
  if (node.type === 'object') return node.properties.some(({ node: inner }) => isAskable(inner))
  return node.type === 'string' || node.type === 'number'
}

/** An item of which nothing is known says nothing. */
function isFilled(value: OutputValue): boolean {
  if (value === null) return false
  if (Array.isArray(value)) return value.some(isFilled)
  return typeof value === 'object' ? Object.values(value).some(isFilled) : true
}
