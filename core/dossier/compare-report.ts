/** Whether a file says to its readers what its signed figures say. */
import { type MonthlyReport, PAGE_DATA } from './report.ts'
import { writeReport } from './write-report.ts'

export interface Difference {
  /** The words before it, to find it by. */
  near: string
  /** What the file has there. */
  shows: string
  /** What the signed figures give there. */
  signed: string
}

export function isPage(text: string): boolean {
  return text.includes(PAGE_DATA)
}

/** As it was written: other systems put other ends to lines. */
export function unbroken(text: string): string {
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
export function differenceFrom(text: string, report: MonthlyReport): Difference | null {
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
