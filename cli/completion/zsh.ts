import type { Command } from 'commander'
import { commonFlags, type Flag, type Place, places, type Values } from './words.ts'

/** For zsh 5 and newer: as `_svcctl` in a folder of `fpath`, or sourced. */
export function zshCompletion(program: Command): string {
  const all = places(program)
  const common = commonFlags(program)
  return `#compdef svcctl
# Completion of svcctl for zsh. Made by: svcctl completion zsh
_svcctl() {
  local at=svcctl word
  local -a commands flags
  local -a common=(${common.map(described).join(' ')})
  for word in \${words[2,CURRENT-1]}; do
    case "$at $word" in
${all.flatMap(step).join('\n')}
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${all.flatMap(({ path, flags }) => flags.flatMap((flag) => flagValues(`${path} `, flag))).join('\n')}
  esac
  case \${words[CURRENT-1]} in
${common.flatMap((flag) => flagValues('', flag)).join('\n')}
  esac
  case $at in
${all.map(place).join('\n')}
  esac
}
if [[ \${funcstack[1]} = _svcctl ]]; then _svcctl "$@"; else compdef _svcctl svcctl; fi
`
}

function step({ path, aliases }: Place): string[] {
  const cut = path.lastIndexOf(' ')
  if (cut < 0) return []
  const names = [path.slice(cut + 1), ...aliases].map((name) => `'${path.slice(0, cut)} ${name}'`)
  return [`      ${names.join('|')}) at='${path}' ;;`]
}

/** @param before the place and a space, or nothing for what holds everywhere */
function flagValues(before: string, { long, short, values }: Flag): string[] {
  if (values === null) return []
  const typed = [long, ...(short ? [short] : [])].map((flag) => `'${before}${flag}'`).join('|')
  return [`    ${typed}) ${answer(values)}; return ;;`]
}

function answer(values: Values): string {
  if (values === 'anything') return '_message value'
  return values === 'files' ? '_files' : `compadd -- ${values.map(quoted).join(' ')}`
}

function place({ path, commands, flags, values }: Place): string {
  const offered = commands.map(({ name, description }) => quoted(`${name}:${description}`))
  const words =
    commands.length > 0
      ? `commands=(${offered.join(' ')}); _describe -t commands command commands`
      : values.length === 0
        ? '_message "no more words"'
        : answer(values)
  return `    '${path}')
      if [[ $PREFIX = -* ]]; then flags=(${flags.map(described).join(' ')} $common); _describe -t options flag flags
      else ${words}; fi ;;`
}

function described({ long, description }: Flag): string {
  return quoted(`${long}:${description}`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
