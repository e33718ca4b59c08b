import type { StepBack } from './bundle-deps.ts'

/** What going back to an earlier program means for the data. */
export function stepBackSentences(plan: StepBack): string[] {
  if (plan.kind === 'keep')
    return [`Version ${plan.to} goes on with the data as they are; nothing is lost.`]
  const { to, at, since, erased, damaged, aside } = plan
  const grown = Object.entries(since)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${count} ${table}`)
  return [
    `Version ${to} cannot read what was changed in the database: its state of ${at} comes back.`,
    grown.length > 0
      ? `Made since, and will not be in it: ${grown.join(', ')}.`
      : 'No visit, recording or document was made since.',
    `What is there now is kept in ${aside}, with its keys: an upgrade and that database bring it back. It is never merged.`,
    ...(erased > 0
      ? [`${erased} visits were erased since: they are erased again before anybody is served.`]
      : []),
    ...damaged.map(
      (name) => `${name} in certificates/ cannot be read: see for yourself what was erased there.`,
    ),
  ]
}
