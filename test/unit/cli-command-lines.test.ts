import { execFileSync } from 'node:child_process'
import test from 'ava'
import fc from 'fast-check'
import { commandLines } from '../../cli/commands/doctor.ts'
import { quoted } from '../../core/doctor/quoted.ts'

test('a command that fits stays where it is; one that does not goes further to the left', (t) => {
  t.deepEqual(commandLines('svcctl init', 80, 19), [`${' '.repeat(19)}$ svcctl init`])
  const long = `svcctl org origins add https://ehr.hospital.example --org ${quoted('São Lucas')}`
  t.deepEqual(commandLines(long, 80, 19), [`  $ ${long}`])
  t.deepEqual(commandLines(long, null, 19), [`${' '.repeat(19)}$ ${long}`])
})

test('two commands are two lines, but not where a word holds the semicolon', (t) => {
  t.deepEqual(commandLines("useradd svc; echo 'a; b'", 80, 4), [
    '    $ useradd svc',
    "    $ echo 'a; b'",
  ])
})

test('what is broken is what the shell reads as the same words, in lines that fit', (t) => {
  const word = fc.stringMatching(/^[a-z' ;\\"]{1,12}$/)
  const property = fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
    const command = `printf %s\\\\n ${words.map(quoted).join(' ')}`
    const lines = commandLines(command, 40, 10)
    const shell = lines.map((line) => line.replace(/^ {2,}(\$ )?/, '')).join('\n')
    t.deepEqual(shell.replaceAll(' \\\n', ' '), command)
    const alone = words.map(quoted)
    for (const line of lines)
      t.true(line.length <= 40 || alone.includes(line.slice(4).replace(/ \\$/, '')), line)
  })
  fc.assert(property, { numRuns: 300 })
  const lines = commandLines(`printf '%s|' ${quoted("D'Oeste e mais")} dois três`, 24, 10)
  t.true(lines.length > 2)
  const shell = lines.map((line) => line.trimStart().replace(/^\$ /, '')).join('\n')
  t.is(execFileSync('sh', ['-c', shell], { encoding: 'utf8' }), "D'Oeste e mais|dois|três|")
})
