// Own process: starts the program as a process.
/** `--jq`, on every command that has a result. */
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'

test('--jq prints only the chosen part: texts as they are, the rest as JSON', async (t) => {
  const { run, runApart } = await buildCli(t)
  await run(['org', 'create', 'Clínica São José'])
  const of = async (expression: string, ...args: string[]) =>
    (await run([...args, '--jq', expression])).stdout
  t.is(await of('.organizations[].name', 'org', 'list'), 'Clínica São José\n')
  t.is(await of('.organizations | length', 'org', 'list'), '1\n')
  t.is(await of('[.organizations[] | {name}]', 'orgs'), '')
  t.is(
    await of('.organizations[] | {name, status}', 'org', 'list'),
    '{"name":"Clínica São José","status":"active"}\n',
  )
  t.is(await of('.organizations[] | select(.status == "suspended")', 'org', 'list'), '')
  t.is((await run(['org', 'list', '--jq=.organizations | type'])).stdout, 'array\n')
  // In front of the command, and as a process, which must end as it would.
  const apart = await runApart(['--jq', '.organizations[0].status', 'org', 'list'])
  t.deepEqual([apart.code, apart.stdout, apart.stderr], [0, 'active\n', ''])
  // A command that fails with its result already told.
  const status = await run(['status', '--jq', '.reachable'])
  t.deepEqual([status.code, status.stdout], [69, 'false\n'])
})

test('an invalid jq expression is refused before the command runs; one that does not fit, after it', async (t) => {
  const { run, runApart } = await buildCli(t)
  for (const expression of ['.organizations |', 'nope', '"', ')', '']) {
    const refused = await run(['org', 'create', 'Nova', '--jq', expression])
    t.is(refused.code, 65, expression)
    t.is(refused.failure.error, 'jq_invalid')
    t.is((await run(['org', 'list', '--json'])).json.organizations.length, 0)
  }
  const unfit = await runApart(['org', 'list', '--jq', '.organizations.name'])
  t.is(unfit.code, 65)
  t.is(unfit.failure.error, 'jq_failed')
  t.regex(unfit.failure.message, /Cannot index array/)
})
