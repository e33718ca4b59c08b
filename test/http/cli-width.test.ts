import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import stringWidth from 'string-width'
import { buildCli } from '../helpers/cli.ts'

const HOSPITAL = 'Hospital e Maternidade Nossa Senhora da Conceição Aparecida 病院の長い名前'
const LISTS = [
  'audit tail',
  'backup list',
  'config show',
  'key list',
  'model advise',
  'model list',
  'org list',
  'org origins list',
  'retention show',
  'template list',
  'template list --versions',
  'terminology list',
  'terminology search cid10 febre',
  'user list',
  'webhook list',
]

test('no line of a list is wider than its terminal, unless one word of it is; nor in a pipe or as JSON is anything cut', async (t) => {
  const { run, root } = await buildCli(t, { NO_COLOR: '1', SVC_WEBHOOK_NETWORKS: 'private' })
  const words = join(root, 'passphrase')
  await writeFile(words, 'a passphrase of some length\n', { mode: 0o600 })
  const backup = await run(['backup', 'create', '--passphrase-file', words, '--json'])
  await run(['org', 'create', HOSPITAL, '--origin', 'https://prontuario.conceicao.example'])
  await run(['user', 'add', 'Equipe de integração do prontuário eletrônico e da central'])
  await run(['key', 'create', '--name', 'Prontuário eletrônico da unidade de terapia intensiva'])
  // An address: a name would be looked up.
  await run(['webhook', 'add', 'https://10.20.30.40:8443/ganchos/das/consultas/concluidas/agora'])
  for (const list of LISTS)
    for (const columns of [60, 80]) {
      const { code, stdout, stderr } = await run(list.split(' '), {}, '', columns)
      t.is(code, 0, `${list}: ${stderr}`)
      for (const line of stdout.split('\n'))
        t.true(stringWidth(line) <= columns || isOneWord(line), `${list} at ${columns}: ${line}`)
    }
  const listed = await run(['backup', 'list'], {}, '', 60)
  t.true(listed.stdout.includes(backup.json.path), 'a path is copied into the next command')
  const piped = await run(['org', 'list'])
  t.true(piped.stdout.includes(HOSPITAL))
  const args = ['org', 'list', '--json']
  t.is((await run(args, {}, '', 60)).stdout, (await run(args)).stdout)
})

test('what doctor says to do fits the terminal, and its commands mean the organization by name', async (t) => {
  const { run } = await buildCli(t, { NO_COLOR: '1' })
  await run(['org', 'create', HOSPITAL])
  await run(['org', 'create', 'Santa Casa'])
  for (const columns of [60, 80]) {
    const { stdout } = await run(['doctor'], {}, '', columns)
    for (const line of stdout.split('\n'))
      t.true(stringWidth(line) <= columns || isOneWord(line), `doctor at ${columns}: ${line}`)
    t.regex(stdout, /org origins add/)
    t.notRegex(stdout, /[0-9a-f]{8}-[0-9a-f]{4}-/)
  }
})

/** Behind its label, or alone. */
function isOneWord(line: string): boolean {
  return (line.match(/\S{40,}/g) ?? []).length === 1 && line.trim().split(/ {2,}/).length <= 2
}
