/**
 * What is wrong with a rule for pages of an EHR, in an administrator's words. The extension leaves
 * out what is no rule, without a word on any doctor's screen.
 */

export interface SiteRuleFault {
  /** `fields.Queixa Principal`; empty: the whole. */
  at: string
  fault: string
}

const PARTS = ['name', 'pages', 'read', 'fields', 'frames']
const READ = ['patient_name', 'patient_id', 'ehr_id']
const SELECTOR = 'is a CSS selector, as "#complaint"'

export function siteRuleFaults(given: unknown): SiteRuleFault[] {
  if (!isTable(given)) return [{ at: '', fault: 'is no rule: { "name": "…", "pages": ["…"] }' }]
  const { name, pages, read = {}, fields = {}, frames = {} } = given
  return [
    ...Object.keys(given)
      .filter((key) => !PARTS.includes(key))
      .map((at) => ({ at, fault: `is not known here: ${PARTS.join(', ')}` })),
    ...(isFilled(name) ? [] : [{ at: 'name', fault: 'is what doctors read of it, a text' }]),
    ...pageFaults(pages),
    ...readFaults(read),
    ...fieldFaults(fields),
    ...frameFaults(frames),
  ]
}

function pageFaults(pages: unknown): SiteRuleFault[] {
  const fault = 'is a beginning of an address, as "https://ehr.hospital/patients/"'
  if (!Array.isArray(pages) || pages.length === 0)
    return [{ at: 'pages', fault: 'is a list of beginnings of addresses' }]
  return pages.flatMap((page, index) => {
    const isAddress = isFilled(page) && /^https?:$/.test(URL.parse(page)?.protocol ?? '')
    return isAddress ? [] : [{ at: `pages[${index}]`, fault }]
  })
}

function readFaults(read: unknown): SiteRuleFault[] {
  if (!isTable(read)) return [{ at: 'read', fault: 'is a list of names with selectors' }]
  return Object.entries(read).flatMap(([key, selector]) => {
    const at = `read.${key}`
    if (!READ.includes(key)) return [{ at, fault: `is not read: ${READ.join(', ')}` }]
    return isFilled(selector) ? [] : [{ at, fault: SELECTOR }]
  })
}

function fieldFaults(fields: unknown): SiteRuleFault[] {
  if (!isTable(fields))
    return [{ at: 'fields', fault: 'is a list of fields of documents with selectors' }]
  return Object.entries(fields).flatMap(([key, to]) => {
    const isRight = isFilled(to) || (Array.isArray(to) && to.length > 0 && to.every(isFilled))
    return isRight ? [] : [{ at: `fields.${key}`, fault: `${SELECTOR}, or a list of them` }]
  })
}

function frameFaults(frames: unknown): SiteRuleFault[] {
  if (!isTable(frames)) return [{ at: 'frames', fault: 'is a list of selectors with addresses' }]
  const fault = 'is one whole address without a path, as "https://editor.hospital"'
  return Object.entries(frames).flatMap(([key, origin]) => {
    const isOrigin =
      isFilled(origin) && /^https?:[^*]+$/.test(origin) && URL.parse(origin)?.origin === origin
    return key !== '' && isOrigin ? [] : [{ at: `frames.${key}`, fault }]
  })
}

function isFilled(given: unknown): given is string {
  return typeof given === 'string' && given.trim() !== ''
}

function isTable(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

/** `nothing`: also where the selector is none, or what it finds is not to be seen. */
export type SelectorVerdict = 'found' | 'nothing' | 'several' | 'read-only' | 'taken' | 'frame'

export interface TriedSelector {
  /** `read.patient_name`, `fields.Queixa Principal` */
  at: string
  selectors: readonly string[]
  verdict: SelectorVerdict
  /** The text that is read, or the field's name on the page. */
  there: string
}

/** What a page, as a browser shows it, says to the selectors of a rule. */
export interface TriedRule {
  /** Whether the page's address is one that the rule names; null: a file has none. */
  isNamed: boolean | null
  selectors: TriedSelector[]
}
