/**
 * What the sorter learns from: every clause that the rules read in the cases, with its cues and the
 * classes that its label allows. The tables of the router know these cases by heart, and no other
 * visit so well: a share of their terms is left out, so that the sorter learns how far to trust
 * them.
 */

import type { Template, TemplateFieldSpec } from '../../../core/document/models/ports.ts'
import {
  GATHERED,
  type Section,
  sectionOf,
  sectionOfKey,
} from '../../../core/document/models/sections.ts'
import type { Statement } from '../../../core/document/pieces/statements.ts'
import { cuesOf } from '../../../core/document/quoting/clause-cues.ts'
import { placeOf } from '../../../core/document/quoting/field-quotes.ts'
import { isOwn, type PlacedRow, placedRows } from '../../../core/document/quoting/places.ts'
import { type Router, routerOf } from '../../../core/document/quoting/router.ts'
import { byTables, rulesGenerator } from '../../../core/document/quoting/rules-generator.ts'
import type { SaidClause } from '../../../core/document/quoting/said-clauses.ts'
import {
  SORTED_CLASSES,
  type SORTED_SECTIONS,
} from '../../../core/document/quoting/sorted-classes.ts'
import { caseInput, type EvaluationCase } from '../../../core/evaluation/case.ts'
import { type ClauseLabel, clauseLabeller } from './label-clauses.ts'
import { type LabelledVisit, labelledClasses } from './labelled-visits.ts'
import type { Example } from './learn.ts'

export interface LabelledClause extends Example {
  visitId: string
  said: SaidClause
  /** Of the whole visit. */
  statements: readonly Statement[]
}

/** How much a label counts, by how it was found. */
const WEIGHTS: Record<ClauseLabel['by'], number> = {
  fact: 1,
  right: 0.7,
  words: 0.5,
  doubt: 0,
  none: 0.7,
}

/** A share of the router's terms, and by which choice. */
export interface LeftOut {
  share: number
  choice: number
}

export async function sorterExamples(
  cases: readonly EvaluationCase[],
  templates: readonly Template[],
  left: LeftOut,
  label = clauseLabeller(cases),
): Promise<LabelledClause[]> {
  return examplesOf(cases, templates, left, (one, template, said) => {
    const labels = label(one, template, said)
    return said.map((each, at) => {
      const own = labels[at]!
      return {
        may: classesOf(own, template, each),
        weight: own.by === 'none' && each.isMeasured ? 0 : WEIGHTS[own.by],
      }
    })
  })
}

/** Examples from visits whose sentences name where they belong. */
export function visitExamples(
  visits: readonly LabelledVisit[],
  templates: readonly Template[],
  left: LeftOut,
): Promise<LabelledClause[]> {
  return examplesOf(visits, templates, left, (visit, _, said) =>
    said.map(({ clause, isMeasured }) => {
      const classes = labelledClasses(visit, clause.statement, clause.start, clause.end)
      return {
        may: classes.map((each) => SORTED_CLASSES.indexOf(each)),
        weight: isMeasured && classes.includes('none') ? 0 : 1,
      }
    }),
  )
}

type Visit = Pick<EvaluationCase, 'id' | 'templateId' | 'modality' | 'turns'> &
  Partial<Pick<EvaluationCase, 'context' | 'background' | 'files'>>

async function examplesOf<V extends Visit>(
  visits: readonly V[],
  templates: readonly Template[],
  left: LeftOut,
  label: (
    visit: V,
    template: Template,
    said: readonly SaidClause[],
  ) => readonly Pick<Example, 'may' | 'weight'>[],
): Promise<LabelledClause[]> {
  const examples: LabelledClause[] = []
  const routers = new Map(templates.map((each) => [each, thinnedRouter(each, left)]))
  for (const visit of visits) {
    const template = templates.find(({ id }) => id === visit.templateId)!
    const { said, statements } = await readBy(visit, template, routers.get(template)!)
    const cues = cuesOf(said)
    const labels = label(visit, template, said)
    for (const at of said.keys())
      examples.push({
        visitId: visit.id,
        said: said[at]!,
        statements,
        cues: cues[at]!,
        ...labels[at]!,
      })
  }
  return examples
}

