/** One element of a list as an object: a medicine by its parts, anything else by its words. */
import { doseUnit } from '../document/extractors/medication-mentions.ts'
import { readNumbers } from '../document/extractors/numbers.ts'
import { tokenize } from '../document/extractors/tokens.ts'
import type { DiagnosisCodes } from './diagnosis-codes.ts'
import { headWords, nameWords, tellingWords } from './labels.ts'
import {
  type LeafNode,
  type ObjectNode,
  type Output,
  type OutputValue,
  outputObject,
  type SchemaNode,
} from './schema.ts'
import type { MedicationParts } from './split-medication.ts'

export type Item = { kind: 'medication'; parts: MedicationParts } | { kind: 'text'; text: string }

export async function fillItem(
  node: ObjectNode,
  item: Item,
  codes: DiagnosisCodes,
): Promise<Output> {
  const text = item.kind === 'text' ? item.text : item.parts.whole
  const main = item.kind === 'text' ? mainProperty(node) : undefined

  async function fill(name: string, inner: SchemaNode): Promise<OutputValue> {
    switch (inner.type) {
      case 'CID': {
        const code = item.kind === 'text' ? await codes.of(text) : null
        return code && { ...code }
      }
      case 'AnthropometricData':
        return { weight: null, height: null, imc: null }
      case 'array':
        return []
      case 'object': {
        const entries: [string, OutputValue][] = []
        for (const one of inner.properties) entries.push([one.name, await fill(one.name, one.node)])
        return outputObject(entries)
      }
      default:
        if (item.kind === 'medication') return medicationPart(name, inner, item.parts)
        // By node: an object within the item may have a property of the same name, of something else.
        return inner === main ? text : itemPart(name, inner, text)
    }
  }

  const entries: [string, OutputValue][] = []
  for (const { name, node: inner } of node.properties) entries.push([name, await fill(name, inner)])
  return outputObject(entries)
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

function medicationPart(name: string, node: LeafNode, parts: MedicationParts): OutputValue {
  const part = partNamed(name) ?? partOfWords(headWords(node.description))
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

/** Of names that idle words make up: "descricao", "item". */
const WHOLE = /^(?:descricao|texto|item|prescricao|description|text)$/

function partNamed(name: string): Part | undefined {
  return partOfWords(nameWords(name))
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

const MAIN =
  /^(?:nome|name|descricao|description|texto|text|item|titulo|title|exame|exam|test|diagnostico|diagnosis|hipotese|problema|problem|orientacao|alergia|alergeno|substancia|allergy|allergen|vacina|vaccine|encaminhamento|especialidade|procedimento|sintoma|queixa|conteudo)(?: .*)?$/

/** The text property that an item as such belongs to: a name, a description, or the only text there is. */
function mainProperty({ properties }: ObjectNode): SchemaNode | undefined {
  const texts = properties.filter(({ node }) => node.type === 'string')
  const named = texts.find(({ name }) => MAIN.test(nameWords(name).join(' ')))
  return (named ?? (texts.length === 1 ? texts[0] : undefined))?.node
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
