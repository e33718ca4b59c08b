/** One element of a list as an object: a medicine by its parts, anything else by its words. */
import { doseUnit } from '../document/medicines/medication-mentions.ts'
import { readNumbers } from '../portuguese/numbers.ts'
import { tokenize } from '../portuguese/tokens.ts'
import { codesNamed, type DiagnosisCodes } from './diagnosis-codes.ts'
import { type Around, aroundWithin } from './item-around.ts'
import { nameWords } from './labels.ts'
import { medicationPart, partNamed } from './medication-part.ts'
import {
  emptyValue,
  type LeafNode,
  type ObjectNode,
  type Output,
  type OutputValue,
  outputObject,
  type SchemaNode,
} from './schema.ts'
import type { MedicationParts } from './split-medication.ts'
import { subjectWithin } from './subject.ts'
import { fitted, isScalar } from './value-rules.ts'

export type Item = { kind: 'medication'; parts: MedicationParts } | { kind: 'text'; text: string }

/** @param list the list's own name */
export async function fillItem(
  node: ObjectNode,
  item: Item,
  codes: DiagnosisCodes,
  list: string,
): Promise<Output> {
  const text = item.kind === 'text' ? item.text : item.parts.whole
  const isMedication = item.kind === 'medication'
  const main = isMedication ? undefined : mainProperty(node, list)

  async function fillObject({ properties }: ObjectNode, around: Around): Promise<Output> {
    const entries: [string, OutputValue][] = []
    for (const { name, node: inner } of properties)
      entries.push([name, await fill(name, inner, around)])
    return outputObject(entries)
  }

  async function fill(name: string, inner: SchemaNode, around: Around): Promise<OutputValue> {
    if (around.kind === 'other') return emptyValue(inner)
    switch (inner.type) {
      case 'CID': {
        const code = item.kind === 'text' && around.kind === 'item' ? await codes.of(text) : null
        const [named] = code ? codesNamed(name, [code]) : []
        return named ? { ...named } : null
      }
      case 'AnthropometricData':
      case 'array':
        return emptyValue(inner)
      case 'object':
        return fillObject(inner, aroundWithin(around, name, { list, isMedication }))
      default: {
        const value = leaf(name, inner, around)
        return isScalar(value) ? (fitted(inner.rules ?? [], value) ?? null) : value
      }
    }
  }

  function leaf(name: string, inner: LeafNode, around: Around): OutputValue {
    if (item.kind === 'medication') return medicationLeaf(name, inner, item.parts, around)
    // By node: an object within the item may have a property of the same name, of something else.
    return inner === main ? text : itemPart(name, inner, text)
  }

  return fillObject(node, { kind: 'item' })
}

function medicationLeaf(
  name: string,
  node: LeafNode,
  parts: MedicationParts,
  around: Around,
): OutputValue {
  if (around.kind === 'part') {
    const part = UNIT.test(nameWords(name).join(' ')) ? 'doseUnit' : around.part
    const isOfDose = part !== 'doseUnit' || around.part === 'dose'
    const asks = part === 'doseUnit' || VALUE.test(nameWords(name).join(' '))
    return isOfDose && asks ? medicationPart(part, name, node, parts) : null
  }
  const part = partNamed(name, node.description)
  // Directions have no name of their own: `posologia: { nome }`.
  if (around.kind === 'directions' && (part === undefined || part === 'name')) return null
  return medicationPart(part, name, node, parts)
}

const VALUE = /^(?:valor|value|numero|number|texto|text|descricao|description|quantidade|quantity)$/
const UNIT = /^(?:unidade|unit|unidade de medida)$/

const MAIN =
  /^(?:nome|name|descricao|description|texto|text|item|titulo|title|exame|exam|test|diagnostico|diagnosis|hipotese|problema|problem|orientacao|alergia|alergeno|substancia|allergy|allergen|vacina|vaccine|encaminhamento|especialidade|procedimento|sintoma|queixa|conteudo)(?: .*)?$/

/**
 * The text property that an item as such belongs to: a name, a description, the same within an
 * object that is the item once more (`diagnosticos: [{ diagnostico: { descricao } }]`), or the only
 * text there is.
 */
function mainProperty(node: ObjectNode, list: string): SchemaNode | undefined {
  return namedMain(node, list) ?? onlyText(node)
}

function namedMain({ properties }: ObjectNode, list: string): SchemaNode | undefined {
  const named = properties.find(
    ({ name, node }) => isOwnText(name, node) && MAIN.test(nameWords(name).join(' ')),
  )
  if (named) return named.node
  for (const { name, node } of properties) {
    if (node.type !== 'object') continue
    const around = aroundWithin({ kind: 'item' }, name, { list, isMedication: false })
    const inner = around.kind === 'item' ? namedMain(node, list) : undefined
    if (inner) return inner
  }
  return undefined
}

/** `nomeDoLaboratorio` is no name of the element. */
function isOwnText(name: string, { type }: SchemaNode): boolean {
  return type === 'string' && subjectWithin('patient', { name, description: '' }, true) !== 'other'
}

function onlyText({ properties }: ObjectNode): SchemaNode | undefined {
  const texts = properties.filter(({ name, node }) => isOwnText(name, node))
  return texts.length === 1 ? texts[0]?.node : undefined
}

/** "Hemoglobina glicada 6,8%": the value and the unit of the one number there is. */
function itemPart(name: string, node: LeafNode, text: string): OutputValue {
  const words = nameWords(name).join(' ')
  const tokens = tokenize(text)
  const [number, ...others] = readNumbers(tokens).filter(({ article }) => !article)
  if (!number || others.length > 0) return null
  if (/^(?:valor|value|resultado|result)$/.test(words))
    return node.type === 'number' ? number.value : node.type === 'string' ? rest() : null
  if (/^(?:unidade|unit)$/.test(words) && node.type === 'string') return unitAfter()
  return null

  function rest(): string {
    return text.slice(tokens[number!.from]!.start).trim()
  }

  function unitAfter(): string | null {
    const after = tokens[number!.to]
    if (!after) return null
    const isUnit = after.norm === '%' || doseUnit(after.norm.toLowerCase()) !== undefined
    if (!isUnit) return null
    // "mg/dL" is one unit.
    return /^[^\s,;.)]+/.exec(text.slice(after.start))?.[0] ?? null
  }
}