/** The clauses as the generator reads them. */
async function readBy(
  visit: Visit,
  template: Template,
  router: Router,
): Promise<{ said: readonly SaidClause[]; statements: readonly Statement[] }> {
  let all: readonly SaidClause[] = []
  let whole: readonly Statement[] = []
  const generator = rulesGenerator({
    router: () => router,
    sorter: (model) => (said, statements) => {
      all = said
      whole = statements
      return byTables.sorter(model)(said, statements)
    },
  })
  const options = { signal: new AbortController().signal, onField() {} }
  const input = caseInput({ context: '', background: null, files: [], ...visit }, template)
  await generator.generate(input, options)
  return { said: all, statements: whole }
}

/** The router of a model without a share of what it knows of sections. */
export function thinnedRouter(model: Template, { share, choice }: LeftOut) {
  const isKept = (term: string) => share === 0 || fraction(`${choice} ${term.trim()}`) >= share
  const thin = (list: string) => list.split('|').filter(isKept).join('|')
  const rows = placedRows(model).map((row): PlacedRow => {
    if (isOwn(row.id)) return row
    const says = row.says.map(([weight, list]) => [weight, thin(list)] as const)
    return { ...row, says, ...(row.asks === undefined ? {} : { asks: thin(row.asks) }) }
  })
  return routerOf(rows)
}

/** From 0 to 1, by a hash of the words (FNV-1a). */
function fraction(words: string): number {
  let hash = 2_166_136_261
  for (const letter of words) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619)
  hash ^= hash >>> 15
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) / 2 ** 32
}

/**
 * Classes by their index. Labelled: the sections that the labelled fields are for, and those that
 * only come there for want of a field, where the router sees something of them. Unlabelled: none,
 * and what the model has no field for, seen likewise.
 */
function classesOf({ fields }: ClauseLabel, template: Template, { routed }: SaidClause): number[] {
  const isSeen = (section: Section) => (routed.scores.get(section) ?? 0) >= SEEN
  const classes = SORTED_CLASSES.filter((each) => {
    if (each === 'own') return fields.some(isOwnField)
    if (each === 'none') return fields.length === 0
    const taken = takenBy(template, each)
    if (fields.length === 0) return taken.length === 0 && isSeen(each)
    const labelled = fields.filter(({ field, key }) =>
      taken.some((other) => other.field.name === field.name && other.key === key),
    )
    return labelled.some((slot) => isMeantFor(slot, each)) || (labelled.length > 0 && isSeen(each))
  })
  return classes.map((each) => SORTED_CLASSES.indexOf(each))
}

/** Least score of the router, to see something of a section in a clause. */
const SEEN = 1

/** Whether it bears the section's own name; the four parts of a SOAP gather many. */
function isMeantFor({ field, key }: Slot, section: Section): boolean {
  const own = key === null ? sectionOf(field) : sectionOfKey(field.name, key)?.section
  if (own === undefined || own === section || own in GATHERED) return true
  return section === 'presentIllness' && (own === 'complaint' || own === 'laterality')
}

type Slot = ClauseLabel['fields'][number]

function isOwnField({ field, key }: Slot): boolean {
  return key === null ? sectionOf(field) === undefined : !sectionOfKey(field.name, key)
}

/**
 * The fields and entries of a model that say what is filed under a section; the complaint opens the
 * story.
 */
function takenBy(template: Template, section: (typeof SORTED_SECTIONS)[number]): Slot[] {
  const home = placeOf(section, template)
  return template.fields.flatMap((field): Slot[] => {
    if (field.type === 'dict')
      return (field.keys ?? [])
        .filter((key) => sectionOfKey(field.name, key)?.section === section)
        .map((key) => ({ field, key }))
    return takes(field, section, home) ? [{ field, key: null }] : []
  })
}

function takes(field: TemplateFieldSpec, section: Section, home: Section | undefined): boolean {
  const own = sectionOf(field)
  if (own === undefined) return false
  if (own === home || GATHERED[own]?.includes(section)) return true
  return section === 'presentIllness' && (own === 'complaint' || own === 'laterality')
}
