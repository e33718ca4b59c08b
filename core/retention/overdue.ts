import type { CategoryState } from './ports.ts'
import { type RetentionCategory, type RetentionRules, retentionCategories } from './rules.ts'

/**
 * What should be gone by its rule, of one kind over all organizations. Once a day everything is
 * gone through: a day is no delay.
 */
export interface Overdue {
  category: RetentionCategory
  items: number
  bytes: number
  /** How long the oldest has been over its time, in ms; 0 when nothing is. */
  oldestMs: number
  /** Over its time, and kept by a legal hold. */
  held: number
}

/** @param states with the rules of the organization that each is of */
export function overdueByCategory(
  states: readonly { state: CategoryState; rules: RetentionRules }[],
  now: Date,
): Overdue[] {
  return retentionCategories.map((category) => {
    const own = states.filter(({ state }) => state.category === category)
    const sum = (of: (state: CategoryState) => number) =>
      own.reduce((total, { state }) => total + of(state), 0)
    return {
      category,
      items: sum(({ due }) => due.items),
      bytes: sum(({ due }) => due.bytes),
      oldestMs: Math.max(0, ...own.map(({ state, rules }) => overdueMs(state, rules, now))),
      held: sum(({ held }) => held.items),
    }
  })
}

function overdueMs({ category, due }: CategoryState, rules: RetentionRules, now: Date): number {
  const over = (since: Date | null, kept: number | null) =>
    since === null || kept === null ? 0 : now.getTime() - since.getTime() - kept
  const imported = category === 'documents' ? over(due.oldestImported, rules.imported) : 0
  return Math.max(over(due.oldest, rules[category]), imported)
}
