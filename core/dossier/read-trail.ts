/** One pass over the audit's entries of a month: what the figures of the report take from it. */
import type { AuditEntry } from '../audit/entry.ts'

/** What is more than a count by action and outcome. */
export interface TrailCounts {
  changes: { at: string; action: string; what: string }[]
  /** By retention's category. */
  erased: Record<string, { consultations: number; items: number; bytes: number }>
}

/** What an auditor calls a change of the system. */
const CHANGES = new Set([
  'engine_model.installed',
  'engine_model.removed',
  'organization.changed',
  'retention.changed',
  'rnds.certificate_changed',
  'rnds.profile_changed',
  'setting.changed',
  'template.installed',
  'template.removed',
  'terminology.imported',
  'vault.rotated',
  'vocabulary.changed',
])
const MOST_CHANGES = 200

export async function readTrail(pages: AsyncIterable<readonly AuditEntry[]>) {
  const counts: Record<string, number> = {}
  const active = new Set<string>()
  const changes: TrailCounts['changes'] = []
  const erased: TrailCounts['erased'] = {}
  const found = {
    stopped: 0,
    uses: 0,
    usesReviewed: 0,
    generated: 0,
    failed: 0,
    refused: 0,
    breaks: 0,
  }
  for await (const page of pages)
    for (const { action, outcome, consultationId, facts: json, at, subjectId } of page) {
      const facts = JSON.parse(json) as Record<string, unknown>
      const key = `${action} ${outcome}`
      counts[key] = (counts[key] ?? 0) + 1
      if (consultationId && outcome === 'success') active.add(consultationId)
      if (action === 'audit.broken') found.breaks += 1
      else if (outcome === 'failed') found.failed += 1
      if (/^(access|authentication)\./.test(action)) found.refused += Number(facts.times ?? 1)
      if (facts.code === 'consent_refused' || facts.code === 'consent_required')
        found.stopped += Number(facts.times ?? 1)
      if (action === 'document.recorded' && facts.kind === 'generated') found.generated += 1
      if (action === 'document.used' && outcome === 'success') {
        found.uses += 1
        if (facts.reviewed === true) found.usesReviewed += 1
      }
      if (action === 'retention.applied') {
        const category = String(facts.category)
        const sum = erased[category] ?? { consultations: 0, items: 0, bytes: 0 }
        erased[category] = {
          consultations: sum.consultations + 1,
          items: sum.items + Number(facts.items),
          bytes: sum.bytes + Number(facts.bytes),
        }
      }
      if (CHANGES.has(action) && outcome === 'success' && changes.length < MOST_CHANGES)
        changes.push({ at, action, what: String(facts.setting ?? subjectId ?? '') })
    }
  return { ...found, counts, active, changes, erased }
}
