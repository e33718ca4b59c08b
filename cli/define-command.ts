import { Command } from 'commander'

/** A command with its description and at least one example, which `--help` shows last. */
export function defineCommand(
  name: string,
  description: string,
  examples: readonly string[],
): Command {
  const lines = examples.map((example) => `  $ svcctl ${example}`)
  return new Command(name)
    .description(description)
    .addHelpText('after', `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.join('\n')}`)
}

/** A noun that groups verbs: `org`, also written `orgs`. */
export function defineNoun(name: string, plural: string, description: string): Command {
  return new Command(name).alias(plural).description(description)
}
