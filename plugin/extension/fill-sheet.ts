/**
 * A document on its way to the page beside: what would go where, what is there now, and what became
 * of it. Nothing is written before the doctor has looked and clicked.
 */
import type { Arrived } from '../host/app-contract.ts'
import { documentFields, type Filling, fieldNamed } from './field-words.ts'
import { closedOr, hostOf, insertIntoPage, type Told, undoInPage } from './insert-into-page.ts'
import type { Outcome, Proposal, Target, Texts } from './page-words.ts'
import type { Visit } from './recording-words.ts'
import { type RuledPage, ruledPage } from './ruled-page.ts'
import { patientOfPage } from './same-patient.ts'
import { type SiteRule, WHOLE } from './site-rules.ts'
import { siteRules } from './site-rules-link.ts'
import { words } from './words.ts'

export interface Row {
  key: string
  plain: string
  html: string
  markdown: string
  /** What a rule would do with it; undefined where none names it. */
  proposal: Proposal | undefined
  /** The doctor wants it written. */
  isChosen: boolean
  /** After it was written, or not. */
  outcome: Outcome | undefined
}

/** What of the document is on the page; undefined: nothing any more. */
export type TellArrived = (arrived: Arrived | undefined) => void

export interface FillSheet {
  /** Undefined: it is closed. */
  readonly rows: readonly Row[] | undefined
  /** The page shows another patient, or may. */
  readonly refusal: string | undefined
  readonly doubt: string | undefined
  readonly isSamePatient: boolean
  /** Nothing may be written: for a refusal, or before the doctor has said whose page it is. */
  readonly isStopped: boolean
  /** A rule of this page names fields of this document. */
  readonly hasTargets: boolean
  /** It was written: another look comes before another click. */
  readonly isDone: boolean
  /** The rule’s, for the doctor. */
  readonly siteName: string | undefined
  /** The address of a frame with fields, or the patient, that the doctor may open. */
  readonly closed: string | undefined
  /** Looks at the page; where no rule names its fields the document goes to the caret. */
  begin(visit: Visit, document: Filling, tell: TellArrived): Promise<Told | undefined>
  /** All fields of the document that was begun last, for copying. */
  show(): void
  choose(key: string, isChosen: boolean): void
  saySame(isSame: boolean): void
  write(): Promise<Told>
  insert(): Promise<Told>
  undo(): Promise<Told>
  close(): void
}

