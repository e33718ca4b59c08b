/**
 * The month's figures for the medical director (CFM 2.454/2026), counted from two sources that know
 * nothing of one another: rows, and the entries of the audit. Where both can say the same, both are
 * counted, and the report says whether they agree. Pure: the same rows and entries give the same
 * figures.
 */
import type { AuditEntry } from '../audit/entry.ts'
import { readTrail, type TrailCounts } from './read-trail.ts'

/** One document, as the dossier keeps it. */
export interface DossierDocument {
  documentId: string
  consultationId: string
  generator: string
  model: string | null
  modelSha256: string | null
  recipeVersion: string
  templateId: string
  templateVersion: number
  templateSha256: string
  productVersion: string
  fallback: boolean
  createdAt: Date
  writtenAt: Date | null
  failure: string | null
  valuesSupported: number | null
  valuesMarked: number | null
  valuesWithdrawn: number | null
  reviewedAt: Date | null
  changedPermille: number | null
}

export interface ReportSources {
  /** Entries of the month, and of the organization where one is meant. */
  entries: AsyncIterable<readonly AuditEntry[]>
  /** Created or written in the month. */
  documents: readonly DossierDocument[]
  /** Fingerprints in use before the month, as `fingerprintKey` writes them. */
  earlierFingerprints: ReadonlySet<string>
  /** Consultations with a recording that began in the month. */
  recorded: readonly { consent: string; consentAt: Date | null; firstSoundAt: Date }[]
  /** Ids of those that were created in the month. */
  begun: readonly string[]
  /** Records of the national network that were sent in the month, by how they stand now. */
  submissions: Readonly<Record<string, number>>
  /** By code: recordings of the month whose text could not be made. */
  failedTexts: number
  from: Date
  until: Date
}

export interface FingerprintFigures {
  generator: string
  model: string | null
  model_sha256: string | null
  recipe_version: string
  product_version: string
  documents: number
  /** First seen this month. */
  new: boolean
}

export interface Figures {
  consultations: { begun: number; active: number; recorded: number }
  consent: {
    given: number
    refused: number
    withdrawn: number
    /** Recorded visits by when the answer was written down. */
    before_sound: number
    after_sound: number
    not_recorded: number
    /** Attempts to record that were stopped for want of consent. */
    stopped: number
  }
  documents: {
    requested: number
    written: number
    failed: Record<string, number>
    by_fingerprint: FingerprintFigures[]
    by_template: { id: string; version: number; sha256: string; documents: number }[]
  }
  oversight: {
    reviewed: number
    /** Taken out of the panel: filled, copied or confirmed as imported. */
    uses: number
    uses_reviewed: number
    values: number
    values_marked: number
    values_withdrawn: number
    /** Median change of reviewed documents, in thousandths of their words. */
    changed_median: number | null
    changed_mean: number | null
    /** Reviewed without a change. */
    unchanged: number
  }
  network: {
    submitted: number
    refused: number
    replaced: number
    deleted: number
    states: Record<string, number>
  }
  changes: TrailCounts['changes']
  incidents: {
    chain_breaks: number
    chain_resumed: number
    interrupted: number
    fallbacks: number
    failed_texts: number
    failed_acts: number
    refused_access: number
    doctor_mended: number
    restores: number
  }
  retention: {
    erased: TrailCounts['erased']
    erasures: number
    holds_placed: number
    holds_released: number
  }
  /** What rows and audit say of the same thing. */
  agreement: { what: 'written' | 'begun'; rows: number; audit: number; agree: boolean }[]
}

export function fingerprintKey(one: DossierDocument): string {
  const { generator, model, modelSha256, recipeVersion, productVersion } = one
  return JSON.stringify([generator, model, modelSha256, recipeVersion, productVersion])
}

