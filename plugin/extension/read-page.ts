/** Who the patient is, from the page beside: after a click, by the administrator's rule. */
import { request } from './account.ts'
import { askPage, PageClosedError } from './page-link.ts'
import { READABLE, ruleFor } from './site-rules.ts'
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
  const { sites } = await request<{ sites: unknown[] }>('GET', '/extension/sites')
  try {
    const rule = ruleFor(sites, await askPage('where'))
    if (!rule) return { refusal: words.reading.noRule }
    const found = await askPage('read', rule.read)
    if (READABLE.every((name) => !found[name])) return { refusal: words.reading.nothing }
    const { patient_name: name = '', patient_id: number = '', ehr_id: ehrId = '' } = found
    return { entries: { name, number, ehrId } }
  } catch (error) {
    if (!(error instanceof PageClosedError)) throw error
    return { refusal: words.fill.closed }
  }
}
