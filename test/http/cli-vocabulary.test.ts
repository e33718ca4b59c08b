import test from 'ava'
import { buildCli } from '../helpers/cli.ts'

test('an organization has names of its own', async (t) => {
  const { run } = await buildCli(t)
  await run(['init'])
  const vocabulary = (...args: string[]) => run(['org', 'vocabulary', ...args, '--json'])
  t.deepEqual((await vocabulary('show')).json, { words: [] })
  const added = await vocabulary('add', 'Tirzepatida', 'Vila  Clementino', 'tirzepatida')
  t.is(added.code, 0, added.stderr)
  t.deepEqual(added.json.words, ['Tirzepatida', 'Vila Clementino'])
  t.deepEqual((await vocabulary('remove', 'TIRZEPATIDA')).json.words, ['Vila Clementino'])
})

test('a word that cannot be recognized by sound, or an unknown one, is refused', async (t) => {
  const { run } = await buildCli(t)
  await run(['init'])
  const refused = async (...args: string[]) =>
    (await run(['org', 'vocabulary', ...args, '--json'])).failure
  for (const word of ['AAS', 'vitamina b12', 'Dra. Quitéria', '<b>isto</b>'])
    t.like(await refused('add', word), { error: 'word_invalid' }, word)
  t.like(await refused('remove', 'nada'), { error: 'word_not_found' })
})