export async function countFigures(sources: ReportSources): Promise<Figures> {
  const { documents, recorded, from, until } = sources
  const within = (at: Date | null) => at !== null && at >= from && at < until
  const trail = await readTrail(sources.entries)
  const written = documents.filter(({ writtenAt }) => within(writtenAt))
  const requested = documents.filter(({ createdAt }) => within(createdAt))
  const reviewed = documents.filter(({ reviewedAt }) => within(reviewedAt))
  const changed = reviewed
    .flatMap(({ changedPermille }) => (changedPermille === null ? [] : [changedPermille]))
    .sort((a, b) => a - b)
  const sum = (of: (one: DossierDocument) => number | null) =>
    written.reduce((total, one) => total + (of(one) ?? 0), 0)
  const agreement = (what: 'written' | 'begun', rows: number, audit: number) => ({
    what,
    rows,
    audit,
    agree: rows === audit,
  })
  const count = (action: string, outcome = 'success') => trail.counts[`${action} ${outcome}`] ?? 0

  return {
    consultations: {
      begun: sources.begun.length,
      active: trail.active.size,
      recorded: recorded.length,
    },
    consent: {
      given: count('consent.given'),
      refused: count('consent.refused'),
      withdrawn: count('consent.withdrawn'),
      before_sound: recorded.filter(isBefore).length,
      after_sound: recorded.filter((one) => one.consent === 'given' && !isBefore(one)).length,
      not_recorded: recorded.filter(({ consent }) => consent !== 'given').length,
      stopped: trail.stopped,
    },
    documents: {
      requested: requested.length,
      written: written.length,
      failed: tally(requested.flatMap(({ failure }) => failure ?? [])),
      by_fingerprint: byFingerprint(written, sources.earlierFingerprints),
      by_template: byTemplate(written),
    },
    oversight: {
      reviewed: reviewed.length,
      uses: trail.uses,
      uses_reviewed: trail.usesReviewed,
      values: sum((one) => (one.valuesSupported ?? 0) + (one.valuesMarked ?? 0)),
      values_marked: sum(({ valuesMarked }) => valuesMarked),
      values_withdrawn: sum(({ valuesWithdrawn }) => valuesWithdrawn),
      changed_median: median(changed),
      changed_mean:
        changed.length === 0
          ? null
          : Math.round(changed.reduce((total, n) => total + n, 0) / changed.length),
      unchanged: changed.filter((n) => n === 0).length,
    },
    network: {
      submitted: count('rnds.submitted'),
      refused: count('rnds.submitted', 'refused') + count('rnds.submitted', 'failed'),
      replaced: count('rnds.replaced'),
      deleted: count('rnds.deleted'),
      states: { ...sources.submissions },
    },
    changes: trail.changes,
    incidents: {
      chain_breaks: trail.breaks,
      chain_resumed: count('audit.resumed'),
      interrupted: requested.filter(({ failure }) => failure === 'interrupted').length,
      fallbacks: written.filter(({ fallback }) => fallback).length,
      failed_texts: sources.failedTexts,
      failed_acts: trail.failed,
      refused_access: trail.refused,
      doctor_mended: count('doctor.mended'),
      restores: count('backup.restored'),
    },
    retention: {
      erased: trail.erased,
      erasures: count('consultation.erased'),
      holds_placed: count('hold.placed'),
      holds_released: count('hold.released'),
    },
    agreement: [
      agreement('written', written.length, trail.generated),
      agreement(
        'begun',
        sources.begun.length,
        sources.begun.filter((id) => trail.active.has(id)).length,
      ),
    ],
  }
}

const isBefore = ({ consent, consentAt, firstSoundAt }: ReportSources['recorded'][number]) =>
  consent === 'given' && consentAt !== null && consentAt <= firstSoundAt

function byFingerprint(
  written: readonly DossierDocument[],
  earlier: ReadonlySet<string>,
): FingerprintFigures[] {
  const groups = new Map<string, FingerprintFigures>()
  for (const one of written) {
    const key = fingerprintKey(one)
    const group = groups.get(key)
    if (group) group.documents += 1
    else
      groups.set(key, {
        generator: one.generator,
        model: one.model,
        model_sha256: one.modelSha256,
        recipe_version: one.recipeVersion,
        product_version: one.productVersion,
        documents: 1,
        new: !earlier.has(key),
      })
  }
  return largestFirst([...groups.entries()])
}

function byTemplate(written: readonly DossierDocument[]) {
  const groups = new Map<string, Figures['documents']['by_template'][number]>()
  for (const { templateId: id, templateVersion: version, templateSha256: sha256 } of written) {
    const key = JSON.stringify([id, version, sha256])
    const group = groups.get(key)
    if (group) group.documents += 1
    else groups.set(key, { id, version, sha256, documents: 1 })
  }
  return largestFirst([...groups.entries()])
}

/** In an order of their own among equals, so that the same month is the same text. */
function largestFirst<Group extends { documents: number }>(groups: [string, Group][]): Group[] {
  return groups
    .sort(([a, one], [b, other]) => other.documents - one.documents || (a < b ? -1 : 1))
    .map(([, group]) => group)
}

function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of [...words].sort()) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

function median(sorted: readonly number[]): number | null {
  if (sorted.length === 0) return null
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  return Math.round((low + high) / 2)
}
