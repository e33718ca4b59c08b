export type KeyedQueue = <T>(key: string, task: () => Promise<T>) => Promise<T>

/** One thing at a time per key, in order of arrival. */
export function keyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>()

  return (key, task) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(task)
    const tail = result.then(ignore, ignore)
    tails.set(key, tail)
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key)
    })
    return result
  }
}

function ignore() {}
