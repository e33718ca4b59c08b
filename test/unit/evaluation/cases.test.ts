/**
 * Every file of `config/evaluation`, of its `held-out` and of its `further` is a case that can be
 * asked. While writing some: `npx ava test/unit/evaluation/cases.test.ts
 * --match='cardiologia-01*'`.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { caseChecker } from '../../../core/evaluation/check-case.ts'
import {
  caseFiles,
  EVALUATION_FOLDER,
  FURTHER_FOLDER,
  HELD_OUT_FOLDER,
  readCase,
} from '../../helpers/evaluation-cases.ts'
import { templates } from '../../helpers/rules-samples.ts'

const check = caseChecker()
const models = new Map(templates().map((template) => [template.id, template]))

const files = [EVALUATION_FOLDER, HELD_OUT_FOLDER, FURTHER_FOLDER].flatMap((folder) =>
  caseFiles(folder).map((id) => ({ id, folder })),
)

for (const { id, folder } of files) {
  test(`${id} fits its model, says its facts, and invents nothing`, (t) => {
    const one = readCase(id, folder)
    const template = models.get(one.templateId)
    if (!template) return t.fail(`no such model: ${one.templateId}`)
    t.is(one.id, id)
    t.deepEqual(check(one, template), [])
  })
}

test('every document model has a case, and twenty cases have sound, of ten models', (t) => {
  const cases = caseFiles().map((id) => readCase(id))
  const covered = new Set(cases.map(({ templateId }) => templateId))
  t.deepEqual(
    [...models.keys()].filter((id) => !covered.has(id)),
    [],
  )
  const heard = cases.filter(({ sound }) => sound !== null)
  t.true(heard.length >= 20)
  t.true(new Set(heard.map(({ templateId }) => templateId)).size >= 10)
  t.true(heard.some(({ sound }) => sound?.noise === null))
  for (const { sound, turns } of heard) {
    t.true(existsSync(join(EVALUATION_FOLDER, 'sound', sound!.file)))
    const speakers = new Set<string>(turns.map(({ by }) => by))
    t.deepEqual([...speakers].sort(), Object.keys(sound!.voices).sort())
  }
})

test('cases of the sets have distinct ids, and share no sentences', (t) => {
  const ids = files.map(({ id }) => id)
  t.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  )
  const longTurns = (folder: string) =>
    caseFiles(folder).flatMap((id) =>
      readCase(id, folder)
        .turns.map(({ text }) => text)
        .filter((text) => text.split(' ').length > LONG_TURN),
    )
  const tuned = new Set(longTurns(EVALUATION_FOLDER))
  const heldOut = new Set(longTurns(HELD_OUT_FOLDER))
  t.deepEqual(
    longTurns(HELD_OUT_FOLDER).filter((text) => tuned.has(text)),
    [],
  )
  t.deepEqual(
    longTurns(FURTHER_FOLDER).filter((text) => tuned.has(text) || heldOut.has(text)),
    [],
  )
})

/** Words: what is shorter may well be said in two visits. */
const LONG_TURN = 8

test('the held-out set has thirty cases, every document model, and visits of a hundred turns', (t) => {
  const cases = caseFiles(HELD_OUT_FOLDER).map((id) => readCase(id, HELD_OUT_FOLDER))
  t.true(cases.length >= 30)
  const covered = new Set(cases.map(({ templateId }) => templateId))
  t.deepEqual(
    [...models.keys()].filter((id) => !covered.has(id)),
    [],
  )
  t.true(cases.filter(({ turns }) => turns.length >= 100).length >= 2)
})

test('the further set has twenty-four cases, twelve that rules were mended on and twelve that were counted', (t) => {
  t.deepEqual(
    caseFiles(FURTHER_FOLDER).sort(),
    Array.from({ length: 24 }, (_, at) => `further-${String(at + 1).padStart(2, '0')}`),
  )
})
