/**
 * Whole visits (test/fixtures/phrasings/visits*.txt) through the generator: how much of what their
 * documents should say is there, and what they should not is not, may not fall. Not everything is;
 * config/evaluation/HISTORY.md says how much was at first sight. What is only counted is not looked
 * at.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import type { DocumentContent, DocumentValue } from '../../../core/contract/api.ts'
import { holds, unitsOf } from '../../../core/evaluation/hold.ts'
import { plainText } from '../../../core/evaluation/plain-words.ts'
import { buildInput } from '../../helpers/rules.ts'
import { templateOf } from '../../helpers/rules-samples.ts'
import { shippedRules } from '../../helpers/shipped-rules.ts'

interface Visit {
  model: string
  turns: string[]
  checks: string[]
}

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'phrasings')

function readVisits(name: string): Visit[] {
  const visits: Visit[] = []
  for (const line of readFileSync(join(FOLDER, `${name}.txt`), 'utf8').split('\n')) {
    const model = /^# visit (\S+)/.exec(line)?.[1]
    if (model !== undefined) visits.push({ model, turns: [], checks: [] })
    else if (/^[DPA]: /.test(line)) visits.at(-1)!.turns.push(line.slice(3))
    else if (/^[-+=0] /.test(line) && !/^[-+] \w+(?: \w+)?: /.test(line))
      visits.at(-1)!.checks.push(line)
  }
  return visits
}

/** The field, and the entry behind its name where the field is a dict. */
function placeIn(content: DocumentContent, place: string): { value: DocumentValue; key?: string } {
  const name = Object.keys(content).find(
    (field) => place === field || place.startsWith(`${field}/`),
  )
  if (name === undefined) throw new Error(`no field ${place}`)
  const key = place.slice(name.length + 1)
  return { value: content[name] ?? null, ...(key === '' ? {} : { key }) }
}

function says(value: DocumentValue, words: string, key?: string): boolean {
  return unitsOf(value, key).some(({ plain }) => holds(plain, plainText(words)))
}

function entryOf(value: DocumentValue, key: string): string | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value[key] ?? null)
    : null
}

/** Each expected item stands there, and no item is left over. */
function isWhole(items: readonly string[], wanted: readonly string[]): boolean {
  const left = items.map((item) => plainText(item))
  for (const words of wanted) {
    const at = left.findIndex((item) => holds(item, plainText(words)))
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.length === 0
}

function isRight(content: DocumentContent, check: string): boolean {
  const [place = '', words = ''] = check.slice(2).split(' ~ ')
  if (place === '*') return !Object.values(content).some((value) => says(value, words))
  const { value, key } = placeIn(content, place)
  if (check.startsWith('0')) return (key === undefined ? value : entryOf(value, key)) === null
  if (check.startsWith('-')) return !says(value, words, key)
  if (check.startsWith('=') && Array.isArray(value)) return isWhole(value, words.split(' ; '))
  return says(value, words, key)
}

/** What must be written at least, and what must not be at most. */
const SETS = [
  { name: 'visits', written: 189, wrong: 0 },
  { name: 'visits-traps-worked', written: 71, wrong: 5 },
  { name: 'visits-medicines-worked', written: 2, wrong: 3 },
  { name: 'visits-traps-counted', written: 65, wrong: 19 },
  { name: 'whole-worked', written: 0, wrong: 5 },
  { name: 'whole-counted', written: 0, wrong: 1 },
]

for (const { name, written, wrong } of SETS)
  test(`${name}: at least ${written} are written that must be, at most ${wrong} that must not`, async (t) => {
    const generator = shippedRules()
    const missed: string[] = []
    let checks = 0
    for (const { model, turns, checks: own } of readVisits(name)) {
      const { content } = await generator.generate(buildInput(templateOf(model), turns), {
        signal: new AbortController().signal,
        onField() {},
      })
      checks += own.filter((check) => /^[+=]/.test(check)).length
      missed.push(
        ...own.filter((check) => !isRight(content, check)).map((check) => `${check} (${model})`),
      )
    }
    if (!name.endsWith('-counted')) t.log(missed.join('\n'))
    const omitted = missed.filter((check) => /^[+=]/.test(check)).length
    t.true(checks - omitted >= written, `${checks - omitted} of ${checks}`)
    t.true(missed.length - omitted <= wrong, `${missed.length - omitted}`)
  })
