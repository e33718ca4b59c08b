import { isAppError } from '../core/errors.ts'
import type { Pair } from '../core/model-file/advise-models.ts'
import type { FitnessLevel } from '../core/model-file/model-fitness.ts'
import { bytes } from './format.ts'
import { fitnessWords } from './model-words.ts'
import type { Obtainable } from './setup-plan.ts'
import type { Terminal } from './terminal.ts'

const MIB = 1024 * 1024

export interface Outcome {
  name: string
  kind: 'speech' | 'text'
  /** False: it is here, and was proven fit for nothing. */
  used: boolean
  fitness: FitnessLevel | null
  words: string
}

export function isDone({ name, kind, how, fitness }: Obtainable, inUse: Pair): boolean {
  if (how !== 'here') return false
  if (kind === 'speech') return inUse.speech === name
  // What is fit for nothing is not taken again.
  return fitness === 'nothing' || (fitness !== null && inUse.text === name)
}

export function planTable(terminal: Terminal, steps: readonly Obtainable[], inUse: Pair): string {
  return terminal.table(steps, [
    { header: 'FOR', cell: ({ kind }) => (kind === 'speech' ? 'speech' : 'documents') },
    { header: 'MODEL', cell: ({ name }) => name },
    { header: 'SIZE', cell: sizeWords, align: 'right' },
    {
      header: 'MEMORY',
      cell: ({ memoryMiB }) => (memoryMiB === null ? '?' : `~${bytes(memoryMiB * MIB)}`),
      align: 'right',
    },
    { header: 'STEPS', cell: (one) => stepWords(one, inUse), shrinks: 'wraps' },
    {
      header: 'LICENCE',
      cell: ({ known }) => known?.licence.name ?? 'not known',
      below: true,
      shrinks: true,
    },
  ])
}

function sizeWords({ sizeBytes, how }: Obtainable): string {
  if (sizeBytes === null) return '?'
  return `${how === 'download' ? '~' : ''}${bytes(sizeBytes)}`
}

function stepWords(one: Obtainable, inUse: Pair): string {
  const { how, kind, fitness } = one
  if (isDone(one, inUse))
    return fitness === 'nothing' ? 'is here, not fit for documents: stays unused' : 'is in use'
  const steps: string[] = how === 'here' ? [] : [how]
  if (kind === 'text' && fitness === null) steps.push('prove')
  return [...steps, 'use'].join(', ')
}

export function present(one: Obtainable, inUse: Pair) {
  const { name, kind, how, known, sizeBytes, memoryMiB, fitness } = one
  const licence = known?.licence.name ?? null
  const inUseAlready = isDone(one, inUse) && fitness !== 'nothing'
  return { name, kind, how, sizeBytes, memoryMiB, licence, fitness, inUse: inUseAlready }
}

export function outcomeWords({ name, kind, used, fitness, words }: Outcome): string {
  if (!used)
    return `${name} is here and not fit for documents on this machine: rules go on writing. To remove it: svcctl model remove ${name}`
  if (kind === 'speech') return `${name} understands speech now. ${words}`.trim()
  return `${name} is in use for documents (${fitnessWords(fitness)}). ${words}`.trim()
}

/** After one that broke off. */
export function goesOnWords(done: readonly Outcome[], error: unknown): string {
  const kept = done.filter(({ used }) => used).map(({ name }) => name)
  const what = kept.length > 0 ? `${kept.join(', ')}: in use. ` : ''
  const again = isAppError(error) ? 'When that is mended, the same command' : 'The same command'
  return `${what}${again} goes on from here: svcctl model setup`
}
