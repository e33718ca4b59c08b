// Own process: has a folder until its last test has ended.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { bashCompletion } from '../../cli/completion/bash.ts'
import { fishCompletion } from '../../cli/completion/fish.ts'
import { commonFlags, places } from '../../cli/completion/words.ts'
import { zshCompletion } from '../../cli/completion/zsh.ts'
import { buildProgram } from '../helpers/cli-program.ts'

const { root } = buildProgram()
const folder = mkdtempSync(join(tmpdir(), 'svc-completion-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'report.json'), '')
// What knows the organizations: the program itself, which is asked.
writeFileSync(
  join(folder, 'svcctl'),
  `#!/bin/sh
case "$*" in
  'org list --names') printf '%s\\n' 'Hospital São Lucas' "Hospital d'Or" 'Clínica' ;;
  '--data-dir x org list --names') echo 'Clínica em x' ;;
  *) exit 64 ;;
esac
`,
  { mode: 0o755 },
)
writeFileSync(join(folder, 'svcctl.bash'), bashCompletion(root))
writeFileSync(join(folder, 'svcctl.zsh'), zshCompletion(root))
writeFileSync(join(folder, 'svcctl.fish'), fishCompletion(root))

const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }

/** Real shells are asked, each in its own way; one that is not installed is skipped by name. */
const shells = {
  bash: (typed: string) => {
    const words = typed.split(' ')
    return [
      '-c',
      `source svcctl.bash; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _svcctl; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]
  },
  zsh: (typed: string) => {
    const words = typed.split(' ')
    // What the completion system would do with the answers: keep those that begin as typed.
    const system = `compdef() { : }
      offer() { local one; for one; do [[ $one = $PREFIX* ]] && print -r -- "\${one%%:*}"; done }
      compadd() { shift; offer "$@" }
      _describe() { offer "\${(@P)4}" }
      _files() { offer * }
      _message() { : }`
    return [
      '-c',
      `${system}\nsource ./svcctl.zsh; words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; PREFIX='${words.at(-1)}'; _svcctl`,
    ]
  },
  fish: (typed: string) => [
    '-c',
    `source svcctl.fish; complete -C '${typed}' | string replace -r '\\t.*' ''`,
  ],
}

for (const [shell, ask] of Object.entries(shells)) {
  const isThere = spawnSync(shell, ['-c', 'true']).status === 0
  const run = isThere ? test : test.skip
  const offered = (typed: string) => {
    const { stdout, stderr } = spawnSync(shell, ask(typed), { cwd: folder, env, encoding: 'utf8' })
    return { words: stdout.split('\n').filter(Boolean), stderr }
  }
  for (const [what, typed, expected] of [
    ['commands', 'svcctl do', ['doc', 'doctor']],
    ['verbs of a noun', 'svcctl key ', ['create', 'list', 'revoke', 'rotate-signing']],
    ['verbs of a plural', 'svcctl keys cr', ['create']],
    ['flags of a command', 'svcctl key create --na', ['--name']],
    ['flags of every command', 'svcctl key create --js', ['--json']],
    ['settings', 'svcctl serve --tls-k', ['--tls-key-file']],
    ['what a flag allows', 'svcctl key create --kind a', ['api-key', 'auth-token']],
    ['what an argument allows', 'svcctl completion z', ['zsh']],
    ['models to fetch', 'svcctl model pull whisper-ti', ['whisper-tiny', 'whisper-tiny-q5_1']],
    ['settings to write', 'svcctl config set tlsK', ['tlsKeyFile']],
    ['further settings, after a value', 'svcctl config set port 9000 tlsK', ['tlsKeyFile']],
    ['what a setting can be', 'svcctl config set shareOwnModels ', ['false', 'true']],
    ['files where a setting names one', 'svcctl config set tlsKeyFile rep', ['report.json']],
    ['no setting where a value belongs', 'svcctl config set port ', []],
    [
      'settings alone, back to their defaults',
      'svcctl config set --default port tlsK',
      ['tlsKeyFile'],
    ],
    ['what a setting’s flag allows', 'svcctl serve --log-level de', ['debug']],
    ['one word where one belongs', 'svcctl config show port tls', []],
    ['nothing after the last argument', 'svcctl completion bash ', []],
    ['an argument behind flags with values', 'svcctl --data-dir rep completion z', ['zsh']],
    ['a second file', 'svcctl template diff a.json rep', ['report.json']],
    ['organizations', 'svcctl key create --org Hosp', ['Hospital São Lucas', "Hospital d'Or"]],
    [
      'organizations of the folder that is named',
      'svcctl --data-dir x org show ',
      ['Clínica em x'],
    ],
    ['files', 'svcctl eval --out rep', ['report.json']],
    ['files for a setting', 'svcctl serve --tls-key-file rep', ['report.json']],
    ['no file for a number of files', 'svcctl serve --file-max-count rep', []],
    ['nothing where only the administrator knows', 'svcctl key create --name ', []],
  ] as const)
    run(`${shell} offers ${what}`, (t) => {
      const { words, stderr } = offered(typed)
      t.is(stderr, '')
      t.deepEqual(words.sort(), [...expected].sort())
    })
}

test('every command of the program is a place', (t) => {
  t.true(places(root).length > 50)
})

// A shell reads them again and again; settings in every place made two megabytes of it, and zsh
// think for three seconds.
test('options that every command has are offered once', (t) => {
  const settings = commonFlags(root).length
  t.true(settings > 50)
  for (const script of [bashCompletion(root), zshCompletion(root), fishCompletion(root)])
    t.true(script.split('--tls-key-file').length <= 4 && script.length < 150_000)
})
