/**
 * The newest part of the chain, for a look that must be fast; `svcctl audit verify` looks at all of
 * it.
 */
import { type AuditEntry, macText } from './entry.ts'
import type { ChainProofs, ChainToVerify } from './verify-chain.ts'

export interface TailReport {
  /** How many links were computed anew. */
  checked: number
  lastSequence: number
  /** The first that does not fit; null when all do. */
  firstBadSequence: number | null
  head: 'fits' | 'missing' | 'altered' | 'ahead'
  isGuarded: boolean
}

/** @param entries the newest, oldest first, without gaps in what was asked for */
export function verifyTail(
  entries: readonly AuditEntry[],
  { head, isGuarded }: Pick<ChainToVerify, 'head' | 'isGuarded'>,
  macAtHead: string | null,
  { mac }: Pick<ChainProofs, 'mac'>,
): TailReport {
  let before: AuditEntry | undefined
  let firstBadSequence: number | null = null
  for (const entry of entries) {
    if (before) {
      const isNext = entry.sequence === before.sequence + 1
      const isWhole = mac(macText(entry, before.mac)) === entry.mac
      if (!isNext || !isWhole) firstBadSequence ??= before.sequence + 1
    }
    before = entry
  }
  return {
    checked: Math.max(0, entries.length - 1),
    lastSequence: before?.sequence ?? 0,
    firstBadSequence,
    head: headStands(head, macAtHead),
    isGuarded,
  }
}

function headStands(head: ChainToVerify['head'], macAtHead: string | null): TailReport['head'] {
  if (head.kind === 'none') return 'missing'
  if (head.kind === 'broken') return 'altered'
  if (macAtHead === null) return 'ahead'
  return macAtHead === head.mac ? 'fits' : 'altered'
}
