/** Making and checking the monthly report for the medical director. */
import type { AuditActor, AuditTrail } from '../audit/ports.ts'
import type { TrailReader } from '../audit/read-trail.ts'
import { AppError } from '../errors.ts'
import { type Difference, differenceFrom, isPage, unbroken } from './compare-report.ts'
import { countFigures, type ReportSources } from './figures.ts'
import {
  type MonthlyReport,
  monthBounds,
  type ReportBody,
  readReport,
  reportText,
  sealedText,
} from './report.ts'
import { writeReport } from './write-report.ts'

interface Deps {
  sources(
    month: { organizationId: string | null; from: Date; until: Date },
    reader: Pick<TrailReader, 'read'>,
  ): Promise<ReportSources>
  /** As the audit stands, before this report is put on record. */
  examine(): Promise<{
    reader: TrailReader
    /** By the key that seals the audit's days: base64. */
    sign(text: string): string
    publicKey: string
  }>
  isSigned(text: string, signature: string, publicKey: string): boolean
  sha256(text: string): string
  trail: AuditTrail
  productVersion: string
  riskClass: ReportBody['risk_class']
  now: () => Date
}

export interface ReportProof {
  month: string
  /** The figures are those that were signed. */
  intact: boolean
  /** By this box's key, and not by another's. */
  ours: boolean
  /** The audit knows that it was made. */
  onRecord: boolean
  /** What people read in the file is what the signed figures give, and nothing beside. */
  asWritten: boolean
  /** The first place where it is not; null: none, or the figures themselves are altered. */
  difference: Difference | null
}

export type MonthlyReports = ReturnType<typeof monthlyReports>

export function monthlyReports(deps: Deps) {
  const { sources, examine, sha256, isSigned, trail, productVersion, riskClass, now } = deps
  return {
    /**
     * Puts on record that it was made. @throws {AppError} `usage` for what is no month, or one that
     * has not begun
     */
    async make(
      month: string,
      organization: { id: string; name: string } | null,
      by: AuditActor,
    ): Promise<MonthlyReport> {
      const bounds = monthBounds(month)
      if (!bounds || bounds.from > now())
        throw new AppError('invalid', 'usage', `"${month}" is no month of the past: write 2026-10.`)
      const { reader, sign, publicKey } = await examine()
      const organizationId = organization?.id ?? null
      const body: ReportBody = {
        format: 1,
        month,
        organization,
        made_at: now().toISOString(),
        product_version: productVersion,
        risk_class: riskClass,
        figures: await countFigures(await sources({ organizationId, ...bounds }, reader)),
      }
      const digest = sha256(reportText(body))
      const signature = sign(sealedText(month, digest))
      const report = { ...body, seal: { sha256: digest, signature, public_key: publicKey } }
      await trail.append({
        actor: by,
        action: 'audit.reported',
        organizationId,
        requestId: null,
        outcome: 'success',
        subject: { kind: 'month', id: month },
        // A later version may lay the page out otherwise, and has to know this one as it was.
        facts: { sha256: digest, page_sha256: sha256(writeReport(report, 'html')) },
      })
      return report
    },

    /** @throws {AppError} `report_unreadable` */
    async prove(text: string): Promise<ReportProof> {
      const report = readReport(text)
      if (!report)
        throw new AppError(
          'invalid',
          'report_unreadable',
          'This is no monthly report: give the .json or the .html file.',
        )
      const { month, seal } = report
      const { reader, publicKey } = await examine()
      const intact =
        sha256(reportText(report)) === seal.sha256 &&
        isSigned(sealedText(month, seal.sha256), seal.signature, seal.public_key)
      let onRecord = false
      let pageOfThen: string | null = null
      // Written a moment after the report's own time.
      if (intact)
        for await (const page of reader.read({ since: new Date(report.made_at) }))
          for (const { action, facts } of page) {
            if (action !== 'audit.reported') continue
            const made = JSON.parse(facts) as { sha256?: string; page_sha256?: string }
            if (made.sha256 !== seal.sha256) continue
            onRecord = true
            pageOfThen = made.page_sha256 ?? null
          }
      const wasWrittenThen = isPage(text) && sha256(unbroken(text)) === pageOfThen
      // Altered figures cannot be laid out: nobody knows what they are.
      const difference = intact && !wasWrittenThen ? differenceFrom(text, report) : null
      const asWritten = intact && difference === null
      const ours = seal.public_key === publicKey
      return { month, intact, ours, onRecord, asWritten, difference }
    },
  }
}
