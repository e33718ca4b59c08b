import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { buildCli } from '../helpers/cli.ts'

const GOOD = {
  type: 'object',
  description: 'Prontuário',
  properties: {
    pas: { type: 'number', description: 'Pressão sistólica' },
    cids: { type: 'array', description: 'Diagnósticos', items: { $ref: '#/$defs/CID' } },
    semDescricao: { type: 'string' },
  },
}

test('a valid schema is described property by property, with harmless omissions', async (t) => {
  const { run } = await buildCli(t)
  const path = await fileWith(t, JSON.stringify(GOOD))
  const { code, stdout } = await run(['schema', 'check', path])
  t.is(code, 0)
  t.regex(stdout, /pas\s+number\s+Pressão sistólica/)
  t.regex(stdout, /cids\[\]\s+CID/)
  t.regex(stdout, /The schema can be used\.\S* 3 of 500 properties, 3 of 8 levels/)
  t.regex(stdout, /#\/properties\/semDescricao: There is no "description"/)
  t.like((await run(['schemas', 'check', path, '--json'])).json, {
    valid: true,
    properties: 3,
    depth: 3,
    warnings: [{ path: '#/properties/semDescricao' }],
  })
})

test('a bad one is refused with the place and the reason, in English', async (t) => {
  const { run } = await buildCli(t)
  const bad = { ...GOOD, properties: { x: { type: 'date' }, y: { type: 'string', enum: [] } } }
  const path = await fileWith(t, JSON.stringify(bad))
  const told = await run(['schema', 'check', path])
  t.is(told.code, 65)
  t.is(told.stdout, '')
  t.regex(told.stderr, /The schema cannot be used\./)
  t.regex(told.stderr, /#\/properties\/x\/type.*must be one of "string"/)
  t.regex(told.stderr, /#\/properties\/y\/enum.*with at least one/)
  const { failure } = await run(['schema', 'check', path, '--json'])
  t.like(failure, {
    error: 'schema_invalid',
    details: [{ field: '#/properties/x/type' }, { field: '#/properties/y/enum' }],
  })
})

test('no file and no JSON have codes of their own', async (t) => {
  const { run } = await buildCli(t)
  t.is((await run(['schema', 'check', '/nowhere.json'])).code, 66)
  const broken = await run(['schema', 'check', await fileWith(t, '{'), '--json'])
  t.is(broken.code, 65)
  t.is(broken.failure.error, 'file_not_json')
  t.is((await run(['schema', 'check'])).code, 64)
})

async function fileWith(t: ExecutionContext, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-schema-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'schema.json')
  await writeFile(path, text)
  return path
}
