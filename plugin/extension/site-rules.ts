/**
 * What an administrator says of an EHR's pages: where the patient is on them, and which of their
 * fields takes which field of a document. A rule of the data folder’s `sites` counts for the pages
 * it names, and is used when the doctor asks for it.
 */

/** What can be read: the patient's name and identifier, and the EHR's identifier of the visit. */
export const READABLE = ['patient_name', 'patient_id', 'ehr_id'] as const
export type Readable = (typeof READABLE)[number]

/** Name of the whole document among the fields of a rule. */
export const WHOLE = '*'

export interface SiteRule {
  /** For the doctor. */
  name: string
  /** Beginnings of addresses, with the whole origin: `https://ehr.hospital/pacientes/`. */
  pages: string[]
  /** A CSS selector each; `#frame >>> #name` is inside a frame of the same origin. */
  read: Partial<Record<Readable, string>>
  /**
   * Fields of documents, by the names that the document models give them (`Sinais Vitais > Peso`
   * for a key of a field, `*` for the whole document), and the selector of the page's field. Of
   * several selectors the first that finds something counts.
   */
  fields: Record<string, string[]>
}

/** The rule with the longest beginning of this address. */
export function ruleFor(rules: readonly unknown[], address: string): SiteRule | undefined {
  const here = new URL(address)
  let best: { rule: SiteRule; length: number } | undefined
  for (const given of rules) {
    const rule = ruleOf(given)
    if (!rule) continue
    for (const page of rule.pages) {
      const from = URL.parse(page)
      if (from?.origin !== here.origin || !here.pathname.startsWith(from.pathname)) continue
      if (from.pathname.length > (best?.length ?? -1)) best = { rule, length: from.pathname.length }
    }
  }
  return best?.rule
}

/** What is no rule is left out: another one may do. */
function ruleOf(given: unknown): SiteRule | undefined {
  const { name, pages, read = {}, fields = {} } = (given ?? {}) as Record<string, unknown>
  if (!isText(name) || !isTexts(pages) || !isTable(read) || !isTable(fields)) return undefined
  if (!isTexts(Object.values(read))) return undefined
  const listed = Object.entries(fields).map(([field, to]) => [field, isText(to) ? [to] : to])
  if (!listed.every(([, to]) => isTexts(to))) return undefined
  return { name, pages, read, fields: Object.fromEntries(listed) }
}

function isText(given: unknown): given is string {
  return typeof given === 'string'
}

function isTexts(given: unknown): given is string[] {
  return Array.isArray(given) && given.every(isText)
}

function isTable(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}
