/** One refused value: which setting, where it was written, what is allowed. */
export interface ConfigProblem {
  /** The setting's key, or what was written where no setting has that name. */
  key: string
  /** "SVC_PORT in the environment", "--port", "port in /srv/svc.config.json" */
  where: string
  /** Starts after `where`: 'is "abc"; allowed: a whole number from 0 to 65535'. Holds no secret. */
  problem: string
}

/**
 * Nothing starts with a setting that is not understood: all problems at once, never only the first.
 */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    super(
      problems
        .map(({ where, problem }) => `${where} ${problem}`)
        .map(sentence)
        .join('\n'),
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

function sentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`
}

/** The candidate a typing error most likely meant, or undefined when nothing is near. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, d: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.d - b.d)
  const best = ranked[0]
  return best && best.d <= Math.max(2, word.length / 4) ? best.candidate : undefined
}

/** Levenshtein's: insertions, deletions and replacements between two words. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
