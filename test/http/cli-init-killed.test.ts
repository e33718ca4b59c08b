import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { killedAtOutput, killedAtStatement } from '../helpers/killed-at.ts'

/** Where, and what the next one finds there already. */
const KILLED: [string, string, string[]][] = [
  [
    'before its master key is written down',
    killedAtStatement('INSERT OR IGNORE INTO `vault_keys`'),
    [],
  ],
  ['after the organization', killedAtStatement('INSERT INTO `signing_keys`'), ['the organization']],
  [
    'after the user',
    killedAtStatement('INSERT INTO `api_keys`'),
    ['the organization', 'its user TI'],
  ],
  ['before it shows the key', killedAtOutput, ['the organization', 'its user TI', 'an API key']],
]

for (const [when, NODE_OPTIONS, found] of KILLED)
  test(`an init that is killed ${when} is gone on with: nothing twice, nothing lost`, async (t) => {
    const cli = await buildCli(t, {}, { prepared: false })
    const told = ['--org', 'São Lucas', '--user', 'TI', '--origin', 'https://ehr.example']
    const killed = await cli.runApart(['init', ...told], { NODE_OPTIONS })
    t.deepEqual([killed.code, killed.stdout], [null, ''], killed.stderr)

    const again = await cli.run(['init', '--json'])
    t.is(again.code, 0, again.stderr)
    t.like(again.json, {
      created: true,
      resumed: true,
      organization: { name: 'São Lucas', allowed_origins: ['https://ehr.example'] },
      user: { name: 'TI' },
    })
    const already = [...again.stderr.matchAll(/There already: (.*)\./g)].map(([, what]) => what)
    t.is(already.length, found.length, again.stderr)
    for (const [at, what] of found.entries()) t.true(already[at]?.startsWith(what), already[at])

    const { organizations } = (await cli.run(['org', 'list', '--json'])).json
    t.is(organizations.length, 1)
    t.is((await cli.run(['user', 'list', '--json'])).json.users.length, 1)
    const { keys } = (await cli.run(['key', 'list', '--json'])).json as {
      keys: { state: string; id: string }[]
    }
    t.deepEqual(
      keys.filter(({ state }) => state === 'active').map(({ id }) => id),
      [again.json.key.id],
    )
    const isKeyFile = (name: string) => /^master.*key$/.test(name)
    t.is(readdirSync(join(cli.dataDir, 'keys')).filter(isKeyFile).length, 1)
    t.deepEqual(
      readdirSync(cli.dataDir).filter((name) => /init|new$/.test(name)),
      [],
    )
    const third = await cli.run(['init', '--json'])
    t.like(third.json, { created: false })
    t.false(third.stderr.includes('no API key'))
  })
