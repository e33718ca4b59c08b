import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { EvaluationReport } from '../../core/evaluation/report.ts'
import { buildCli } from '../helpers/cli.ts'
import { EVALUATION_FOLDER, HELD_OUT_FOLDER } from '../helpers/evaluation-cases.ts'

async function folderOf(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-eval-test-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * A case of the set, as a set of its own; `edit` makes of it what somebody else may have written.
 */
async function ownSet(t: ExecutionContext, edit: (one: Record<string, unknown>) => unknown) {
  const folder = await folderOf(t)
  const text = await readFile(join(EVALUATION_FOLDER, 'cardiologia-01.json'), 'utf8')
  await writeFile(join(folder, 'cardiologia-01.json'), JSON.stringify(edit(JSON.parse(text))))
  return folder
}

test('a part of the set is run, judged, written to a file and compared, and no data folder is made', async (t) => {
  const { run, runApart, dataDir } = await buildCli(t, {}, { prepared: false })
  const folder = await folderOf(t)
  const out = join(folder, 'report.json')
  const set = await ownSet(t, (one) => one)
  const done = await runApart(['eval', '--set', set, '--no-sound', '--json', '--out', out])
  t.is(done.code, 0, done.stderr)
  t.is(done.json.cases.length, 1)
  t.like(done.json.generator, { kind: 'rules' })
  const figures = new Map<string, number>(
    done.json.figures.map(({ figure, value }: { figure: string; value: number }) => [
      figure,
      value,
    ]),
  )
  t.is(figures.get('read.valid'), 1)
  t.true(figures.get('read.facts.recall')! > 0.2)
  t.true(figures.get('peakMemoryMiB')! > 20)
  t.false(existsSync(dataDir))

  const report = EvaluationReport.parse(JSON.parse(await readFile(out, 'utf8')))
  const [one] = report.cases
  const worse = { ...one!, score: { ...one!.score, valid: false } }
  await writeFile(join(folder, 'worse.json'), JSON.stringify({ ...report, cases: [worse] }))
  const compared = await run(['eval', '--compare', out, join(folder, 'worse.json'), '--json'])
  t.is(compared.code, 0, compared.stderr)
  t.like(compared.json.cases[0], { change: 'worse', lost: ['not valid'] })
  const same = await run(['eval', '--compare', out, out])
  t.regex(same.stdout, /No difference/)
})

test('below the thresholds the exit code is 65, and the figures are still printed', async (t) => {
  const { run } = await buildCli(t)
  const limits = join(await folderOf(t), 'limits.json')
  await writeFile(limits, '{"read.facts.recall":{"min":1},"heard.facts.recall":{"min":1}}')
  const args = ['eval', '--set', await ownSet(t, (one) => one), '--thresholds', limits]
  const { code, json, failure } = await run([...args, '--json'])
  t.is(code, 65)
  t.is(failure.error, 'below_thresholds')
  t.is(json.missed[0].figure, 'read.facts.recall')
  t.deepEqual(json.not_measured, ['heard.facts.recall'])
})

/** What somebody may have written, by the file it stands in, and where that is told to be wrong. */
const FAULTS: Record<string, [edit: (one: Record<string, unknown>) => unknown, path: string]> = {
  'a-01': [(one) => ({ ...one, templateId: 'none' }), 'templateId'],
  'a-02': [({ facts: _, ...rest }) => rest, 'facts'],
  'a-03': [(one) => ({ ...one, id: 'x-01' }), 'id'],
  'a-04': [
    (one) => ({
      ...one,
      document: { ...(one.document as object), 'Queixa Principal': 'Cansaço há 777 dias.' },
    }),
    'document.Queixa Principal',
  ],
  'a-05': [
    (one) => ({
      ...one,
      sound: { file: 'none.ogg', voices: {}, noise: null },
    }),
    'sound.file',
  ],
}

test('every fault of a set is reported with file and place, and nothing runs', async (t) => {
  const { run } = await buildCli(t)
  const folder = await folderOf(t)
  const text = await readFile(join(EVALUATION_FOLDER, 'cardiologia-01.json'), 'utf8')
  for (const [id, [edit]] of Object.entries(FAULTS))
    await writeFile(join(folder, `${id}.json`), JSON.stringify(edit({ ...JSON.parse(text), id })))
  await writeFile(join(folder, 'a-06.json'), '{')
  const { code, failure } = await run(['eval', '--set', folder, '--json'])
  t.is(code, 65)
  t.is(failure.error, 'evaluation_set_invalid')
  const { details } = failure as unknown as { details: { file: string; path: string }[] }
  const told = new Set(details.map(({ file, path }) => `${file} ${path}`))
  for (const [id, [, path]] of Object.entries(FAULTS)) t.true(told.has(`${id}.json ${path}`), path)
  t.true(told.has('a-06.json '))
})

test('people see what was omitted, and the product’s thresholds are not for other people’s sets', async (t) => {
  const { run } = await buildCli(t)
  const set = await ownSet(t, (one) => one)
  const { code, stdout, stderr } = await run(['eval', '--set', set, '--details'])
  t.is(code, 0, stderr)
  t.regex(stdout, /1 documents of a set of one’s own by rules/)
  t.regex(stdout, /omitted +\S/)
  t.notRegex(stdout, /was not measured/)
})

test('an unknown name is refused with the error code of its kind', async (t) => {
  const { run } = await buildCli(t)
  const set = await ownSet(t, (one) => one)
  t.is((await run(['eval', '--set', set, '--case', 'nobody'])).code, 66)
  t.is((await run(['eval', '--set', '/nowhere'])).code, 66)
  t.is((await run(['eval', '--limit', '0'])).code, 64)
  t.is((await run(['eval', '--compare', 'one.json'])).code, 64)
  t.is((await run(['eval', '--compare', '/nowhere', '/nowhere'])).code, 66)
})

test('an unknown case is refused by name, also next to a known one, and nothing runs', async (t) => {
  const { run } = await buildCli(t, {}, { prepared: false })
  for (const ids of [['nefrologia-99'], ['cardiologia-01', 'nefrologia-99']]) {
    const { code, stdout, failure } = await run(['eval', '--json', '--case', ...ids])
    t.deepEqual([code, stdout, failure.error], [66, '', 'case_not_found'])
    t.regex(failure.message, /No case of this set begins with "nefrologia-99".*such as /)
  }
})

test('of the held-out set only figures are printed, no words, unless a flag asks for them', async (t) => {
  const { run } = await buildCli(t)
  const out = join(await folderOf(t), 'report.json')
  const refused = await run(['eval', '--set', HELD_OUT_FOLDER, '--details'])
  t.is(refused.code, 64, refused.stderr)
  t.regex(refused.stderr, /Held out: looking at its details spoils it/)
  t.is((await run(['eval', '--held-out', '--set', HELD_OUT_FOLDER])).code, 64)

  const told = await run(['eval', '--held-out', '--limit', '1', '--out', out])
  t.is(told.code, 0, told.stderr)
  t.regex(told.stdout, /1 documents of the held-out set by rules/)
  const report = EvaluationReport.parse(JSON.parse(await readFile(out, 'utf8')))
  t.like(report, { set: 'held-out', withheld: true })
  const { score } = report.cases[0]!
  const words = [...score.omitted.map(({ holds }) => holds), ...score.wrong.map(({ text }) => text)]
  t.true(words.length > 0)
  t.deepEqual(
    words.filter((text) => text !== ''),
    [],
  )

  const args = ['eval', '--held-out', '--limit', '1', '--details', '--reveal', '--out', out]
  const revealed = await run(args)
  t.is(revealed.code, 0, revealed.stderr)
  t.regex(revealed.stdout, /omitted +\S/)
  t.false(EvaluationReport.parse(JSON.parse(await readFile(out, 'utf8'))).withheld)
})
