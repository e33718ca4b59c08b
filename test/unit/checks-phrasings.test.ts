/**
 * A record in a doctor's own words beside ten short visits (test/fixtures/phrasings/checks.txt), written before the checks' answers were
 * looked at: `+` is right, `-` has one dangerous error of the named kind. The floors are what is reached; none of them may fall.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { checkDocument } from '../../core/document/checks.ts'
import { evidenceIndex } from '../../core/document/evidence.ts'
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
/** None of these may be missed. */
const ALWAYS = /^(?:dose|drug|frequency|side|allergy|allergy_prescribed|date|duration)$/
const MOST_FALSE_ALARMS = 26
const MOST_MISSED = 14

const FILE = join(import.meta.dirname, '..', 'fixtures', 'phrasings', 'checks.txt')

function answers() {
  const visits = readFileSync(FILE, 'utf8').split(/^# /m).slice(1)
  return visits.flatMap((visit) => {
    const lines = visit.split('\n')
    const turns = lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2))
    const input = buildInput(sampleTemplate([]), turns)
    const index = evidenceIndex(input)
    return lines.flatMap((line) => {
      const [, sign, code = '', kind = '', value = ''] =
        /^([+-]) (\w+) ?(\w*): (.*)$/.exec(line) ?? []
      if (sign === undefined) return []
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

test('a record in other words is found in what was said, and one with an error is not', (t) => {
  const all = answers()
  const falseAlarms = all.filter(({ isRight, isSupported }) => isRight && !isSupported)
  const missed = all.filter(({ isRight, isSupported }) => !isRight && isSupported)
  t.true(all.length > 300)
  t.true(falseAlarms.length <= MOST_FALSE_ALARMS, falseAlarms.map(({ line }) => line).join('\n'))
  t.true(missed.length <= MOST_MISSED, missed.map(({ line }) => line).join('\n'))
  const dangerous = missed.filter(({ kind }) => ALWAYS.test(kind))
  t.deepEqual(
    dangerous.map(({ line }) => line),
    [],
  )
})
