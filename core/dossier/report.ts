/** The monthly report: figures, what they are of, and the seal that binds them to the audit. */
import type { Figures } from './figures.ts'

export interface ReportBody {
  format: 1
  /** `2026-10`, in Brasília time. */
  month: string
  /** Null: the whole box. */
  organization: { id: string; name: string } | null
  /** ISO 8601, UTC. */
  made_at: string
  product_version: string
  /** As the institution classifies the system (CFM 2.454/2026). */
  risk_class: 'undeclared' | 'low' | 'medium' | 'high'
  figures: Figures
}

export interface MonthlyReport extends ReportBody {
  seal: {
    /** Digest of the report without its seal, as `reportText` writes it: hex. */
    sha256: string
    /** Ed25519 of `sealedText`, base64, by the key that seals the audit's days. */
    signature: string
    public_key: string
  }
}

/** What the digest is taken of. */
export function reportText(report: ReportBody | MonthlyReport): string {
  const { format, month, organization, made_at, product_version, risk_class, figures } = report
  return JSON.stringify({
    format,
    month,
    organization,
    made_at,
    product_version,
    risk_class,
    figures,
  })
}

/** What is signed. */
export function sealedText(month: string, sha256: string): string {
  return JSON.stringify(['svc monthly report 1', month, sha256])
}

/** Brasília has had one offset since 2019: UTC-3. @returns null for what is no month */
export function monthBounds(month: string): { from: Date; until: Date } | null {
  const [, year = '', number = ''] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? []
  if (year === '') return null
  const start = (months: number) => new Date(Date.UTC(Number(year), months, 1, 3))
  return { from: start(Number(number) - 1), until: start(Number(number)) }
}

/** In a page, what stands before the report as JSON. */
export const PAGE_DATA = '<script type="application/json" id="svc-report">'

/**
 * The report that a file holds: JSON itself, or the page that carries it; null when it holds none.
 */
export function readReport(text: string): MonthlyReport | null {
  const from = text.indexOf(PAGE_DATA)
  const to = text.indexOf('</script>', from)
  const inPage = from >= 0 && to >= 0 ? text.slice(from + PAGE_DATA.length, to) : undefined
  try {
    const report = JSON.parse(inPage ?? text) as MonthlyReport
    return report.format === 1 && typeof report.seal?.signature === 'string' ? report : null
  } catch {
    return null
  }
}
