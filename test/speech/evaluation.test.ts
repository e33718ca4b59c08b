import test from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { compiledRuntime, runtimeDir } from '../helpers/speech.ts'

test('svcctl eval transcribes a case with the real engine and scores words and document', async (t) => {
  if (!(await compiledRuntime(t))) return
  const { run } = await buildCli(t, { SVC_RUNTIME_DIR: runtimeDir })
  const { code, json, stderr } = await run(['eval', '--case', 'som-11', '--json'])
  t.is(code, 0, stderr)
  const figures = new Map<string, number>(
    json.figures.map(({ figure, value }: { figure: string; value: number }) => [figure, value]),
  )
  t.deepEqual(
    json.cases.map(({ part }: { part: string }) => part),
    ['read', 'heard'],
  )
  t.regex(json.speech.model, /base/)
  t.true(figures.get('heard.words.errorRate')! < 0.35)
  t.true(figures.get('heard.facts.recall')! > 0.4)
  // The child process that hears is counted too.
  t.true(figures.get('peakMemoryMiB')! > 100)
})
