import type { Command } from 'commander'
import { commonFlags, type Flag, type Place, places, type Values } from './words.ts'

/** For fish 3 and newer. Settings, flags of every command, are offered once. */
export function fishCompletion(program: Command): string {
  const [root, ...rest] = places(program) as [Place, ...Place[]]
  return `# Completion of svcctl for fish. Made by: svcctl completion fish
function __svcctl_at
    set -l at svcctl
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
${rest.map(step).join('\n')}
        end
    end
    test "$at" = "$argv"
end
complete -c svcctl -f
${[
  ...commonFlags(program).map((flag) => flagLine('', flag)),
  ...[root, ...rest].flatMap(({ path, commands, values, flags }) => [
    ...commands.map(
      ({ name, description }) =>
        `complete -c svcctl ${at(path)} -a ${quoted(name)} -d ${quoted(description)}`,
    ),
    ...argumentLines(path, values, commands.length > 0),
    ...flags.map((flag) => flagLine(at(path), flag)),
  ]),
].join('\n')}
`
}

function step({ path, aliases }: Place): string {
  const cut = path.lastIndexOf(' ')
  const names = [path.slice(cut + 1), ...aliases].map((name) => `'${path.slice(0, cut)} ${name}'`)
  return `            case ${names.join(' ')}\n                set at '${path}'`
}

const at = (path: string) => `-n ${quoted(`__svcctl_at ${path}`)}`

function argumentLines(path: string, values: Values, hasCommands: boolean): string[] {
  if (hasCommands || values === 'anything' || values.length === 0) return []
  if (values === 'files') return [`complete -c svcctl ${at(path)} -F`]
  return [`complete -c svcctl ${at(path)} -a ${quoted(values.join(' '))}`]
}

function flagLine(condition: string, { long, short, description, values }: Flag) {
  return [
    'complete -c svcctl',
    condition,
    short ? `-s ${short.slice(1)}` : '',
    `-l ${long.slice(2)}`,
    values === null ? '' : values === 'files' ? '-rF' : '-x',
    Array.isArray(values) ? `-a ${quoted(values.join(' '))}` : '',
    `-d ${quoted(description)}`,
  ]
    .filter(Boolean)
    .join(' ')
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
