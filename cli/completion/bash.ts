import type { Command } from 'commander'
import { commonFlags, type Flag, type Place, places, type Values } from './words.ts'

/** For bash 4 and newer, with or without the package bash-completion. */
export function bashCompletion(program: Command): string {
  const all = places(program)
  const common = commonFlags(program)
  return `# Completion of svcctl for bash. Made by: svcctl completion bash
_svcctl() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at=svcctl i words='' flags=''
  local common='${longNames(common)}'
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
${all.flatMap(step).join('\n')}
    esac
  done
  case "$at $prev" in
${all.flatMap(({ path, flags }) => flagValues(`${path} `, flags)).join('\n')}
  esac
  case $prev in
${flagValues('', common).join('\n')}
  esac
  case $at in
${all.map(place).join('\n')}
  esac
  case $cur in
    -*) mapfile -t COMPREPLY < <(compgen -W "$flags $common" -- "$cur") ;;
    *) case $words in
      //files//) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames 2>/dev/null ;;
      *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur") ;;
    esac ;;
  esac
}
complete -F _svcctl svcctl
`
}

/** From one place to the next, whichever of its names is typed. */
function step({ path, aliases }: Place): string[] {
  const at = path.lastIndexOf(' ')
  if (at < 0) return []
  const names = [path.slice(at + 1), ...aliases].map((name) => `'${path.slice(0, at)} ${name}'`)
  return [`      ${names.join('|')}) at='${path}' ;;`]
}

/** @param before the place and a space, or nothing for what holds everywhere */
function flagValues(before: string, flags: readonly Flag[]): string[] {
  return flags.flatMap(({ long, short, values }) => {
    if (values === null) return []
    const typed = [long, ...(short ? [short] : [])].map((flag) => `'${before}${flag}'`).join('|')
    return [`    ${typed}) ${answer(values)}; return ;;`]
  })
}

function answer(values: Values): string {
  if (values === 'anything') return ':'
  if (values === 'files')
    return 'mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames 2>/dev/null'
  return `mapfile -t COMPREPLY < <(compgen -W '${values.join(' ')}' -- "$cur")`
}

function place({ path, commands, flags, values }: Place): string {
  const names = commands.map(({ name }) => name)
  const words =
    typeof values === 'string' ? (values === 'files' ? '//files//' : '') : values.join(' ')
  return `    '${path}') words='${names.length > 0 ? names.join(' ') : words}' flags='${longNames(flags)}' ;;`
}

function longNames(flags: readonly Flag[]): string {
  return flags.map(({ long }) => long).join(' ')
}
