/**
 * A released language model that is bound to words writes with no other. The file lies beside the
 * repository (`SPEECH_MODELS_DIR`); where it does not, the test is skipped by name.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { neverAborted, startLlama } from '../helpers/llama.ts'

const FILES = ['1.5b', '0.5b'].map((size) => `qwen2.5-coder-${size}-instruct-q4_k_m.gguf`)
const path = FILES.map((file) => join(process.env.SPEECH_MODELS_DIR ?? '', file)).find(existsSync)

const WORDS = 'paciente nega febre e refere dor de cabeça há 3 dias, com náusea à noite'
const PROMPT = {
  system: 'Você escreve prontuários. Responda em JSON.',
  user: 'Médico: Teve febre? Paciente: Não. Só muita dor de cabeça, faz três dias, e enjoo de noite. Resuma em duas frases.',
}

const run = path ? test : test.skip
run(
  `a released model writes with the words it is given${path ? '' : ' (no model in SPEECH_MODELS_DIR)'}`,
  async (t) => {
    const generator = startLlama(t, path!, { threads: 0, contextTokens: 2048 })
    const words = WORDS.replace(',', '').split(' ')
    const schema: JsonSchema = {
      type: 'object',
      properties: { line: { type: 'string', words, minLength: 20, maxLength: 200 } },
      required: ['line'],
      additionalProperties: false,
    }
    for (const temperature of [0, 1.5]) {
      const options = { schema, maxTokens: 200, temperature, seed: 7, signal: neverAborted() }
      const { line } = JSON.parse(await generator.generate(PROMPT, options)) as { line: string }
      t.log(line)
      const said = line.split(/[.,;]? |\.$/).filter((word) => word !== '')
      t.true(said.length >= 3)
      for (const word of said)
        t.true(words.includes(word) || words.includes(word[0]!.toLowerCase() + word.slice(1)), word)
    }
  },
)
