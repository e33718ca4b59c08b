/**
 * The page beside as its rule describes it, with the frames of other addresses that the rule names.
 * A frame is known by its place in the page and by its own address, both of which the browser
 * reports: what a page says of its frames counts for nothing, and no other address gets anything.
 */
import { askFrame, askPage, framesOfPage, PAGE } from './page-link.ts'
import type { FieldOutcome, Filled, Proposal, Refusal, Target, Texts, Words } from './page-words.ts'
import { placeOf, ruleFor, type SiteRule, selectorsByFrame, selectorsIn } from './site-rules.ts'

type Reached = { frameId: number } | { refusal: Refusal } | { closed: string }

/** Both with the first address that the doctor would have to open for it. */
interface Read {
  found: Texts
  closed?: string | undefined
}
interface Proposed {
  proposals: Proposal[]
  closed?: string | undefined
}

export interface RuledPage {
  rule: SiteRule | undefined
  read(): Promise<Read>
  propose(turn: string, targets: readonly Target[]): Promise<Proposed>
  /** @param found what `read` found when it was proposed */
  fill(
    turn: string,
    keys: readonly string[],
    found: Texts,
  ): Promise<Filled[] | 'other_patient' | 'gone'>
  insert(turn: string, words: Words): Promise<FieldOutcome & { closed?: string | undefined }>
  /** As the page's own, in all parts that were written to. */
  undo(turn: string): Promise<string[] | undefined>
}

/** The page itself, among the frames of a rule. */
const OWN = ''

/** @throws {PageClosedError} */
export async function ruledPage(rules: readonly unknown[]): Promise<RuledPage> {
  const rule = ruleFor(rules, await askPage('where'))
  const frames = rule?.frames ?? {}
  const parts = [OWN, ...Object.keys(frames)]
  const reading = selectorsByFrame(rule?.read ?? {}, frames)
  /** In which part a field of the document has its place. */
  const partOf = new Map<string, string>()
  /** Frames in which something may have been written. */
  const touched = new Set<number>()

  async function reach(part: string, isWritten = false): Promise<Reached> {
    if (part === OWN) return { frameId: PAGE }
    const { frame: around, inner } = placeOf(part, frames)
    const outer = await reach(around, isWritten)
    if (!('frameId' in outer)) return outer
    const found = await askFrame(outer.frameId, 'frame', inner, isWritten)
    if ('refusal' in found) return found
    const address = frames[part]!
    const there = (await framesOfPage()).find(({ path }) => `${path}` === `${found.path}`)
    if (there?.origin === address) return { frameId: there.frameId }
    if (!there && !(await hasAddress(address))) return { closed: address }
    return { refusal: 'foreign_frame' }
  }

  async function read(): Promise<Read> {
    const found: Record<string, string> = {}
    let closed: string | undefined
    for (const [part, selectors] of reading) {
      const reached = await reach(part)
      if ('frameId' in reached)
        Object.assign(found, await askFrame(reached.frameId, 'read', selectors))
      else if ('closed' in reached) closed ??= reached.closed
    }
    return { found, closed }
  }

  async function proposeIn(part: string, turn: string, targets: Target[]): Promise<Proposed> {
    const reached = await reach(part)
    if ('frameId' in reached)
      return { proposals: await askFrame(reached.frameId, 'propose', turn, targets) }
    const refusal = refusalOf(reached)
    const proposals = targets.map(({ key }) => ({ key, name: '', refusal, now: '', next: '' }))
    return { proposals, closed: 'closed' in reached ? reached.closed : undefined }
  }

  /** Where the caret is: in this part, or in a frame of it that has a rule. */
  async function insertIn(
    part: string,
    frameId: number,
    turn: string,
    words: Words,
  ): Promise<FieldOutcome & { closed?: string | undefined }> {
    touched.add(frameId)
    const below = new Map<string, string>()
    for (const name of Object.keys(frames)) {
      const { frame, inner } = placeOf(name, frames)
      if (frame === part) below.set(inner, name)
    }
    const answer = await askFrame(frameId, 'insert', turn, words, [...below.keys()])
    if (answer.frame === undefined) return answer
    const next = below.get(answer.frame)!
    const reached = await reach(next, true)
    if ('closed' in reached) return { ...answer, closed: reached.closed }
    if ('refusal' in reached) return { ...answer, outcome: reached.refusal }
    return insertIn(next, reached.frameId, turn, words)
  }

  return {
    rule,
    read,
    async propose(turn, targets) {
      const proposals = new Map<string, Proposal>()
      let closed: string | undefined
      // Where the page itself has the field, no frame is asked.
      for (const part of parts) {
        const here = targets.flatMap((target) => {
          const before = proposals.get(target.key)
          const selectors = selectorsIn(part, target.selectors, frames)
          const isOpen = !before || before.refusal === 'no_field'
          return isOpen && selectors.length > 0 ? [{ ...target, selectors }] : []
        })
        if (here.length === 0) continue
        const answer = await proposeIn(part, turn, here)
        closed ??= answer.closed
        for (const one of answer.proposals) {
          proposals.set(one.key, one)
          partOf.set(one.key, part)
        }
      }
      return { proposals: [...proposals.values()], closed }
    },
    async fill(turn, keys, found) {
      // All parts are looked at before one is written to.
      const now = (await read()).found
      if (Object.keys(rule?.read ?? {}).some((name) => now[name] !== found[name]))
        return 'other_patient'
      const filled: Filled[] = []
      for (const part of parts) {
        const here = keys.filter((key) => partOf.get(key) === part)
        if (here.length === 0) continue
        const reached = await reach(part, true)
        if ('frameId' in reached) {
          const patient = { selectors: reading.get(part) ?? {}, found }
          const answer = await askFrame(reached.frameId, 'fill', turn, here, patient)
          if (typeof answer !== 'string') {
            touched.add(reached.frameId)
            filled.push(...answer)
            continue
          }
          if (filled.length === 0) return answer
        }
        const outcome = 'frameId' in reached ? 'changed' : refusalOf(reached)
        filled.push(...here.map((key) => ({ key, outcome, now: '' })))
      }
      return filled
    },
    insert: (turn, words) => insertIn(OWN, PAGE, turn, words),
    async undo(turn) {
      const answers = []
      // A frame that is gone, or was given back, keeps what is in it.
      for (const frameId of touched)
        answers.push(await askFrame(frameId, 'undo', turn).catch(() => ['']))
      touched.clear()
      // From a page nothing comes back as null.
      const done = answers.filter((one) => !!one)
      return done.length === 0 ? undefined : done.flat()
    },
  }
}

