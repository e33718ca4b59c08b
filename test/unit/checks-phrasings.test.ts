// Own process, not in test:quick: computes for longer than any other.
/**
 * A record in a doctor's own words beside short visits (test/fixtures/phrasings/checks*.txt),
 * written before the checks, or their answers, were looked at (whole-*.txt: whole visits): `+` is
 * right, `-` has one dangerous error of the named kind. The first two and the fourth were worked on
 * afterwards, the attacks (short talks that invite a false conclusion) a little; the third, fifth
 * and sixth were only counted. The floors are what is reached; none of them may fall.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { checkDocument } from '../../core/document/checks/checks.ts'
import { evidenceIndex } from '../../core/document/evidence/evidence.ts'
import { buildInput, sampleTemplate } from '../helpers/rules.ts'

type Field = [name: string, type: 'string' | 'string[]']
const FIELDS: Record<string, Field> = {
  Q: ['Queixa Principal', 'string'],
  H: ['História da Doença Atual', 'string'],
  P: ['História Pregressa', 'string'],
  F: ['História Familiar', 'string'],
  S: ['História Social e Hábitos de Vida', 'string'],
  A: ['Alergias', 'string[]'],
  M: ['Medicações em Uso', 'string[]'],
  R: ['Medicações Prescritas', 'string[]'],
  E: ['Exame Físico', 'string'],
  O: ['Orientações', 'string[]'],
  X: ['Exames Complementares', 'string[]'],
  X2: ['Resultado de Exames', 'string[]'],
  D: ['Hipóteses Diagnósticas', 'string[]'],
}
/** In the first set none of these may be missed. */
const ALWAYS = /^(?:dose|drug|frequency|side|allergy|allergy_prescribed|date|duration)$/
/**
 * Right values of each set, how many of them are accused at most, and how many errors of how many
 * are missed.
 */
const SETS: Record<string, { right: number; accused: number; wrong: number; missed: number }> = {
  checks: { right: 165, accused: 21, wrong: 158, missed: 10 },
  'checks-second': { right: 234, accused: 57, wrong: 145, missed: 17 },
  'checks-fourth': { right: 311, accused: 78, wrong: 180, missed: 21 },
  'checks-third': { right: 138, accused: 58, wrong: 108, missed: 23 },
  'checks-fifth': { right: 223, accused: 102, wrong: 150, missed: 45 },
  'checks-sixth': { right: 222, accused: 89, wrong: 165, missed: 29 },
  'whole-worked': { right: 141, accused: 30, wrong: 48, missed: 14 },
  'whole-counted': { right: 155, accused: 31, wrong: 45, missed: 8 },
  'checks-attacks': { right: 20, accused: 7, wrong: 191, missed: 68 },
}

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'phrasings')

/** Attacks that are known to pass: one less is a reason to take it out, one more is a fault. */
const PASSED = new Set(readFileSync(join(FOLDER, 'attacks-passed.txt'), 'utf8').split('\n'))

function answers(set: string) {
  const visits = readFileSync(join(FOLDER, `${set}.txt`), 'utf8')
    .split(/^# /m)
    .slice(1)
  return visits.flatMap((visit) => {
    const lines = visit.split('\n')
    const turns = lines.flatMap((line) => /^(?:>|[DPA]:) (.*)$/.exec(line)?.[1] ?? [])
    const input = buildInput(sampleTemplate([]), turns)
    const index = evidenceIndex(input)
    return lines.flatMap((line) => {
      const [, sign, code = '', kind = '', value = ''] =
        /^([+-]) (\w+) ?(\w*): (.*)$/.exec(line) ?? []
      // "- field ~ words" is of documents by rules (test/unit/quoting/visits.test.ts).
      if (sign === undefined || line.includes(' ~ ')) return []
      const [name, type] = FIELDS[code]!
      const { evidence, contradictions } = checkDocument(
        { [name]: type === 'string' ? value : [value] },
        { ...input, template: sampleTemplate([{ name, type }]) },
        index,
      )
      const isSupported = contradictions.length === 0 && evidence[0]?.verdict === 'supported'
      return [{ isRight: sign === '+', kind, line, isSupported }]
    })
  })
}

for (const [set, most] of Object.entries(SETS))
  test(`${set}: a record in other words is found in what was said, and one with an error is not`, (t) => {
    const all = answers(set)
    const right = all.filter((one) => one.isRight)
    const wrong = all.filter((one) => !one.isRight)
    const accused = right.filter(({ isSupported }) => !isSupported)
    const missed = wrong.filter(({ isSupported }) => isSupported)
    t.deepEqual([right.length, wrong.length], [most.right, most.wrong])
    t.true(accused.length <= most.accused, accused.map(({ line }) => line).join('\n'))
    t.true(missed.length <= most.missed, missed.map(({ line }) => line).join('\n'))
    if (set === 'checks-attacks')
      t.deepEqual(
        missed.filter(({ line }) => !PASSED.has(line)).map(({ line }) => line),
        [],
        'passed now, and did not before',
      )
    if (set !== 'checks') return
    const dangerous = missed.filter(({ kind }) => ALWAYS.test(kind))
    t.deepEqual(
      dangerous.map(({ line }) => line),
      [],
    )
  })
