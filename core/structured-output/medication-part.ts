/** Which part of a prescribed medicine a property asks for. */
import { headWords, nameWords, tellingWords } from './labels.ts'
import type { LeafNode, OutputValue } from './schema.ts'
import type { MedicationParts } from './split-medication.ts'

export type Part = keyof MedicationParts

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

export function medicationPart(
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
export function partNamed(name: string, description: string): Part | undefined {
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
