/**
 * Table tests of the rules: a talk in one line, and what its document has to say of it, or must
 * not.
 */

import { holds, unitsOf } from '../../core/evaluation/hold.ts'
import { plainText } from '../../core/evaluation/plain-words.ts'
import { buildInput } from './rules.ts'
import { templates } from './rules-samples.ts'
import { shippedRules } from './shipped-rules.ts'

const generator = shippedRules()
const models = new Map(templates().map((template) => [template.id, template]))
const SPEAKERS = { d: 'doctor', p: 'patient', a: 'companion' } as const

/**
 * "model :: d: asks | p: answers": said by the doctor, the patient, who came along (a), or nobody
 * knows whom (?).
 */
export async function documentOf(line: string) {
  const [model, said] = line.includes(' :: ') ? line.split(' :: ') : ['anamnesis', line]
  const turns = said!.split(' | ').map((turn) => turn.trim())
  const input = buildInput(
    models.get(model!)!,
    turns.map((turn) => turn.slice(3)),
  )
  for (const [index, turn] of turns.entries()) {
    const speaker = SPEAKERS[turn[0] as keyof typeof SPEAKERS]
    if (speaker) input.segments[index]!.speaker = speaker
  }
  const options = { signal: new AbortController().signal, onField() {} }
  return { input, ...(await generator.generate(input, options)) }
}

/**
 * What is wrong of "talk => Field~words that stand in it ; !Field~words that do not ; *~words
 * anywhere"; "0" after the field: empty.
 */
export async function faultsOf(line: string): Promise<string[]> {
  const [talk, expected] = line.split(' => ')
  const { content } = await documentOf(talk!.trim())
  return expected!
    .split(' ; ')
    .map((each) => each.trim())
    .filter((each) => !isMet(each, content))
    .map((each) => `${each} in ${JSON.stringify(content, (_, value) => value ?? undefined)}`)
}

function isMet(expected: string, content: Record<string, unknown>): boolean {
  const [place = '', words = ''] = expected.replace(/^!/, '').split('~')
  const [name, key] = place.split('/')
  const fields = Object.entries(content).filter(([field]) => name === '*' || field === name)
  if (words === '0') return fields.every(([, value]) => value === null)
  const says = fields.some(([, value]) =>
    unitsOf(value as Parameters<typeof unitsOf>[0], key).some(({ plain }) =>
      holds(plain, plainText(words)),
    ),
  )
  return says !== expected.startsWith('!')
}
