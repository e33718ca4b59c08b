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
  /** A CSS selector each; `#frame >>> #name` is inside a frame. */
  read: Partial<Record<Readable, string>>
  /**
   * Fields of documents, by the names that the document models give them (`Sinais Vitais > Peso`
   * for a key of a field, `*` for the whole document), and the selector of the page's field. Of
   * several selectors the first that finds something counts.
   */
  fields: Record<string, string[]>
  /**
   * Frames of another origin than the page's: the selector of each, as it begins those of fields in
   * it, and its whole origin. Nothing is read or written in a frame that is not of it. A frame
   * within such a frame begins with the outer one’s selector.
   */
  frames: Record<string, string>
}

type Frames = SiteRule['frames']

/** Of these selectors those of one frame, as they are within it; without a name, the page's own. */
export function selectorsIn(frame: string, selectors: readonly string[], frames: Frames): string[] {
  const placed = selectors.map((selector) => placeOf(selector, frames))
  return placed.flatMap((place) => (place.frame === frame ? [place.inner] : []))
}

/** The same for selectors that have names. */
export function selectorsByFrame(
  named: Readonly<Record<string, string>>,
  frames: Frames,
): Map<string, Record<string, string>> {
  const all = new Map<string, Record<string, string>>()
  for (const [name, selector] of Object.entries(named)) {
    const { frame, inner } = placeOf(selector, frames)
    all.set(frame, { ...all.get(frame), [name]: inner })
  }
  return all
}

/** The innermost frame that a selector names, be it that of a field or of a frame, and the rest. */
export function placeOf(selector: string, frames: Frames): { frame: string; inner: string } {
  const steps = stepsOf(selector)
  const around = Object.keys(frames).filter((frame) => {
    const own = stepsOf(frame)
    return own.length < steps.length && own.every((step, at) => step === steps[at])
  })
  const depth = Math.max(0, ...around.map((frame) => stepsOf(frame).length))
  const frame = around.find((one) => stepsOf(one).length === depth)
  if (frame === undefined) return { frame: '', inner: selector }
  return { frame, inner: steps.slice(depth).join(WITHIN) }
}

const WITHIN = ' >>> '

function stepsOf(selector: string): string[] {
  return selector.split(WITHIN.trim()).map((step) => step.trim())
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
  const rule = (given ?? {}) as Record<string, unknown>
  const { name, pages, read = {}, fields = {}, frames = {} } = rule
  if (!isText(name) || !isTexts(pages) || !isTable(read) || !isTable(fields)) return undefined
  if (!isTexts(Object.values(read))) return undefined
  if (!isTable(frames) || !Object.values(frames).every(isOrigin) || '' in frames) return undefined
  const listed = Object.entries(fields).map(([field, to]) => [field, isText(to) ? [to] : to])
  if (!listed.every(([, to]) => isTexts(to))) return undefined
  return { name, pages, read, fields: Object.fromEntries(listed), frames: frames as Frames }
}

/** One whole origin: a star would open all of a browser's pages. */
function isOrigin(given: unknown): boolean {
  return isText(given) && /^https?:[^*]+$/.test(given) && URL.parse(given)?.origin === given
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
