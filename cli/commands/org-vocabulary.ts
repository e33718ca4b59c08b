import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { ORG_OPTION, withOrganization } from '../find-ref.ts'

const SHORTEST_WORD = 5
const LONGEST_WORD = 60
const MOST_WORDS = 500

/** `svcctl org vocabulary show|add|remove`: names that are looked for by their sound. */
export function orgVocabularyCommand(deps: CliDeps): Command {
  return defineCommand('vocabulary', 'names of your own to find by their sound in transcripts', [
    'org vocabulary add tirzepatida "Vila Clementino"',
  ])
    .addCommand(showCommand(deps))
    .addCommand(addCommand(deps))
    .addCommand(removeCommand(deps))
}

function showCommand(deps: CliDeps): Command {
  return defineCommand('show', 'show the names', ['org vocabulary show'])
    .option(...ORG_OPTION)
    .action((_: unknown, command: Command) => change(deps, command, (words) => words))
}

function addCommand(deps: CliDeps): Command {
  return defineCommand(
    'add',
    'add names that the product does not know; they count within a minute',
    ['org vocabulary add tirzepatida vonoprazana'],
  )
    .argument(
      '<name...>',
      'medicines, brands, places, people without titles; quote what has spaces',
    )
    .option(...ORG_OPTION)
    .action((words: string[], _: unknown, command: Command) =>
      change(deps, command, (before) => {
        const all = [...before]
        for (const word of words.map(readWord))
          if (!all.some((one) => one.toLowerCase() === word.toLowerCase())) all.push(word)
        if (all.length <= MOST_WORDS) return all
        throw new AppError('invalid', 'vocabulary_full', `There may be ${MOST_WORDS} names.`)
      }),
    )
}

function removeCommand(deps: CliDeps): Command {
  return defineCommand('remove', 'remove names', ['org vocabulary remove vonoprazana'])
    .argument('<name...>')
    .option(...ORG_OPTION)
    .action((words: string[], _: unknown, command: Command) =>
      change(deps, command, (before) => {
        const leaving = new Set(words.map((word) => word.trim().toLowerCase()))
        const staying = before.filter((word) => !leaving.has(word.toLowerCase()))
        if (staying.length < before.length) return staying
        const advice = 'None of these names is there. See: svcctl org vocabulary show'
        throw new AppError('not-found', 'word_not_found', advice)
      }),
    )
}

/** Reads, changes where that makes a difference, and prints. */
async function change(
  deps: CliDeps,
  command: Command,
  changed: (words: readonly string[]) => readonly string[],
) {
  const { org } = command.opts<{ org?: string }>()
  const words = await withOrganization(deps, command, org, async ({ vocabulary }, id) => {
    const before = await vocabulary.find(id)
    const after = changed(before)
    if (after !== before) await vocabulary.save(id, after)
    return after
  })
  deps.terminal.result({ words }, () =>
    words.length > 0 ? words.join('\n') : 'No names of your own yet.',
  )
}

/** @throws {AppError} `word_invalid` */
function readWord(text: string): string {
  const word = text.replaceAll(/\s+/g, ' ').trim()
  if (
    word.length >= SHORTEST_WORD &&
    word.length <= LONGEST_WORD &&
    /^\p{L}[\p{L} '’-]*$/u.test(word)
  )
    return word
  throw new AppError(
    'invalid',
    'word_invalid',
    `"${text}" cannot be found by its sound: a name has ${SHORTEST_WORD} to ${LONGEST_WORD} letters, no digits or dots, at most spaces and hyphens.`,
  )
}
