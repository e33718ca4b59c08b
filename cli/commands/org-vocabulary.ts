import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import type { VocabularySetting } from '../../core/transcription/vocabulary.ts'
import { defineCommand } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import { ORG_OPTION, withOrganization } from '../with-organization.ts'

const LONGEST_WORD = 60
const MOST_WORDS = 500

/** `svcctl org vocabulary show|add|remove|specialty`: words that speech recognition should expect. */
export function orgVocabularyCommand(deps: CliDeps): Command {
  return defineCommand('vocabulary', 'which words speech recognition should expect', [
    'org vocabulary add "Tirzepatida" "Dra. Quitéria"',
  ])
    .addCommand(showCommand(deps))
    .addCommand(addCommand(deps))
    .addCommand(removeCommand(deps))
    .addCommand(specialtyCommand(deps))
}

function showCommand(deps: CliDeps): Command {
  return defineCommand('show', 'show the words and the specialty', ['org vocabulary show'])
    .option(...ORG_OPTION)
    .action((_: unknown, command: Command) => change(deps, command, (now) => now))
}

function addCommand(deps: CliDeps): Command {
  return defineCommand('add', 'add words of your own, the most important first', [
    'org vocabulary add tirzepatida vonoprazana',
  ])
    .argument('<word...>', 'drugs, exams, places, names of doctors; quote what has spaces')
    .option(...ORG_OPTION)
    .action((words: string[], _: unknown, command: Command) =>
      change(deps, command, ({ specialty, words: before }) => {
        const all = [...before]
        for (const word of words.map(readWord))
          if (!all.some((one) => one.toLowerCase() === word.toLowerCase())) all.push(word)
        if (all.length <= MOST_WORDS) return { specialty, words: all }
        const limit = `There may be ${MOST_WORDS} words; only some twenty fit into what is told the recognizer.`
        throw new AppError('invalid', 'vocabulary_full', limit)
      }),
    )
}

function removeCommand(deps: CliDeps): Command {
  return defineCommand('remove', 'remove words', ['org vocabulary remove vonoprazana'])
    .argument('<word...>')
    .option(...ORG_OPTION)
    .action((words: string[], _: unknown, command: Command) =>
      change(deps, command, ({ specialty, words: before }) => {
        const leaving = new Set(words.map((word) => word.trim().toLowerCase()))
        const staying = before.filter((word) => !leaving.has(word.toLowerCase()))
        if (staying.length < before.length) return { specialty, words: staying }
        const advice = 'None of these words is there. See: svcctl org vocabulary show'
        throw new AppError('not-found', 'word_not_found', advice)
      }),
    )
}

function specialtyCommand(deps: CliDeps): Command {
  return defineCommand('specialty', 'say which specialty it is, where no document tells', [
    'org vocabulary specialty cardiology',
  ])
    .argument('<specialty>', 'as `show` lists them; `none` for no specialty')
    .option(...ORG_OPTION)
    .action((specialty: string, _: unknown, command: Command) =>
      change(deps, command, ({ words }, { specialties }) => {
        if (specialty === 'none') return { specialty: null, words }
        if (specialties.includes(specialty)) return { specialty, words }
        const advice = `No specialty is "${specialty}". There are: ${specialties.join(', ')}.`
        throw new AppError('not-found', 'specialty_not_found', advice)
      }),
    )
}

/** Reads, changes where that makes a difference, and prints. */
async function change(
  deps: CliDeps,
  command: Command,
  to: (now: VocabularySetting, vocabulary: Admin['vocabulary']) => VocabularySetting,
) {
  const { org } = command.opts<{ org?: string }>()
  const { setting, specialties } = await withOrganization(
    deps,
    command,
    org,
    async ({ vocabulary }, id) => {
      const now = await vocabulary.find(id)
      const setting = to(now, vocabulary)
      if (setting !== now) await vocabulary.save(id, setting)
      return { setting, specialties: vocabulary.specialties }
    },
  )
  const { specialty, words } = setting
  deps.terminal.result({ specialty, words, specialties }, () =>
    [
      `specialty  ${specialty ?? '(as documents tell)'}`,
      `one of     ${specialties.join(', ')}`,
      ...(words.length > 0 ? words : ['No words of its own yet.']),
    ].join('\n'),
  )
}

/** @throws {AppError} `word_invalid` */
function readWord(text: string): string {
  const word = text.replaceAll(/\s+/g, ' ').trim()
  if (
    word.length > 1 &&
    word.length <= LONGEST_WORD &&
    /^[\p{L}\p{N}][\p{L}\p{N} .'’/+-]*$/u.test(word)
  )
    return word
  throw new AppError(
    'invalid',
    'word_invalid',
    `"${text}" is no word: 2 to ${LONGEST_WORD} letters and digits, at most with spaces and hyphens.`,
  )
}
