/**
 * The script that runs in the EHR's page, in a world of its own, after a doctor's click and for as
 * long as the page stays. The page sees what is written, as if it were typed, and nothing else.
 */
import {
  type Found,
  find,
  focused,
  isFrame,
  isOpenToView,
  isPlain,
  isSeen,
  nameOf,
  pathOf,
} from './page-fields.ts'
import type { Filled, InPage, Outcome, Proposal, Refusal, Target, Texts } from './page-words.ts'
import type { Plan } from './plan.ts'
import { caretPlan, planFor, settled } from './write-field.ts'

/** As the service takes names and identifiers. */
const LONGEST_READ = 255
/** Of what a field holds, for the doctor to look at. */
const LONGEST_SHOWN = 2000

/** What was shown to the doctor last, by the key of the document's field. */
let proposed = new Map<string, { plan: Plan; now: string }>()
let turnOfProposed = ''
let taken = new Set<HTMLElement>()
/** What can be taken back. */
let done: Plan[] = []
let turnOfDone = ''

const inPage: InPage = {
  where: () => location.href,
  // A frame in a sandbox has no origin of its own; its page comes from its address all the same.
  place: () => ({
    origin: self.origin === 'null' ? new URL(location.href).origin : self.origin,
    path: pathOf(self),
  }),
  frame(selector, isWritten) {
    const found = find(selector)
    if ('refusal' in found) return found
    const { field: frame } = found
    const view = isFrame(frame) ? frame.contentWindow : null
    if (!view) return { refusal: 'no_field' }
    if (isWritten) frame.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    return isOpenToView(frame) ? { path: pathOf(view) } : { refusal: 'unseen' }
  },
  read,
  async insert(turn, words, frames) {
    const field = focused()
    done = []
    turnOfDone = turn
    if (field && isFrame(field)) {
      const frame = frames.find((selector) => {
        const found = find(selector)
        return 'field' in found && found.field === field
      })
      return { name: '', outcome: 'foreign_frame', ...(frame === undefined ? {} : { frame }) }
    }
    if (!field) return { name: '', outcome: 'no_field' }
    const plan = caretPlan(field, words)
    if (typeof plan === 'string') return { name: nameOf(field), outcome: plan }
    await plan.write()
    await settled()
    const outcome = plan.outcome()
    if (WRITTEN.has(outcome)) done = [plan]
    return { name: nameOf(field), outcome }
  },
  propose(turn, targets) {
    if (turn !== turnOfProposed) {
      proposed = new Map()
      taken = new Set()
    }
    turnOfProposed = turn
    return targets.map(propose)
  },
  async fill(turn, keys, patient) {
    if (turn !== turnOfProposed || keys.some((key) => !proposed.has(key))) return 'gone'
    const found = read(patient.selectors)
    if (Object.keys(patient.selectors).some((name) => found[name] !== patient.found[name]))
      return 'other_patient'
    done = []
    turnOfDone = turn
    const filled: { key: string; plan: Plan; refusal: Refusal | undefined }[] = []
    for (const key of keys) {
      const { plan, now } = proposed.get(key)!
      const refusal = refusalNow(plan, now)
      if (!refusal) await plan.write()
      filled.push({ key, plan, refusal })
    }
    proposed = new Map()
    taken = new Set()
    await settled()
    return filled.map(({ key, plan, refusal }): Filled => {
      const outcome = refusal ?? plan.outcome()
      if (WRITTEN.has(outcome)) done.unshift(plan)
      return { key, outcome, now: shown(plan.now()) }
    })
  },
  async undo(turn) {
    if (turn !== turnOfDone || done.length === 0) return undefined
    const last = done
    done = []
    const left: string[] = []
    for (const plan of last) if (!(await plan.undo())) left.push(nameOf(plan.field))
    return left
  },
}

/** Something is there that was not there before. */
const WRITTEN: ReadonlySet<Outcome> = new Set<Outcome>(['written', 'altered'])

// Put into the page before each question: what can be undone is the first one's.
const world = globalThis as { svcInPage?: InPage }
world.svcInPage ??= inPage

function read(selectors: Texts): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, selector] of Object.entries(selectors)) {
    const place = find(selector)
    if ('refusal' in place || !isSeen(place.field)) continue
    const { field } = place
    const text = (isPlain(field) ? field.value : field.textContent).replace(/\s+/g, ' ').trim()
    if (text) found[name] = text.slice(0, LONGEST_READ)
  }
  return found
}

function propose({ key, selectors, words }: Target): Proposal {
  const place = firstOf(selectors)
  if ('refusal' in place) return { key, name: '', refusal: place.refusal, now: '', next: '' }
  const { field } = place
  const name = nameOf(field)
  if (taken.has(field)) return { key, name, refusal: 'taken', now: '', next: '' }
  taken.add(field)
  const plan = planFor(field, words)
  if (typeof plan === 'string') return { key, name, refusal: plan, now: '', next: '' }
  const now = plan.now()
  proposed.set(key, { plan, now })
  return { key, name, now: shown(now), next: shown(plan.next) }
}

/** Two that match are two, whatever comes behind. */
function firstOf(selectors: readonly string[]): Found {
  let found: Found = { refusal: 'no_field' }
  for (const selector of selectors) {
    found = find(selector)
    if ('field' in found || found.refusal !== 'no_field') break
  }
  return found
}

/** It was looked at, and another text may have come since. */
function refusalNow(plan: Plan, now: string): Refusal | undefined {
  const { field } = plan
  if (!field.isConnected) return 'no_field'
  field.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  if (!isOpenToView(field)) return 'unseen'
  return plan.now() === now ? undefined : 'changed'
}

function shown(text: string): string {
  return text.slice(0, LONGEST_SHOWN)
}
