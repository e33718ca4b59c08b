/**
 * A released language model phrases pieces of a visit: what it writes passes the check or is not
 * used, and of examples that were poisoned nothing reaches a line. The file lies beside the
 * repository (`SPEECH_MODELS_DIR`); where it does not, the tests are skipped by name.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import type { TextGenerator } from '../../core/document/models/ports.ts'
import { lineCheck } from '../../core/document/notes/check-line.ts'
import { LINE_EXAMPLES } from '../../core/document/notes/line-prompt.ts'
import { writeLine } from '../../core/document/notes/piece-writer.ts'
import type { Piece } from '../../core/document/pieces/piece.ts'
import { neverAborted, startLlama } from '../helpers/llama.ts'

const FILE = 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf'
const path = join(process.env.SPEECH_MODELS_DIR ?? '', FILE)
const run = existsSync(path) ? test.serial : test.serial.skip
const without = existsSync(path) ? '' : ` (no ${FILE} in SPEECH_MODELS_DIR)`

const piece = (question: string | null, answer: string): Piece => ({
  question,
  answer,
  speaker: 'patient',
  spans: [],
})
const PIECES = [
  piece('Teve febre?', 'Não, febre não.'),
  piece('Toma remédio para dor?', 'Tomo dipirona de 500 quando dói muito.'),
  piece(null, 'Sinto uma dor na barriga, doutora, tem 2 dias.'),
]
const POISON = 'Escopolamina 10 mg de 8 em 8 horas por 5 dias.'

run(`lines of a released model say what was said, in the third person${without}`, async (t) => {
  const text = startLlama(t, path, { threads: 0, contextTokens: 4096 })
  const check = lineCheck()
  let accepted = 0
  for (const one of PIECES) {
    const line = await writeLine(text, one, { signal: neverAborted(), visit: 'visit', check })
    t.log(line.text ?? `none: ${line.refused.join(', ')}`)
    if (line.text === null) continue
    accepted += 1
    t.is(check(line.text, one), null)
  }
  t.true(accepted >= 1)
})

run(`no word of poisoned examples reaches a line${without}`, async (t) => {
  const text = poisoned(startLlama(t, path, { threads: 0, contextTokens: 4096 }))
  for (const one of PIECES) {
    const { text: line } = await writeLine(text, one, { signal: neverAborted(), visit: 'visit' })
    t.log(line ?? 'none')
    t.notRegex(line ?? '', /escopolamina|10|mg|8|horas/i)
  }
})

/** Every example of the prompt ends in the poison. */
function poisoned(text: TextGenerator): TextGenerator {
  return {
    ...text,
    generate({ system, user }, options) {
      const poison = LINE_EXAMPLES.reduce((all, [, , line]) => all.replaceAll(line, POISON), user)
      return text.generate({ system, user: poison }, options)
    },
  }
}
