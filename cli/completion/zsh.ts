import type { Command } from 'commander'
import type { Values } from './offers.ts'
import { type CommandPlace, commonFlags, type Flag, places, valuedFlags } from './words.ts'

/** For zsh 5 and newer: as `_svcctl` in a folder of `fpath`, or sourced. */
export function zshCompletion(program: Command): string {
  const all = places(program)
  const common = commonFlags(program)
  return `#compdef svcctl
# Completion of svcctl for zsh. Made by: svcctl completion zsh
_svcctl() {
  local at=svcctl word
  local -i at_word given=0
  local -a commands flags folder
  local -a common=(${common.map(described).join(' ')})
  for ((at_word = 2; at_word < CURRENT; at_word++)); do
    word=\${words[at_word]}
    case "$at $word" in
${all.flatMap(step).join('\n')}
    esac
    case $word in
      --data-dir|--config) folder+=("$word" "\${(Q)words[at_word+1]}"); ((at_word++)) ;;
      ${valuedFlags(program).join('|')}) ((at_word++)) ;;
      -*) ;;
      *) given+=1 ;;
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
_svcctl_organizations() {
  local -a names=(\${(f)"$("\${(Q)words[1]}" $folder org list --names 2>/dev/null </dev/null)"})
  compadd -- $names
}
if [[ \${funcstack[1]} = _svcctl ]]; then _svcctl "$@"; else compdef _svcctl svcctl; fi
`
}

function step({ path, aliases }: CommandPlace): string[] {
  const cut = path.lastIndexOf(' ')
  if (cut < 0) return []
  const names = [path.slice(cut + 1), ...aliases].map((name) => `'${path.slice(0, cut)} ${name}'`)
  return [`      ${names.join('|')}) at='${path}'; continue ;;`]
}

/** @param before the place and a space, or nothing for what holds everywhere */
function flagValues(before: string, { long, short, values }: Flag): string[] {
  if (values === null) return []
  const typed = [long, ...(short ? [short] : [])].map((flag) => `'${before}${flag}'`).join('|')
  return [`    ${typed}) ${answer(values)}; return ;;`]
}

function answer(values: Values): string {
  if (values === 'anything') return '_message value'
  if (values === 'organizations') return '_svcctl_organizations'
  return values === 'files' ? '_files' : `compadd -- ${values.map(quoted).join(' ')}`
}

function place({ path, commands, flags, ...typed }: CommandPlace): string {
  const offered = commands.map(({ name, description }) => quoted(`${name}:${description}`))
  const words =
    commands.length > 0
      ? `commands=(${offered.join(' ')}); _describe -t commands command commands`
      : argumentWords(typed)
  return `    '${path}')
      if [[ $PREFIX = -* ]]; then flags=(${flags.map(described).join(' ')} $common); _describe -t options flag flags
      else ${words}; fi ;;`
}

/** By how many were given. */
function argumentWords({
  values,
  goesOn,
  pairs,
}: Pick<CommandPlace, 'values' | 'goesOn' | 'pairs'>) {
  const last = values.length - 1
  const cases = values.map(
    (value, at) => `${goesOn && at === last ? '*' : at}) ${answer(value)} ;;`,
  )
  if (!goesOn) cases.push('*) _message "no more words" ;;')
  const byCount = `case $given in ${cases.join(' ')} esac`
  if (!pairs) return byCount
  const byWord = [...pairs.valuesOf].map(([word, value]) => `${word}) ${answer(value)}; return ;;`)
  return `[[ \${words[(I)${pairs.alone}]} -gt 0 ]] || case \${words[CURRENT-1]} in ${byWord.join(' ')} esac; ${byCount}`
}

function described({ long, description }: Flag): string {
  return quoted(`${long}:${description}`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
