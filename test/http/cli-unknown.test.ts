import test from 'ava'
import { buildCli } from '../helpers/cli.ts'

const ID = '3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11'

/** Every command that is given a name or an id of something; `?` is where it stands. */
const LINES = [
  'org show ?',
  'org rename ? Other',
  'org suspend ?',
  'org resume ?',
  'org origins list --org ?',
  'org vocabulary show --org ?',
  'org vocabulary remove ?',
  'user list --org ?',
  'user deactivate ?',
  'user activate ?',
  'key list --org ?',
  'key create --org ?',
  'key create --user ?',
  'key revoke ?',
  'webhook show ?',
  'webhook test ?',
  'webhook rotate ?',
  'webhook disable ?',
  'webhook enable ?',
  'webhook remove ?',
  'webhook deliveries ?',
  'webhook deliveries --message ?',
  'webhook retry ?',
  'webhook retry --failed-of ?',
  'config show ?',
  'model pull ?',
  'model import ?',
  'model verify ?',
  'model use ?',
  'model remove ?',
  'template show ?',
  'template new --name Other --from ?',
  'template check ?',
  'template preview ?',
  'template install ?',
  'template diff ? anamnesis',
  'template rollback ?',
  'template remove ?',
  'template export ?',
  'schema check ?',
  'terminology import ?',
  'rnds show ?',
  'rnds bundle ?',
  'rnds evidence ? --out proofs',
  'rnds retry ?',
  'rnds cert import ?',
  'rnds cert show --org ?',
  'rnds definitions import ?',
  'consult list --org ?',
  'consult show ?',
  'consult verify ?',
  'consult hold ? --reason Processo',
  'consult hold --reason Processo --patient ?',
  'consult release ?',
  'consult release --patient ?',
  'consult purge ?',
  'consult purge --patient ?',
  'doc show ?',
  'doc replay ?',
  'doc explain ?',
  'retention show --org ?',
  'backup verify ?',
  'backup restore ?',
  'audit tail --org ?',
  'audit export --org ?',
  'audit report --verify ?',
  'bundle verify ?',
]

test('every command reports an unknown id with exit code 66 and an empty stdout', async (t) => {
  const { run } = await buildCli(t)
  await run(['org', 'create', 'Hospital'])
  const faults: string[] = []
  for (const line of LINES)
    for (const name of [ID, '']) {
      const args = line.split(' ').map((word) => (word === '?' ? name : word))
      const done = await run([...args, '--yes', '--json'])
      const isTold = done.code === 66 && done.stdout === '' && TOLD.test(done.failure.error)
      if (!isTold || /undefined|null|Restore a backup/.test(done.failure.message))
        faults.push(`${line} "${name}": ${done.code} ${done.stderr}`)
    }
  t.deepEqual(faults, [])
})

const TOLD = /_(not_found|unknown|missing|not_installed|not_readable|not_stored)$/
