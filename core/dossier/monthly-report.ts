/** Making and checking the monthly report for the medical director. */

import type { TrailReader } from '../audit/entry.ts'
import type { AuditActor, AuditTrail } from '../audit/ports.ts'
import { AppError } from '../errors.ts'
import { countFigures, type ReportSources } from './figures.ts'
import {
  type MonthlyReport,
  monthBounds,
  PAGE_DATA,
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

interface Difference {
  /** The words before it, to find it by. */
  near: string
  /** What the file has there. */
  shows: string
  /** What the signed figures give there. */
  signed: string
}

/** Whether a file says to its readers what its signed figures say. */
function isPage(text: string): boolean {
  return text.includes(PAGE_DATA)
}

/** As it was written: other systems put other ends to lines. */
function unbroken(text: string): string {
  return `${text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trimEnd()}\n`
}

/**
 * Whatever is more, less or other than what is written from the figures, in view or out of it: a
 * style may hide a figure, and a second value of one name in JSON be the one that is read.
 * @param report the one that `text` holds, whose figures are those that were signed
 * @returns the first difference; null: none
 */
function differenceFrom(text: string, report: MonthlyReport): Difference | null {
  const [shown, written] = isPage(text)
    ? [unbroken(text), writeReport(report, 'html')]
    : [withoutSpace(text), withoutSpace(writeReport(known(report), 'json'))]
  if (shown === written) return null
  return isPage(text) ? firstOf(pieces(shown), pieces(written)) : firstOf([shown], [written])
}

/** Without what anybody may have written beside. */
function known(report: MonthlyReport): MonthlyReport {
  const { format, month, organization, made_at, product_version, risk_class, figures } = report
  const { sha256, signature, public_key } = report.seal
  const seal = { sha256, signature, public_key }
  return { format, month, organization, made_at, product_version, risk_class, figures, seal }
}

/** JSON says the same however it is indented. */
function withoutSpace(json: string): string {
  const kept: string[] = []
  let isText = false
  for (let place = 0; place < json.length; place++) {
    const mark = json[place] ?? ''
    if (isText && mark === '\\') kept.push(mark, json[++place] ?? '')
    else if (isText || !' \t\r\n\uFEFF'.includes(mark)) kept.push(mark)
    if (mark === '"') isText = !isText
  }
  return kept.join('')
}

/** The texts between the tags of a page. */
function pieces(page: string): string[] {
  return page
    .split('<')
    .map((part) => part.slice(part.indexOf('>') + 1).trim())
    .filter((text) => text !== '')
}

const SHOWN = 60

function firstOf(shown: readonly string[], signed: readonly string[]): Difference {
  const place = shown.findIndex((text, index) => text !== signed[index])
  // In the markup, or behind the end.
  if (place < 0) return { near: shown.at(-1)?.slice(0, SHOWN) ?? '', shows: '', signed: '' }
  const [has, gives] = [shown[place] ?? '', signed[place] ?? '']
  let from = 0
  while (from < has.length && has[from] === gives[from]) from++
  // A short text whole; of a long one what is about the place.
  const begin = Math.max(0, from - SHOWN / 2)
  const cut = (text: string) => text.slice(begin, begin + SHOWN)
  return { near: (shown[place - 1] ?? '').slice(0, SHOWN), shows: cut(has), signed: cut(gives) }
}
