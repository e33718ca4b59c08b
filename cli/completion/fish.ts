import type { Command } from 'commander'
import type { Pairs, Values } from './offers.ts'
import { type CommandPlace, commonFlags, type Flag, places, valuedFlags } from './words.ts'

/** For fish 3 and newer. Settings, flags of every command, are offered once. */
export function fishCompletion(program: Command): string {
  const [root, ...rest] = places(program) as [CommandPlace, ...CommandPlace[]]
  return `# Completion of svcctl for fish. Made by: svcctl completion fish
# Whether the command is the one that was typed: place, and how many arguments were given, at least and at most.
function __svcctl_at
    set -l at svcctl
    set -l given 0
    set -l isvalue no
    for word in (commandline -opc)[2..-1]
        if test $isvalue = yes
            set isvalue no
            continue
        end
        switch "$at $word"
${rest.map(step).join('\n')}
        end
        switch $word
            case ${valuedFlags(program).join(' ')}
                set isvalue yes
            case '-*'
            case '*'
                set given (math $given + 1)
        end
    end
    test "$at" = "$argv[1]"; or return 1
    set -q argv[2]; and test $given -lt $argv[2]; and return 1
    set -q argv[3]; and test $given -gt $argv[3]; and return 1
    return 0
end
function __svcctl_after
    contains -- (commandline -opc)[-1] $argv
end
function __svcctl_organizations
    set -l typed (commandline -opc)
    set -l folder
    for flag in --data-dir --config
        set -l found (contains -i -- $flag $typed)
        and set -a folder $flag $typed[(math $found + 1)]
    end
    $typed[1] $folder org list --names 2>/dev/null </dev/null
end
complete -c svcctl -f
${[
  ...commonFlags(program).map((flag) => flagLine('', flag)),
  ...[root, ...rest].flatMap(({ path, commands, values, goesOn, pairs, flags }) => [
    ...commands.map(
      ({ name, description }) =>
        `complete -c svcctl ${when(at(path))} -a ${quoted(name)} -d ${quoted(description)}`,
    ),
    ...(commands.length > 0
      ? []
      : values.flatMap((value, index) =>
          argumentLines(
            `${at(path)} ${index}${goesOn && index === values.length - 1 ? '' : ` ${index}`}`,
            value,
            pairs,
          ),
        )),
    ...flags.map((flag) => flagLine(when(at(path)), flag)),
  ]),
].join('\n')}
`
}

function step({ path, aliases }: CommandPlace): string {
  const cut = path.lastIndexOf(' ')
  const names = [path.slice(cut + 1), ...aliases].map((name) => `'${path.slice(0, cut)} ${name}'`)
  return `            case ${names.join(' ')}\n                set at '${path}'\n                continue`
}

const at = (path: string) => `__svcctl_at "${path}"`
const when = (condition: string) => `-n ${quoted(condition)}`

function argumentLines(condition: string, values: Values, pairs: Pairs | null): string[] {
  const line = (where: string, offered: Values) =>
    offered === 'anything' || offered.length === 0
      ? []
      : [`complete -c svcctl ${when(where)} ${answer(offered)}`]
  if (!pairs) return line(condition, values)
  const alone = `contains -- ${pairs.alone} (commandline -opc)`
  const words = [...pairs.valuesOf.keys()].join(' ')
  return [
    ...line(`${condition}; and begin; ${alone}; or not __svcctl_after ${words}; end`, values),
    ...[...pairs.valuesOf].flatMap(([word, of]) =>
      line(`${condition}; and not ${alone}; and __svcctl_after ${word}`, of),
    ),
  ]
}

function answer(values: Values): string {
  if (values === 'files') return '-F'
  if (values === 'organizations') return `-a ${quoted('(__svcctl_organizations)')}`
  return `-a ${quoted(values === 'anything' ? '' : values.join(' '))}`
}

function flagLine(condition: string, { long, short, description, values }: Flag) {
  return [
    'complete -c svcctl',
    condition,
    short ? `-s ${short.slice(1)}` : '',
    `-l ${long.slice(2)}`,
    values === null ? '' : values === 'files' ? '-rF' : '-x',
    values === null || values === 'files' || values === 'anything' ? '' : answer(values),
    `-d ${quoted(description)}`,
  ]
    .filter(Boolean)
    .join(' ')
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
