/**
 * The report in each of its formats. HTML is one file without anything from outside, for the screen
 * and for A4 paper.
 */
import { headOf, monthText, type Section, sectionsOf } from './layout.ts'
import type { MonthlyReport } from './report.ts'
import { words } from './words.ts'

export type ReportFormat = 'md' | 'html' | 'json' | 'csv'

export function writeReport(report: MonthlyReport, format: ReportFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`
    case 'csv':
      return csv(report)
    case 'md':
      return markdown(report)
    case 'html':
      return html(report)
  }
}

function markdown(report: MonthlyReport): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  const table = (head: readonly string[], lines: readonly (readonly string[])[]) =>
    [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n')
  const section = ({ title, rows, table: grid, paragraphs }: Section) =>
    [
      `## ${title}`,
      ...(rows.length > 0
        ? [rows.map(([label, value]) => `- ${label}: **${value}**`).join('\n')]
        : []),
      ...(grid ? [grid.lines.length > 0 ? table(grid.head, grid.lines) : `${words.none}.`] : []),
      ...(paragraphs ?? []),
    ].join('\n\n')
  return `${[
    `# ${words.title}`,
    words.subtitle,
    headOf(report)
      .map(([label, value]) => `- ${label}: ${value}`)
      .join('\n'),
    words.note,
    ...sectionsOf(report).map(section),
  ].join('\n\n')}\n`
}

/** Every figure by its place: `consent.given;12`. */
function csv(report: MonthlyReport): string {
  const lines: string[] = []
  const add = (path: string, value: unknown) => {
    if (value !== null && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) add(path ? `${path}.${name}` : name, inner)
    else lines.push([path, value ?? ''].map(csvCell).join(';'))
  }
  add('', report)
  return `campo;valor\r\n${lines.join('\r\n')}\r\n`
}

/** A sheet must take nothing for a formula. */
function csvCell(value: unknown): string {
  const text = String(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function html(report: MonthlyReport): string {
  const row = ([label, value]: readonly [string, string]) =>
    `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`
  const section = ({ title, rows, table, paragraphs }: Section) =>
    `<section><h2>${escaped(title)}</h2>${rows.length > 0 ? `<dl>${rows.map(row).join('')}</dl>` : ''}${
      table ? grid(table) : ''
    }${(paragraphs ?? []).map((text) => `<p>${escaped(text)}</p>`).join('')}</section>`
  const title = `${words.title}: ${monthText(report.month)}`
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escaped(words.title)}</h1><p>${escaped(words.subtitle)}</p><dl class="facts">${headOf(report).map(row).join('')}</dl><p class="note">${escaped(words.note)}</p></header>
<main>${sectionsOf(report).map(section).join('\n')}</main>
<script type="application/json" id="svc-report">${JSON.stringify(report).replaceAll('<', '\\u003c')}</script>
</body>
</html>
`
}

function grid({ head, lines }: NonNullable<Section['table']>): string {
  if (lines.length === 0) return `<p>${words.none}.</p>`
  const cells = (tag: string, texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')
  return `<div class="grid"><table><thead><tr>${cells('th', head)}</tr></thead><tbody>${lines
    .map((texts) => `<tr>${cells('td', texts)}</tr>`)
    .join('')}</tbody></table></div>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const STYLE = `
:root{color-scheme:light;--ink:#1b2430;--soft:#55606e;--line:#d9dee5}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:2rem 1.25rem;background:#fff;color:var(--ink);font:15px/1.5 system-ui,"Segoe UI",sans-serif}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1.05rem;margin:1.75rem 0 .5rem;padding-bottom:.25rem;border-bottom:2px solid var(--ink)}
header>p{color:var(--soft);margin:0 0 1rem}
dl{margin:0}
dl>div{display:flex;gap:1rem;justify-content:space-between;padding:.3rem 0;border-bottom:1px solid var(--line)}
dt{flex:1}
dd{margin:0;font-weight:600;text-align:right;font-variant-numeric:tabular-nums}
.note{padding:.75rem 1rem;margin-top:1rem;background:#f3f6fa;color:var(--ink);border-left:3px solid #2c5d8f}
.grid{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.85rem}
th{text-align:left;color:var(--soft);font-weight:600;overflow-wrap:normal}
th,td{padding:.35rem .5rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td{overflow-wrap:anywhere}
td:first-child{min-width:8rem}
th:last-child,td:last-child{padding-right:0}
section p{overflow-wrap:anywhere;margin:.5rem 0}
@page{size:A4;margin:18mm 16mm}
@media print{body{max-width:none;padding:0;font-size:10.5pt}section{break-inside:avoid-page}h2{break-after:avoid}tr,dl>div{break-inside:avoid}thead{display:table-header-group}.grid{overflow:visible}}
`
