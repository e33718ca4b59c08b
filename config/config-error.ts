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
