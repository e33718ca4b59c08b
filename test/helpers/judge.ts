/**
 * Statements beside short visits, right (`+`) and with one error of a kind (`-`), and what the
 * checks make of them. D, P and A before a turn: the doctor, the patient, who came along.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkDocument } from '../../core/document/checks/checks.ts'
import { evidenceIndex } from '../../core/document/evidence/evidence.ts'
import type { TemplateFieldSpec } from '../../core/document/models/ports.ts'
import { buildInput, sampleTemplate } from './rules.ts'

const FIELDS: Record<string, Pick<TemplateFieldSpec, 'name' | 'type'>> = {
  Q: { name: 'Queixa Principal', type: 'string' },
  H: { name: 'História da Doença Atual', type: 'string' },
  P: { name: 'História Pregressa', type: 'string' },
  F: { name: 'História Familiar', type: 'string' },
  S: { name: 'História Social e Hábitos de Vida', type: 'string' },
  A: { name: 'Alergias', type: 'string[]' },
  M: { name: 'Medicações em Uso', type: 'string[]' },
  R: { name: 'Medicações Prescritas', type: 'string[]' },
  E: { name: 'Exame Físico', type: 'string' },
  O: { name: 'Orientações', type: 'string[]' },
  X: { name: 'Exames Complementares', type: 'string[]' },
  D: { name: 'Hipóteses Diagnósticas', type: 'string[]' },
}
const SPEAKERS = { D: 'doctor', P: 'patient', A: 'companion' } as const

export interface Judged {
  kind: string
  isRight: boolean
  line: string
  /** `objected`: a check with a reason; `not_found`: only without a source. */
  answer: 'supported' | 'objected' | 'not_found'
  reason: string
}

export function judged(set: string): Judged[] {
  const path = join(import.meta.dirname, '..', 'fixtures', 'phrasings', `${set}.txt`)
  const visits = readFileSync(path, 'utf8').split(/^# /m).slice(1)
  return visits.flatMap(judgedVisit)
}

function judgedVisit(visit: string): Judged[] {
  const lines = visit.split('\n')
  const turns = lines.flatMap((line) => {
    const [, who = '', text] = /^([DPA]): (.*)$/.exec(line) ?? []
    return text === undefined ? [] : [{ speaker: SPEAKERS[who as keyof typeof SPEAKERS], text }]
  })
  const input = buildInput(
    sampleTemplate([]),
    turns.map(({ text }) => text),
  )
  for (const [at, { speaker }] of turns.entries()) input.segments[at]!.speaker = speaker
  const index = evidenceIndex(input)
  return lines.flatMap((line): Judged[] => {
    const [, sign, code = '', kind = '', value = ''] = /^([+-]) (\w+) (\w+): (.*)$/.exec(line) ?? []
    if (sign === undefined) return []
    const field = FIELDS[code]!
    const { evidence, contradictions } = checkDocument(
      { [field.name]: field.type === 'string' ? value : [value] },
      { ...input, template: sampleTemplate([field]) },
      index,
    )
    const reason = contradictions[0]?.reason ?? evidence[0]?.reason
    const answer = reason
      ? 'objected'
      : evidence[0]?.verdict === 'supported'
        ? 'supported'
        : 'not_found'
    return [{ kind, isRight: sign === '+', line, answer, reason: reason ?? '' }]
  })
}
