import type { Command } from 'commander'
import type { Values } from './offers.ts'
import { type CommandPlace, commonFlags, type Flag, places, valuedFlags } from './words.ts'

/** For bash 4 and newer, with or without the package bash-completion. */
export function bashCompletion(program: Command): string {
  const all = places(program)
  const common = commonFlags(program)
  return `# Completion of svcctl for bash. Made by: svcctl completion bash
_svcctl() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at=svcctl i word given=0 flags=''
  local -a words folder
  local common='${longNames(common)}'
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$at $word" in
${all.flatMap(step).join('\n')}
    esac
    case $word in
      --data-dir|--config) folder+=("$word" "\${COMP_WORDS[i+1]}"); ((i++)) ;;
      ${valuedFlags(program).join('|')}) ((i++)) ;;
      -*) ;;
      *) ((given++)) ;;
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
    *) _svcctl_offer "\${words[given]}" ;;
  esac
}
_svcctl_offer() {
  local name typed=\${cur#[\\"\\']}
  case $1 in
    //files//) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames 2>/dev/null ;;
    //organizations//)
      while IFS= read -r name; do
        [[ $name = "\${typed//\\\\/}"* ]] && COMPREPLY+=("$name")
      done < <("\${COMP_WORDS[0]}" "\${folder[@]}" org list --names 2>/dev/null </dev/null)
      compopt -o filenames 2>/dev/null ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur") ;;
  esac
}
complete -F _svcctl svcctl
`
}

/** From one place to the next, whichever of its names is typed. */
function step({ path, aliases }: CommandPlace): string[] {
  const at = path.lastIndexOf(' ')
  if (at < 0) return []
  const names = [path.slice(at + 1), ...aliases].map((name) => `'${path.slice(0, at)} ${name}'`)
  return [`      ${names.join('|')}) at='${path}'; continue ;;`]
}

/** @param before the place and a space, or nothing for what holds everywhere */
function flagValues(before: string, flags: readonly Flag[]): string[] {
  return flags.flatMap(({ long, short, values }) => {
    if (values === null) return []
    const typed = [long, ...(short ? [short] : [])].map((flag) => `'${before}${flag}'`).join('|')
    return [`    ${typed}) _svcctl_offer ${offered(values)}; return ;;`]
  })
}

function offered(values: Values): string {
  if (values === 'anything') return "''"
  return typeof values === 'string' ? `//${values}//` : `'${values.join(' ')}'`
}

function place({ path, commands, flags, values, goesOn, pairs }: CommandPlace): string {
  const words = commands.length > 0 ? [commands.map(({ name }) => name)] : values
  const lines = [`flags='${longNames(flags)}'`]
  if (words.length > 0) lines.push(`words=(${words.map(offered).join(' ')})`)
  if (goesOn) lines.push(`((given >= ${words.length})) && given=${words.length - 1}`)
  if (pairs) {
    const cases = [...pairs.valuesOf].map(([word, of]) => `${word}) words=(${offered(of)}) ;;`)
    lines.push(
      `[[ " \${COMP_WORDS[*]} " = *" ${pairs.alone} "* ]] || case $prev in\n      ${cases.join('\n      ')}\n      esac`,
    )
  }
  return `    '${path}') ${lines.join('; ')} ;;`
}

function longNames(flags: readonly Flag[]): string {
  return flags.map(({ long }) => long).join(' ')
}
