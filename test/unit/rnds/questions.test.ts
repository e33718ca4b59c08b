import { PassThrough } from 'node:stream'
import test from 'ava'
import { terminal } from '../../../cli/terminal.ts'

function asking() {
  const said = { out: '', err: '' }
  const stream = (name: 'out' | 'err') => {
    const made = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
    made.on('data', (part) => {
      said[name] += part
    })
    return made
  }
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const made = terminal({
    stdin,
    stdout: stream('out'),
    stderr: stream('err'),
    env: {},
    json: false,
    yes: false,
    signal: new AbortController().signal,
    nowMs: () => 0,
  })
  const until = async (words: string) => {
    while (!said.err.includes(words)) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return { ...made, stdin, said, until }
}

test('a password is taken without being shown', async (t) => {
  const { askSecret, stdin, said, until } = asking()
  const answer = askSecret('Password of the file')
  await until('Password of the file')
  stdin.write('segredo\n')
  t.is(await answer, 'segredo')
  t.false(`${said.out}${said.err}`.includes('segredo'))
})

test('a choice begins at what is held, and return keeps it', async (t) => {
  const { choose, stdin, until } = asking()
  const choices = ['01', '06', '07'].map((value) => ({ value, label: `${value} label` }))
  const answer = choose('Kind of care', choices, '06')
  await until('06 label')
  stdin.write('\n')
  t.is(await answer, '06')
})

test('a wrong answer is said to be wrong at once, and asked for again', async (t) => {
  const { ask, stdin, until } = asking()
  const answer = ask('The establishment', {
    optional: true,
    fault: (typed) => (typed.length === 7 ? null : 'This is not: 7 digits.'),
  })
  await until('The establishment')
  stdin.write('12\n')
  await until('This is not: 7 digits.')
  stdin.write('34567\n')
  t.is(await answer, '1234567')
})

test('what a program sends is read to its end, as text', async (t) => {
  const { readInput, stdin } = asking()
  const text = readInput()
  stdin.write(Buffer.from('senh\u00e7').subarray(0, 5))
  stdin.end(Buffer.from('\u00e7').subarray(1))
  t.is(await text, 'senh\u00e7')
})
