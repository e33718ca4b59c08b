import test from 'ava'
import { buildCli } from '../helpers/cli.ts'

test('an organization says which words and which specialty to expect', async (t) => {
  const { run } = await buildCli(t)
  await run(['init'])
  const vocabulary = (...args: string[]) => run(['org', 'vocabulary', ...args, '--json'])
  t.like((await vocabulary('show')).json, { specialty: null, words: [] })
  const added = await vocabulary('add', 'Tirzepatida', 'Dra. Quitéria', 'tirzepatida')
  t.is(added.code, 0, added.stderr)
  t.deepEqual(added.json.words, ['Tirzepatida', 'Dra. Quitéria'])
  t.is((await vocabulary('specialty', 'cardiology')).json.specialty, 'cardiology')
  t.deepEqual((await vocabulary('remove', 'TIRZEPATIDA')).json.words, ['Dra. Quitéria'])
  t.is((await vocabulary('specialty', 'none')).json.specialty, null)
})

test('what is no word, no specialty or not there is refused', async (t) => {
  const { run } = await buildCli(t)
  await run(['init'])
  const refused = async (...args: string[]) =>
    (await run(['org', 'vocabulary', ...args, '--json'])).failure
  t.like(await refused('add', 'x'), { error: 'word_invalid' })
  t.like(await refused('add', '<b>isto</b>'), { error: 'word_invalid' })
  t.like(await refused('remove', 'nada'), { error: 'word_not_found' })
  t.like(await refused('specialty', 'astrologia'), { error: 'specialty_not_found' })
})
