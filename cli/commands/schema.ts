import type { Command } from 'commander'
import { AppError, isAppError } from '../../core/errors.ts'
import { type ParsedSchema, parseSchema } from '../../core/structured-output/parse-schema.ts'
import { describeSchema } from '../../core/structured-output/schema.ts'
import { defineCommand, defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'

/**
 * `svcctl schema check`: what `mount` would say of a host's `structuredOutputSchema` (spec §2.3),
 * offline.
 */
export function schemaCommand(deps: CliDeps): Command {
  return defineNoun('schema', 'schemas', 'schemas for structured output').addCommand(
    checkCommand(deps),
  )
}

function checkCommand({ terminal, readTextFile }: CliDeps): Command {
  return defineCommand('check', 'prove a schema for structured output, without a server', [
    'schema check prontuario.json',
    'schema check - --json < prontuario.json',
  ])
    .argument('<file>', 'JSON, as given to mount in structuredOutputSchema; - reads standard input')
    .action(async (path: string) => {
      const text = path === '-' ? await terminal.readInput() : await readTextFile(path)
      const { schema, warnings } = proven(jsonOf(text, path))
      const { lines, properties, depth, limits } = describeSchema(schema)
      terminal.result({ valid: true, properties, depth, warnings, nodes: lines }, () =>
        [
          terminal.table(lines, [
            { header: 'PROPERTY', cell: ({ name }) => name },
            { header: 'TYPE', cell: ({ type }) => type },
            { header: 'DESCRIPTION', cell: ({ description }) => description, shrinks: true },
          ]),
          '',
          `${terminal.style.green('The schema can be used.')} ${properties} of ${limits.properties} properties, ${depth} of ${limits.depth} levels.`,
          ...warnings.map(
            ({ path: place, message }) =>
              `${terminal.style.yellow('Warning:')} ${place}: ${message}`,
          ),
        ].join('\n'),
      )
    })
}

/** Every fault with its place, in the developer's words. */
function proven(value: unknown): ParsedSchema {
  try {
    return parseSchema(value)
  } catch (error) {
    if (!isAppError(error)) throw error
    const { details = [] } = error
    const faults = details.map(({ field, message }) => `  ${field}: ${message}`)
    const text = ['The schema cannot be used.', ...faults].join('\n')
    throw new AppError('invalid', 'schema_invalid', text, { cause: error, details })
  }
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const name = path === '-' ? 'Standard input' : path
    throw new AppError('invalid', 'file_not_json', `${name} is no JSON.`, { cause })
  }
}
