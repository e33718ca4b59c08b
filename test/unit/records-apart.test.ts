// Own process: measures how long this thread stands still.
/** A record for the network is made of long documents while others are answered. */
import test from 'ava'
import { readingThreads } from '../../ai-local/reading/reading-threads.ts'
import { isAppError } from '../../core/errors.ts'
import { prepareRules } from '../../core/fhir/profile/prepare-rules.ts'
import { shippedRules } from '../../core/fhir/rules/rnds.ts'
import { silentLog } from '../../core/log.ts'
import { recordsApart } from '../../core/reading/readers.ts'
import type { CodeLookup } from '../../core/reading/tasks.ts'
import type { RecordMaking } from '../../core/rnds/ports.ts'
import { recordMaking } from '../../core/rnds/submission-compile.ts'
import { COMPILED_AT, compileInput, reviewed } from '../helpers/network-consultations.ts'
import { boxEncoderPath } from '../helpers/sentence-encoder.ts'
import { stillDuring } from '../helpers/still-during.ts'

const codes: CodeLookup = {
  find: async () => null,
  search: async () => [],
  tables: async () => [],
}
const rules = prepareRules(shippedRules())
const today = '2026-03-16'

/** A visit with as many lines as a record takes, and texts as long as a document may be. */
const long = (lines = 400) =>
  compileInput({
    documents: [
      reviewed('anamnesis', {
        'Medicações Prescritas': Array.from(
          { length: lines },
          (_, n) => `Losartana ${n} mg 1x/dia`,
        ),
        'História da Doença Atual': 'Nega alergia a dipirona. Dor, febre e tosse. '.repeat(20_000),
        Orientações: Array.from({ length: 2000 }, (_, n) => `Voltar em ${n} dias.`),
      }),
    ],
  })

async function make(making: RecordMaking, input = long()) {
  const record = await making.compile(input)
  const bundle = await making.build(record, COMPILED_AT, rules)
  const { spellings } = record
  return { record, bundle, findings: await making.check(bundle, { rules, spellings, today }) }
}

test.serial('a long record is the same, and this thread goes on meanwhile', async (t) => {
  t.timeout(120_000)
  const workerUrl = new URL('../../dist/reading-worker.js', import.meta.url)
  const threads = readingThreads({ workerUrl, encoderPath: boxEncoderPath, codes, log: silentLog })
  t.teardown(threads.close)
  const apart = recordsApart(threads.read)
  await make(apart, long(1))
  const here = await stillDuring(() => make(recordMaking(codes)))
  const there = await stillDuring(() => make(apart))
  t.log(`here ${Math.round(here.stillMs)} ms, apart ${Math.round(there.stillMs)} ms`)
  t.deepEqual(there.made, here.made)
  t.true(there.stillMs < here.stillMs / 2)
})

test.serial(
  'a record of more lines than the network would take is refused with words',
  async (t) => {
    const error = await t.throwsAsync(make(recordMaking(codes), long(600)))
    const [detail] = (isAppError(error) && error.details) || []
    t.like(detail, { issue: 'unsupported_content', reason: 'too_many_entries' })
  },
)
