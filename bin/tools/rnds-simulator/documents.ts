/**
 * Documents as the network keeps them: one per pair of system and value for ever, unless it
 * replaces the newest of its chain; deletion is logical (RNDS.md §4.1 to 4.5).
 */
import type { Refusal } from './answers.ts'

export interface KeptDocument {
  /** `<uuid>-<4 characters>` */
  id: string
  system: string
  value: string
  documentType: string
  /** Of the practitioner on whose behalf it came. */
  cns: string
  /** ISO 8601. */
  date: string
  status: 'final' | 'entered-in-error'
  replaces: string | null
  bundle: unknown
}

export interface Submitted {
  system: string
  value: string
  documentType: string
  cns: string
  /** Ids that the root Composition says it replaces. */
  replaces: string[]
  bundle: unknown
}

export interface Documents {
  keep(submitted: Submitted, at: Date): { id: string } | { refused: Refusal }
  find(id: string): KeptDocument | undefined
  findByLocalId(system: string, value: string, documentType: string): KeptDocument[]
  remove(id: string, system: string | null): 'removed' | 'unknown' | { refused: Refusal }
  list(): KeptDocument[]
}

interface Deps {
  initial: KeptDocument[]
  newId: () => string
  /** After every change. */
  onChange(documents: KeptDocument[]): void
}

export function documents({ initial, newId, onChange }: Deps): Documents {
  const kept = new Map<string, KeptDocument>()
  /** Versions of one document, in order. */
  const chains = new Map<string, KeptDocument[]>()
  const nameOf = (system: string, value: string) => `${system}|${value}`
  const chain = (system: string, value: string) => chains.get(nameOf(system, value)) ?? []
  const changed = () => onChange([...kept.values()])
  function add(document: KeptDocument) {
    const { id, system, value } = document
    kept.set(id, document)
    chains.set(nameOf(system, value), [...chain(system, value), document])
  }
  for (const document of initial) add(document)

  function judgeNew({ system, value }: Submitted): Refusal | undefined {
    const existing = chain(system, value).at(-1)
    if (!existing) return undefined
    return refusal(
      'ERR866',
      `O identifier informado já foi utilizado para cadastrar outro documento e não pode ser repetido. O id existente é ${existing.id}.`,
    )
  }

  function judgeReplacement(target: string, submitted: Submitted): Refusal | undefined {
    const old = kept.get(target)
    if (!old || old.documentType !== submitted.documentType)
      return refusal(
        'ERR875',
        'Documento para substituição, indicado no atributo relatesTo, não foi encontrado.',
      )
    if (old.system !== submitted.system || old.value !== submitted.value)
      return refusal(
        'ERR872',
        "O documento referenciado para substituição no campo 'relatesTo' possui um 'identifier' que não é o mesmo do documento que foi substituído.",
      )
    if (chain(old.system, old.value).some(({ replaces }) => replaces === target))
      return refusal('MSG009', `O documento ${target} já foi substituído.`)
    if (old.status !== 'final')
      return refusal('ERR875', `O documento ${target} não pode mais ser substituído.`)
    return undefined
  }

  return {
    keep(submitted, at) {
      const [target, ...more] = submitted.replaces
      if (more.length > 0)
        return {
          refused: refusal('ERR869', 'O atributo relatesTo permite apontar apenas 01 documento.'),
        }
      const refused = target ? judgeReplacement(target, submitted) : judgeNew(submitted)
      if (refused) return { refused }
      const { system, value, documentType, cns, bundle } = submitted
      const old = target ? kept.get(target) : undefined
      if (old) old.status = 'entered-in-error'
      const id = newId()
      const date = at.toISOString()
      const replaces = target ?? null
      const status = 'final'
      add({ id, system, value, documentType, cns, date, replaces, bundle, status })
      changed()
      return { id }
    },
    find: (id) => kept.get(id),
    findByLocalId: (system, value, documentType) =>
      chain(system, value).filter((one) => one.documentType === documentType),
    remove(id, system) {
      const document = kept.get(id)
      if (!document) return 'unknown'
      if (system !== null && document.system !== system)
        return {
          refused: refusal(
            'ERR826',
            `Você não possui autorização para excluir documentos desse sistema de origem: ${document.system}.`,
          ),
        }
      if (document.status !== 'final')
        return {
          refused: refusal(
            'ERR825',
            'Para realizar a exclusão, o status do documento deve ser"final".',
          ),
        }
      document.status = 'entered-in-error'
      changed()
      return 'removed'
    },
    list: () => [...kept.values()],
  }
}

const refusal = (code: string, text: string): Refusal => ({ code, text })