export function fillSheet(): FillSheet {
  let document: Filling | undefined
  let tellArrived: TellArrived = () => {}
  let rows: Row[] | undefined
  let page: RuledPage | undefined
  let siteName: string | undefined
  let closed: string | undefined
  let found: Texts = {}
  let patient: ReturnType<typeof patientOfPage> = { refusal: undefined, doubt: undefined }
  let isSamePatient = false
  let isDone = false
  /** Of this document on its way to this page. */
  let turn = ''

  /** Asked here too: a screen that is drawn a moment later may still offer the click. */
  const stop = () => patient.refusal ?? (isSamePatient ? undefined : patient.doubt)

  const hasTargets = () => rows?.some(({ proposal }) => proposal) ?? false

  function rowsOf(given: Filling, proposals: ReadonlyMap<string, Proposal>): Row[] {
    return documentFields(given).map(({ key, words: { plain, html }, markdown }) => {
      const proposal = proposals.get(key)
      // What holds a text already is written over only where the doctor says so.
      const isChosen = proposal !== undefined && !proposal.refusal && proposal.now === ''
      return { key, plain, html, markdown, proposal, isChosen, outcome: undefined }
    })
  }

  async function look(visit: Visit, given: Filling): Promise<Map<string, Proposal>> {
    patient = { refusal: undefined, doubt: undefined }
    isSamePatient = false
    closed = undefined
    // Without the rules the doctor's own caret is left.
    page = await ruledPage(await siteRules().catch(() => []))
    const { rule } = page
    siteName = rule?.name
    if (!rule) return new Map()
    const seen = await page.read()
    found = seen.found
    closed = seen.closed
    // Nobody knows yet whose page it is.
    patient =
      closed === undefined
        ? patientOfPage(visit, found)
        : { refusal: words.frames.patient(hostOf(closed)), doubt: undefined }
    const targets = targetsOf(rule, given)
    if (targets.length === 0) return new Map()
    const proposed = await page.propose(turn, targets)
    closed ??= proposed.closed
    return new Map(proposed.proposals.map((one) => [one.key, one]))
  }

  async function insert(): Promise<Told> {
    const reason = stop()
    if (reason !== undefined) return { text: reason, ok: false, closed }
    rows = undefined
    const told = await insertIntoPage(page!, turn, document!.markdown)
    if (told.ok) tellArrived('whole')
    return told
  }

  return {
    get rows() {
      return rows
    },
    get refusal() {
      return patient.refusal
    },
    get doubt() {
      return patient.doubt
    },
    get isSamePatient() {
      return isSamePatient
    },
    get isStopped() {
      return stop() !== undefined
    },
    get hasTargets() {
      return hasTargets()
    },
    get isDone() {
      return isDone
    },
    get siteName() {
      return siteName
    },
    get closed() {
      return closed
    },
    async begin(visit, given, tell) {
      document = given
      tellArrived = tell
      isDone = false
      turn = crypto.randomUUID()
      rows = undefined
      try {
        const proposals = await look(visit, given)
        // Whose page it is, is asked on the sheet.
        const isAsked = patient.refusal === undefined && patient.doubt !== undefined
        if (proposals.size === 0 && !isAsked) return { ...(await insert()), fields: true }
        rows = rowsOf(given, proposals)
        return undefined
      } catch (error) {
        return { text: closedOr(error), ok: false, fields: true }
      }
    },
    show() {
      siteName = undefined
      closed = undefined
      patient = { refusal: undefined, doubt: undefined }
      if (document) rows = rowsOf(document, new Map())
    },
    choose(key, isChosen) {
      rows = rows?.map((row) => (row.key === key ? { ...row, isChosen } : row))
    },
    saySame(isSame) {
      isSamePatient = isSame
    },
    async write() {
      const reason = stop()
      if (reason !== undefined) return { text: reason, ok: false }
      const keys = (rows ?? []).filter(({ isChosen }) => isChosen).map(({ key }) => key)
      try {
        const filled = await page!.fill(turn, keys, found)
        isDone = true
        if (typeof filled === 'string') return { text: words.sheet[filled], ok: false }
        const byKey = new Map(filled.map((one) => [one.key, one]))
        rows = rows?.map((row) => afterFill(row, byKey.get(row.key)))
        if (filled.some(({ outcome }) => outcome === 'written')) tellArrived(arrivedOf(rows ?? []))
        const count = filled.filter(({ outcome }) => outcome === 'written').length
        const isThere = filled.some(({ outcome }) => outcome === 'written' || outcome === 'altered')
        const others = (rows ?? []).filter((row) => isLeft(row)).length
        const text = words.sheet.filled(count, filled.length, others)
        return { text, ok: count === filled.length, undo: isThere }
      } catch (error) {
        return { text: closedOr(error), ok: false }
      }
    },
    insert,
    async undo() {
      const told = await undoInPage(page, turn)
      // Of what is left there the doctor is told by name.
      if (told.wasChanged) tellArrived(undefined)
      rows = undefined
      return told
    },
    close() {
      rows = undefined
    },
  }
}

function targetsOf({ fields }: SiteRule, document: Filling): Target[] {
  const own = documentFields(document)
  return Object.entries(fields).flatMap(([name, selectors]) => {
    const field = fieldNamed(own, name)
    return field ? [{ key: field.key, selectors, words: field.words }] : []
  })
}

/** Of the fields that have a place on the page; the whole document in one of them is all of it. */
function arrivedOf(rows: readonly Row[]): Arrived {
  const isThere = (row: Row) => row.outcome === 'written' || isThereAlready(row)
  if (rows.some((row) => row.key === WHOLE && isThere(row))) return 'whole'
  const aimed = rows.filter(({ proposal }) => proposal)
  return { fields: aimed.filter(isThere).length, of: aimed.length }
}

/** The page held these words before anything was written. */
export function isThereAlready({ outcome, proposal }: Row): boolean {
  if (outcome || !proposal || proposal.refusal) return false
  return proposal.next === proposal.now
}

/** It has a place on the page, and was not written there. */
function isLeft(row: Row): boolean {
  return row.proposal !== undefined && !row.outcome && !isThereAlready(row)
}

function afterFill(row: Row, filled: { outcome: Outcome; now: string } | undefined): Row {
  const { proposal } = row
  if (!filled || !proposal) return { ...row, isChosen: false }
  const { outcome, now } = filled
  return { ...row, isChosen: false, outcome, proposal: { ...proposal, now } }
}
