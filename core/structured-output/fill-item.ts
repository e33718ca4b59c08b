/** One element of a list as an object: a medicine by its parts, anything else by its words. */
import { doseUnit } from '../document/medicines/medication-mentions.ts'
import { readNumbers } from '../portuguese/numbers.ts'
import { tokenize } from '../portuguese/tokens.ts'
import { conceptOf } from './concepts.ts'
import { codesNamed, type DiagnosisCodes } from './diagnosis-codes.ts'
import { headWords, nameWords, tellingWords } from './labels.ts'
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

type Around =
  | { kind: 'item' }
  /** Everything of a medicine but its name. */
  | { kind: 'directions' }
  /** Part of a medicine (`dose: { valor, unidade }`). */
  | { kind: 'part'; part: Part }
  | { kind: 'other' }

/**
 * What an object within a list's element is about: the element itself once more, how it is taken,
 * one part of it, or something else. A name means the element's only in the first three: the maker
 * of a medicine has a name of its own.
 */
function aroundWithin(
  outer: Around,
  name: string,
  { list, isMedication }: { list: string; isMedication: boolean },
): Around {
  if (outer.kind === 'other' || outer.kind === 'part') return { kind: 'other' }
  const words = nameWords(name)
  const key = words.join(' ')
  if (NEUTRAL.test(key)) return outer
  if (!isMedication) {
    const isSame = isElementOf(words, list) || VALUES.test(key) || isCoding(name)
    return isSame ? outer : { kind: 'other' }
  }
  if (outer.kind === 'item' && (MEDICINE.test(key) || isElementOf(words, list))) return outer
  if (DIRECTIONS.test(key)) return { kind: 'directions' }
  const part = partNamed(name, '')
  return part && part !== 'name' ? { kind: 'part', part } : { kind: 'other' }
}

const NEUTRAL = /^(?:item|dados|detalhes|informacoes|info|details|data)(?: (?:do|da) item)?$/
const VALUES = /^(?:resultado|valor|medida|medicao|result|value|measurement)$/
const MEDICINE =
  /^(?:medicamento|medicacao|remedio|farmaco|droga|produto|medication|medicine|drug|product)$/
const DIRECTIONS =
  /^(?:posologia|prescricao|administracao|uso|modo (?:de )?uso|tratamento|esquema(?: terapeutico)?|instruc(?:ao|oes)|orientac(?:ao|oes)|dosage|directions|administration|treatment|regimen)$/

/** `diagnostico` is an element of `diagnosticos`, `exame` of `examesSolicitados`. */
function isElementOf(words: readonly string[], list: string): boolean {
  const listed = new Set(tellingWords(nameWords(list)).map(stem))
  const telling = tellingWords(words).map(stem)
  if (telling.length > 0 && telling.every((word) => listed.has(word))) return true
  const [own, all] = [conceptOf(words.join(' '), ''), conceptOf(list, '')]
  return own?.kind === 'section' && all?.kind === 'section' && own.section === all.section
}

function stem(word: string): string {
  return word.replace(/(?:oes|ao)$/, 'o').replace(/s$/, '')
}

function isCoding(name: string): boolean {
  const isOne = codesNamed(name, [{ code: '', description: '' }]).length > 0
  return isOne || /^(?:codificacao|classificacao|coding|classification)$/.test(name.toLowerCase())
}

type Part = keyof MedicationParts

const PARTS: readonly [RegExp, Part][] = [
  [/^(?:unidade(?: d[ae])? (?:dose|dosagem)|unidade|unit|dose unit)$/, 'doseUnit'],
  [/^(?:dose|dosagem|concentracao|dosage|strength)$/, 'dose'],
  [/^(?:frequencia|intervalo|frequency|horarios?|periodicidade)$/, 'frequency'],
  [/^(?:duracao|duracao tratamento|tempo(?: uso| tratamento)?|periodo|duration)$/, 'duration'],
  [/^(?:via|via administracao|route)$/, 'route'],
  [/^(?:quantidade|quantity|apresentacao)$/, 'quantity'],
  [/^(?:condicao|condicao uso|condition)$/, 'condition'],
  [/^(?:(?:uso )?(?:se )?necessario|sos|as needed|needed|prn)$/, 'asNeeded'],
  [
    /^(?:posologia|orientac(?:ao|oes)|instruc(?:ao|oes)|modo uso|como usar|directions|instructions|sig)$/,
    'directions',
  ],
  [
    /^(?:nome|medicamento|medicacao|remedio|farmaco|droga|principio ativo|nome medicamento|nome medicacao|name|drug|drug name|medication|medication name|medicine)$/,
    'name',
  ],
]

/** Which part of a prescribed medicine a property asks for. */
function medicationPart(
  part: Part | undefined,
  name: string,
  node: LeafNode,
  parts: MedicationParts,
): OutputValue {
  if (part === undefined)
    return node.type === 'string' && WHOLE.test(key(nameWords(name))) ? parts.whole : null
  if (node.type === 'boolean') return part === 'asNeeded' ? parts.asNeeded : null
  if (node.type === 'number')
    return part === 'dose' && isInUnit(name, parts.doseUnit) ? parts.doseValue : null
  const value = parts[part]
  return typeof value === 'string' ? value : null
}

/** `doseMg` asks for milligrams: 1 g is no 1 there. */
function isInUnit(name: string, unit: string | null): boolean {
  const wanted = nameWords(name).find((word) => /^(?:mg|g|mcg|ml|ui)$/.test(word))
  return wanted === undefined || wanted === unit?.toLowerCase()
}

/** Names made up of idle words: "descricao", "item". */
const WHOLE = /^(?:descricao|texto|item|prescricao|description|text)$/

/** By the name, else by how the description begins. */
function partNamed(name: string, description: string): Part | undefined {
  return partOfWords(nameWords(name)) ?? partOfWords(headWords(description))
}

function partOfWords(words: readonly string[]): Part | undefined {
  return PARTS.find(([pattern]) => pattern.test(key(words)))?.[1]
}

function key(words: readonly string[]): string {
  const telling = tellingWords(words)
  return (telling.length > 0 && !/^(?:unidade|unit)$/.test(words.join(' ')) ? telling : words).join(
    ' ',
  )
}