function refusalOf(reached: { refusal: Refusal } | { closed: string }): Refusal {
  return 'refusal' in reached ? reached.refusal : 'foreign_frame'
}

/**
 * Frames of another address than the tab's own. The browser asks the doctor for each address, after
 * a click; it is given back when the doctor leaves the visit or the panel ends.
 */
interface FrameAccess {
  /** From a click, before anything else is waited for: Firefox takes no later question. */
  ask(address: string): Promise<boolean>
  giveBack(): void
}

export function frameAccess(): FrameAccess {
  const asked = new Set<string>()
  return {
    async ask(address) {
      const pattern = patternOf(address)
      asked.add(pattern)
      return chrome.permissions.request({ origins: [pattern] }).catch(() => false)
    },
    giveBack() {
      // Without waiting for anything: the panel may be about to end.
      for (const pattern of asked) give(pattern)
      asked.clear()
    },
  }
}

function hasAddress(address: string): Promise<boolean> {
  return chrome.permissions.contains({ origins: [patternOf(address)] })
}

/** What a panel that ended without a word still had. */
export async function giveAllBack() {
  const { origins } = await chrome.permissions.getAll()
  for (const pattern of origins) give(pattern)
}

/** What an administrator or a developer gave for good is not given back. */
function give(pattern: string) {
  chrome.permissions.remove({ origins: [pattern] }).catch(() => {})
}

/** Firefox knows no ports here; the frame's own address is compared with the whole. */
function patternOf(address: string): string {
  const { protocol, hostname } = new URL(address)
  return `${protocol}//${hostname}/*`
}
