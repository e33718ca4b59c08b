import type { Subject } from '../../bin/compose/subject.ts'

/** Does once what a subject would do at its next turn. */
export function runChore({ chores = [] }: Subject, name: string): Promise<unknown> {
  const chore = chores.find((one) => one.name === name)
  if (!chore) throw new Error(`no chore is called ${name}`)
  return chore.run()
}
