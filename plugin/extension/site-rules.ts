/**
 * What an administrator says of an EHR's pages: where the patient stands on them. A rule of
 * the data folder’s `sites` counts for the pages it names, and is used when the doctor asks for it.
 */

/** What can be read: the patient's name and identifier, and the EHR's identifier of the visit. */
export const READABLE = ['patient_name', 'patient_id', 'ehr_id'] as const
export type Readable = (typeof READABLE)[number]

export interface SiteRule {
  /** For the doctor. */
  name: string
  /** Beginnings of addresses, with the whole origin: `https://ehr.hospital/pacientes/`. */
  pages: string[]
  /** A CSS selector each; `#frame >>> #name` is inside a frame of the same origin. */
  read: Partial<Record<Readable, string>>
}

/** The rule with the longest beginning of this address. */
export function ruleFor(rules: readonly unknown[], address: string): SiteRule | undefined {
  const here = new URL(address)
  let best: { rule: SiteRule; length: number } | undefined
  for (const rule of rules) {
    if (!isRule(rule)) continue
    for (const page of rule.pages) {
      const from = URL.parse(page)
      if (from?.origin !== here.origin || !here.pathname.startsWith(from.pathname)) continue
      if (from.pathname.length > (best?.length ?? -1)) best = { rule, length: from.pathname.length }
    }
  }
  return best?.rule
}

/** What is no rule is left out: another one may do. */
function isRule(given: unknown): given is SiteRule {
  const { name, pages, read } = (given ?? {}) as Partial<SiteRule>
  const isText = (one: unknown) => typeof one === 'string'
  return (
    isText(name) &&
    Array.isArray(pages) &&
    pages.every(isText) &&
    typeof read === 'object' &&
    read !== null &&
    Object.values(read).every(isText)
  )
}
