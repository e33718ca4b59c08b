/** Who the patient is, from the page beside: after a click, by the administrator's rule. */
import { askPage, PageClosedError } from './page-link.ts'
import type { Texts } from './page-words.ts'
import { READABLE, ruleFor } from './site-rules.ts'
import { siteRules } from './site-rules-link.ts'
import { words } from './words.ts'

/** What the doctor enters, or looks at before a visit begins. */
export interface Entries {
  name: string
  number: string
  /** The EHR's own identifier of the visit; only ever read. */
  ehrId: string
}

export const NO_ENTRIES: Entries = { name: '', number: '', ehrId: '' }

/** @throws {AccountError} when the rules cannot be had */
export async function readPage(): Promise<{ entries: Entries } | { refusal: string }> {
  const sites = await siteRules()
  try {
    const rule = ruleFor(sites, await askPage('where'))
    if (!rule) return { refusal: words.reading.noRule }
    const found = await askPage('read', rule.read as Texts)
    if (READABLE.every((name) => !found[name])) return { refusal: words.reading.nothing }
    const { patient_name: name = '', patient_id: number = '', ehr_id: ehrId = '' } = found
    return { entries: { name, number, ehrId } }
  } catch (error) {
    if (!(error instanceof PageClosedError)) throw error
    return { refusal: words.fill.closed }
  }
}
