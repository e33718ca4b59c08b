/** Who the patient is, from the page beside: after a click, by the administrator's rule. */
import { hostOf, type Told } from './insert-into-page.ts'
import { PageClosedError } from './page-link.ts'
import { ruledPage } from './ruled-page.ts'
import { READABLE } from './site-rules.ts'
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
export async function readPage(): Promise<{ entries: Entries } | { refusal: Told }> {
  const refused = (text: string, closed?: string) => ({ refusal: { text, ok: false, closed } })
  const sites = await siteRules()
  try {
    const page = await ruledPage(sites)
    if (!page.rule) return refused(words.reading.noRule)
    const { found, closed } = await page.read()
    if (closed !== undefined) return refused(words.frames.patient(hostOf(closed)), closed)
    if (READABLE.every((name) => !found[name])) return refused(words.reading.nothing)
    const { patient_name: name = '', patient_id: number = '', ehr_id: ehrId = '' } = found
    return { entries: { name, number, ehrId } }
  } catch (error) {
    if (!(error instanceof PageClosedError)) throw error
    return refused(words.fill.closed)
  }
}
