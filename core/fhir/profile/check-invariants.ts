/**
 * Constraints of R4 that its tables cannot say, as far as these documents can break them; named by
 * R4's own keys.
 */
import { asText, type JsonObject, valuesAt } from './json.ts'
import type { Run } from './run.ts'

interface Invariant {
  key: string
  /** Where the fault lies, below the element. */
  at?: string
  holds(value: JsonObject): boolean
  problem: string
}

const has = (value: JsonObject, name: string) => value[name] !== undefined
const hasChoice = (value: JsonObject, name: string) =>
  Object.keys(value).some((key) => key.startsWith(name) && key.length > name.length)
const codeOf = (value: JsonObject, name: string) =>
  asText(valuesAt(value, [name, 'coding', 'code'])[0])

const INVARIANTS: Record<string, readonly Invariant[]> = {
  Extension: [
    {
      key: 'ext-1',
      holds: (value) => has(value, 'extension') !== hasChoice(value, 'value'),
      problem: 'a extensão deve ter um valor, ou partes, e não ambos',
    },
  ],
  Period: [
    {
      key: 'per-1',
      at: '.end',
      holds: ({ start, end }) => !isAfter(start, end),
      problem: 'o fim não pode ser antes do início',
    },
  ],
  Quantity: [
    {
      key: 'qty-3',
      at: '.system',
      holds: (value) => !has(value, 'code') || has(value, 'system'),
      problem: 'o código da unidade precisa do sistema de unidades (UCUM)',
    },
  ],
  'Composition.section': [
    {
      key: 'cmp-1',
      holds: (value) => has(value, 'text') || has(value, 'entry') || has(value, 'section'),
      problem: 'a seção está vazia',
    },
  ],
  AllergyIntolerance: [
    {
      key: 'ait-1',
      at: '.clinicalStatus',
      holds: (value) =>
        has(value, 'clinicalStatus') || codeOf(value, 'verificationStatus') === 'entered-in-error',
      problem: 'falta informar se a alergia está ativa',
    },
    {
      key: 'ait-2',
      at: '.clinicalStatus',
      holds: (value) =>
        !has(value, 'clinicalStatus') || codeOf(value, 'verificationStatus') !== 'entered-in-error',
      problem: 'não pode ser informado em um registro marcado como erro',
    },
  ],
  Condition: [
    {
      key: 'con-5',
      at: '.clinicalStatus',
      holds: (value) =>
        !has(value, 'clinicalStatus') || codeOf(value, 'verificationStatus') !== 'entered-in-error',
      problem: 'não pode ser informado em um registro marcado como erro',
    },
  ],
  'Condition.stage': [
    {
      key: 'con-1',
      holds: (value) => has(value, 'summary') || has(value, 'assessment'),
      problem: 'falta a avaliação',
    },
  ],
  Observation: [
    {
      key: 'obs-6',
      at: '.dataAbsentReason',
      holds: (value) => !has(value, 'dataAbsentReason') || !hasChoice(value, 'value'),
      problem: 'só pode ser informado quando não há valor',
    },
  ],
  'Observation.referenceRange': [
    {
      key: 'obs-3',
      holds: (value) => has(value, 'low') || has(value, 'high') || has(value, 'text'),
      problem: 'falta o texto do intervalo de referência',
    },
  ],
  'CarePlan.activity': [
    {
      key: 'cpl-3',
      holds: (value) => !has(value, 'detail') || !has(value, 'reference'),
      problem: 'só pode haver detalhe ou referência, não ambos',
    },
  ],
  'Timing.repeat': [
    {
      key: 'tim-8',
      at: '.count',
      holds: (value) => !has(value, 'countMax') || has(value, 'count'),
      problem: 'falta informar, pois há um máximo de doses',
    },
  ],
}

export function checkInvariants(run: Run, type: string, value: JsonObject, path: string) {
  for (const { key, at = '', holds, problem } of INVARIANTS[type] ?? [])
    if (!holds(value) && !run.hasError(`${path}${at}`)) run.report(key, `${path}${at}`, problem)
}

/** Only where both tell the time to the second: anything else cannot be compared for sure. */
function isAfter(start: unknown, end: unknown): boolean {
  if (typeof start !== 'string' || typeof end !== 'string') return false
  if (start.length === 10 && end.length === 10) return start > end
  return start.includes('T') && end.includes('T') && Date.parse(start) > Date.parse(end)
}
