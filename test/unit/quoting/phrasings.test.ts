/**
 * Phrasings that were written without looking at the rules (test/fixtures/phrasings): how many of
 * them are understood may not fall. Not every one is; config/evaluation/HISTORY.md says how many
 * were when they were written.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { medicationFinder } from '../../../core/document/medicines/medication-mentions.ts'
import { withoutRetractions } from '../../../core/document/pieces/retractions.ts'
import { readStatements } from '../../../core/document/pieces/statements.ts'
import type { Phase } from '../../../core/document/pieces/visit-phases.ts'
import { medicationEvents } from '../../../core/document/quoting/medication-events.ts'
import { holds, unitsOf } from '../../../core/evaluation/hold.ts'
import { plainText } from '../../../core/evaluation/plain-words.ts'
import { buildInput, buildSegments, measured } from '../../helpers/rules.ts'
import { templates } from '../../helpers/rules-samples.ts'
import { shippedRules } from '../../helpers/shipped-rules.ts'

const find = medicationFinder()
const generator = shippedRules()
const models = new Map(templates().map((template) => [template.id, template]))
const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'phrasings')

function lines(name: string): string[] {
  return readFileSync(join(FOLDER, `${name}.txt`), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/**
 * "d: asks | p: answers => taken + taken // prescribed !not this": "d", "p" in the story, "D", "P"
 * in the plan.
 */
function readsMedicines(line: string): boolean {
  const [visit = '', expected = ''] = line.split('=>')
  const turns = visit.trim().replace('child: ', '').split(' | ')
  const statements = withoutRetractions(
    readStatements({
      contextMarkdown: '',
      backgroundHistory: null,
      files: [],
      segments: buildSegments(turns.map((turn) => turn.slice(3))),
    }),
  )
  const tags = statements.map(({ pieces }) => turns[Number(pieces[0]?.segment?.id.slice(1))]![0]!)
  const filed = medicationEvents({
    statements,
    find,
    patientIsChild: visit.startsWith('child: '),
    roles: tags.map((tag) => (/d/i.test(tag) ? 'doctor' : 'patient')),
    phases: tags.map((tag): Phase => (/[DP]/.test(tag) ? 'plan' : 'story')),
  })
  const lists = ['medicationsInUse', 'prescriptions'].map((wanted) =>
    filed
      .filter(({ section }) => section === wanted)
      .flatMap(({ items }) => items.map(({ text }) => plainText(text))),
  )
  return expected.split('//').every((part, index) => {
    const list = lists[index] ?? []
    const wanted = part.trim() === '' ? [] : part.trim().split(' + ')
    const denied = [...part.matchAll(/!(\S+)/g)].map(([, word]) => plainText(word!).words[0]?.norm)
    if (list.some(({ words }) => words.some(({ norm }) => denied.includes(norm)))) return false
    const texts = wanted.map((each) =>
      plainText(each.replace(/!\S+/g, '').replace(/cada (\d+) hora/, 'cada $1 horas')),
    )
    return (
      list.length === wanted.length && texts.every((text) => list.some((own) => holds(own, text)))
    )
  })
}

function readsMeasure(line: string): boolean {
  const [id = '', rest = ''] = line.split(' :: ')
  const [said = '', expected] = rest.split(' => ')
  return measured(id as Parameters<typeof measured>[0], said) === expected
}

/** "model :: turn | turn => Field~words ; Field/Entry~words ; !*~nowhere". */
async function writesField(line: string): Promise<boolean> {
  const [model = '', rest = ''] = line.split(' :: ')
  const [said = '', expected = ''] = rest.split(' => ')
  const { content } = await generator.generate(buildInput(models.get(model)!, said.split(' | ')), {
    signal: new AbortController().signal,
    onField() {},
  })
  return expected.split(' ; ').every((each) => {
    const [place = '', words = ''] = each.replace(/^!/, '').split('~')
    const [name, key] = place.split('/')
    const fields = Object.entries(content).filter(([field]) => name === '*' || field === name)
    const says = fields.some(([, value]) =>
      unitsOf(value, key).some(({ plain }) => holds(plain, plainText(words))),
    )
    return says !== each.startsWith('!')
  })
}

async function count(name: string, isRight: (line: string) => boolean | Promise<boolean>) {
  const all = lines(name)
  const results = await Promise.all(all.map(isRight))
  return { right: results.filter(Boolean).length, missed: all.filter((_, at) => !results[at]) }
}

const LEAST = [
  ['medication', readsMedicines, 293],
  ['medication-worked', readsMedicines, 74],
  ['medication-counted', readsMedicines, 48],
  ['measures', readsMeasure, 304],
  ['traps', writesField, 95],
  ['specialty', writesField, 51],
] as const

for (const [name, isRight, least] of LEAST)
  test(`of the phrasings of ${name} at least ${least} are understood`, async (t) => {
    const { right, missed } = await count(name, isRight)
    // What is only counted is not looked at.
    if (!name.endsWith('-counted')) t.log(missed.join('\n'))
    t.true(right >= least, `${right} of ${right + missed.length}`)
  })
