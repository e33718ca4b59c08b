/**
 * What the audit trail keeps of a document's ledger: how many values rest on what, and the text
 * whose digest proves later that a ledger is the one of that day. Numbers only; the clinical words
 * stay in the document.
 */
import type { LedgerCounts } from '../../contract/api.ts'
import { filledValues, pathKey } from '../models/content.ts'
import type { DocumentRecord } from './document-store.ts'

type Ledger = Pick<
  DocumentRecord,
  'template' | 'content' | 'evidence' | 'contradictions' | 'editedPaths'
>

/** Every filled value is counted once; `withdrawn` are the ones that were taken out. */
export function ledgerCounts({
  template,
  content,
  evidence,
  contradictions,
  editedPaths,
}: Ledger): LedgerCounts {
  const verdicts = new Map(evidence.map(({ path, verdict }) => [pathKey(path), verdict]))
  const typed = new Set(editedPaths.map(pathKey))
  const counts = { supported: 0, contradicted: 0, not_found: 0, typed: 0 }
  for (const { path } of filledValues(template, content)) {
    const key = pathKey(path)
    counts[typed.has(key) ? 'typed' : (verdicts.get(key) ?? 'not_found')] += 1
  }
  return { ...counts, withdrawn: contradictions.length }
}

/** The same ledger is the same text: values in the order of the model, evidence as it is stored. */
export function ledgerText(ledger: Ledger): string {
  const { template, content, evidence, contradictions, editedPaths } = ledger
  const values = filledValues(template, content).map(({ path, text }) => [path, text])
  return JSON.stringify([values, evidence, contradictions, editedPaths])
}
