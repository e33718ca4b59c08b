/** The page for administration names every check of `svcctl doctor` in Portuguese. */
import test from 'ava'
import { doctorChecks } from '../../core/doctor/checks/all-checks.ts'
import { checkWords } from '../../plugin/admin/check-words.ts'

test('each check has a title and an advice of its own, and none is named that there is not', (t) => {
  const ids = doctorChecks.map(({ id }) => id)
  t.deepEqual(Object.keys(checkWords).sort(), [...ids].sort())
  const words = Object.values(checkWords)
  t.is(new Set(words.map(({ title }) => title)).size, ids.length)
  for (const { title, advice } of words) {
    t.true(title.length <= 40, title)
    t.regex(advice, /^[A-ZÀ-Ú].+\.$|^[A-ZÀ-Ú].+svcctl [a-z -]+\.$/, title)
    t.true(advice.length <= 100, advice)
  }
})

test('commands that an advice names are commands', async (t) => {
  const { buildProgram } = await import('../helpers/cli-program.ts')
  const lines = Object.values(checkWords).flatMap(
    ({ advice }) => advice.match(/svcctl [a-z]+(?: [a-z]+)*/g) ?? [],
  )
  t.true(lines.length > 5)
  for (const line of lines) {
    let command = buildProgram().root as { commands: readonly unknown[] } | undefined
    for (const word of line.split(' ').slice(1, 3)) {
      const below = command?.commands as readonly { name(): string; commands: readonly unknown[] }[]
      const next = below.find((each) => each.name() === word)
      command = next
      t.truthy(next, line)
    }
  }
})
