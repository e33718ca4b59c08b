/**
 * Tables in an order in which none refers to a later one.
 * @param references of one table to another, none to itself
 */
export function referenceOrder(
  tables: readonly string[],
  references: readonly { from: string; to: string }[],
): string[] {
  const left = new Set(tables)
  const order: string[] = []
  while (left.size > 0) {
    const free = [...left].filter(
      (name) => !references.some(({ from, to }) => from === name && left.has(to)),
    )
    if (free.length === 0) throw new Error('tables refer to each other in a circle')
    for (const name of free) {
      left.delete(name)
      order.push(name)
    }
  }
  return order
}
