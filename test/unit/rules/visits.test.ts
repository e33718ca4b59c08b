/**
 * Whole visits (test/fixtures/phrasings/visits.txt) through the generator: how much of what their documents should say is there, and of
 * medicines nothing else, may not fall. Not everything is; DECISIONS.md 64 says how much was at first sight.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import type { DocumentContent, DocumentValue } from '../../../core/contract/api.ts'
import { rulesGenerator } from '../../../core/document/rules/rules-generator.ts'
import { holds, unitsOf } from '../../../core/evaluation/hold.ts'
import { plainText } from '../../../core/evaluation/plain-words.ts'
import { buildInput } from '../../helpers/rules.ts'
import { templateOf } from '../../helpers/rules-samples.ts'

interface Visit {
  model: string
  turns: string[]
  checks: string[]
}

const FILE = join(import.meta.dirname, '..', '..', 'fixtures', 'phrasings', 'visits.txt')

function readVisits(): Visit[] {
  const visits: Visit[] = []
  for (const line of readFileSync(FILE, 'utf8').split('\n')) {
    const model = /^# visit (\S+)/.exec(line)?.[1]
    if (model !== undefined) visits.push({ model, turns: [], checks: [] })
    else if (/^[DPA]: /.test(line)) visits.at(-1)!.turns.push(line.slice(3))
    else if (/^[-+=0] /.test(line)) visits.at(-1)!.checks.push(line)
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
  const { value, key } = placeIn(content, place)
  if (check.startsWith('0')) return value === null
  if (check.startsWith('-')) return !says(value, words)
  if (check.startsWith('=') && Array.isArray(value)) return isWhole(value, words.split(' ; '))
  return says(value, words, key)
}

const LEAST = 210

test(`of what visits hold at least ${LEAST} are written`, async (t) => {
  const generator = rulesGenerator()
  const missed: string[] = []
  let right = 0
  for (const { model, turns, checks } of readVisits()) {
    const { content } = await generator.generate(buildInput(templateOf(model), turns), {
      signal: new AbortController().signal,
      onField() {},
    })
    const wrong = checks.filter((check) => !isRight(content, check))
    right += checks.length - wrong.length
    missed.push(...wrong.map((check) => `${model}: ${check}`))
  }
  t.log(missed.join('\n'))
  t.true(right >= LEAST, `${right} of ${right + missed.length}`)
})
