import { PassThrough } from 'node:stream'
import test from 'ava'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { exitCodeOf } from '../../cli/exit-codes.ts'
import { chooseOrganization, findRef } from '../../cli/find-ref.ts'
import { bytes, duration, moment } from '../../cli/format.ts'
import { toJson } from '../../cli/json.ts'
import { progress } from '../../cli/progress.ts'
import { reportError } from '../../cli/report-error.ts'
import { style } from '../../cli/style.ts'
import { harmless, printable, table } from '../../cli/table.ts'
import { terminal } from '../../cli/terminal.ts'
import { AppError, validationError } from '../../core/errors.ts'

const plain = style(false)
const columns = [
  { header: 'ID', cell: ({ id }: { id: string; name: string }) => id },
  {
    header: 'NAME',
    cell: ({ name }: { id: string; name: string }) => name,
    shrinks: true as const,
  },
]

test('columns line up, with accents and wide characters too', (t) => {
  const rows = [
    { id: '1', name: 'São João' },
    { id: '1234', name: '病院' },
  ]
  t.is(
    table(rows, columns, { width: null, style: plain }),
    'ID    NAME\n1     São João\n1234  病院',
  )
})

test('a table fits the terminal: long names are cut, identifiers never', (t) => {
  const rows = [{ id: 'a'.repeat(20), name: 'Hospital Universitário de Longe' }]
  const text = table(rows, columns, { width: 40, style: plain })
  t.true(text.includes('a'.repeat(20)))
  t.regex(text, /Hospital Universi…$/)
})

test('without room for a table, every row becomes a block of lines', (t) => {
  const rows = [{ id: 'a'.repeat(36), name: 'Hospital' }]
  t.is(table(rows, columns, { width: 30, style: plain }), `ID    ${'a'.repeat(36)}\nNAME  Hospital`)
})

test('no table is wider than its terminal, unless an identifier alone is', (t) => {
  const text = fc.string({ maxLength: 60, unit: 'grapheme' })
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.string({ maxLength: 10 }), name: text })), (rows) => {
      const lines = table(rows, columns, { width: 24, style: plain }).split('\n')
      t.true(lines.every((line) => stringWidth(line) <= 24))
    }),
  )
})

test('wrapped cells lose nothing, in a table and in a block, with accents and wide characters', (t) => {
  const told = { header: 'FACTS', cell: ({ facts }: { facts: string }) => facts }
  const number = { header: 'NUMBER', cell: () => '4711', align: 'right' as const }
  const text = fc.string({ maxLength: 90, unit: fc.constantFrom('a', 'ção', '病', ' ', 'e\u0301') })
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), fc.integer({ min: 2, max: 70 }), (all, width) => {
      const rows = all.map((facts) => ({ facts }))
      const shown = table(rows, [number, { ...told, shrinks: 'wraps' }], { width, style: plain })
      const letters = (some: string) => some.replace(/NUMBER|FACTS|4711|\s/g, '')
      t.is(letters(shown), letters(all.join('')))
      const ours = shown.split('\n').filter((line) => /ã|病|\u0301/.test(line))
      if (width > 30) t.true(ours.every((line) => stringWidth(line) <= width))
    }),
  )
})

test('a row of several lines keeps its columns', (t) => {
  const rows = [{ id: 'a'.repeat(12), name: 'Hospital Universitário de muito longe' }]
  const wrapping = columns.map((one) => (one.shrinks ? { ...one, shrinks: 'wraps' as const } : one))
  t.is(
    table(rows, wrapping, { width: 34, style: plain }),
    `ID            NAME\naaaaaaaaaaaa  Hospital\n${' '.repeat(14)}Universitário de\n${' '.repeat(14)}muito longe`,
  )
})

test('a cell moves below its row before every row becomes a block', (t) => {
  const rows = [{ id: '1', name: 'MIT' }]
  const saying = (told: string) => [
    ...columns,
    { header: 'TOLD', cell: () => told, below: true as const },
  ]
  const shown = (width: number, told = 'fits this machine') =>
    table(rows, saying(told), { width, style: plain })
  t.is(shown(27), 'ID  NAME  TOLD\n1   MIT   fits this machine')
  t.is(shown(26), 'ID  NAME\n1   MIT\n  fits this machine')
  t.is(shown(12), 'ID  NAME\n1   MIT\n  fits this\n  machine')
  t.is(shown(8, ''), 'ID  NAME\n1   MIT')
})

test('names cannot move the cursor or forge lines', (t) => {
  t.is(printable('a\u001b[2J\nb\u202ec\u200ed'), 'a�[2J�b�c�d')
  const rows = [{ id: '1', name: '\u001b[31mred' }]
  t.false(table(rows, columns, { width: null, style: plain }).includes('\u001b'))
})

test('control characters in data never reach the terminal, in any kind of output', (t) => {
  const evil = 'Hospital\u001b]0;title\u0007\u001b[8m\u009b2J\u202e\rX\nsecond\tline'
  const shown = 'Hospital�]0;title��[8m�2J��X\nsecond\tline'
  t.is(harmless(evil), shown)
  t.is(harmless(style(true).red('x\r\n')), '\u001b[31mx\r\n\u001b[39m')
  const { written, ...built } = watched({ isTTY: true })
  built.terminal.result(null, () => evil)
  built.terminal.raw(evil)
  built.terminal.say(evil)
  t.deepEqual(written, [`${shown}\n`, shown, `${shown}\n`])
  const json = toJson({ name: evil })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  t.notRegex(json, /[\u0000-\u0009\u007f-\u009f\u202e]/)
  t.is((JSON.parse(json) as { name: string }).name, evil)
  const piped = watched({ isTTY: false })
  piped.terminal.raw(evil)
  t.deepEqual(piped.written, [evil], 'a file is exact')
})

/** With everything it wrote, in order. */
function watched({ isTTY }: { isTTY: boolean }) {
  const written: string[] = []
  const stream = { isTTY, write: (text: string) => written.push(text) }
  const stderr = Object.assign(new PassThrough(), stream)
  return {
    written,
    terminal: terminal({
      stdin: new PassThrough(),
      stdout: stream,
      stderr,
      env: { NO_COLOR: '1' },
      json: false,
      yes: true,
      signal: new AbortController().signal,
      nowMs: () => 0,
    }),
  }
}

test('colour only for a terminal, and never against NO_COLOR', (t) => {
  const paints = (isTTY: boolean, env: Record<string, string>) =>
    build({ isTTY, env }).style.red('x')
  t.is(paints(true, {}), '\u001b[31mx\u001b[39m')
  t.is(paints(false, {}), 'x')
  t.is(paints(true, { NO_COLOR: '1' }), 'x')
  t.is(paints(true, { TERM: 'dumb' }), 'x')
})

test('a result goes to stdout alone; what is said to people, to stderr', async (t) => {
  const out = build({})
  out.result({ sizeBytes: 1 }, () => 'one byte')
  out.say('there')
  await until(() => out.stderr() !== '')
  t.is(out.stdout(), 'one byte\n')
  t.is(out.stderr(), 'there\n')
})

test('JSON has the wire’s spelling', (t) => {
  const value = {
    sizeBytes: 1,
    aboutMiB: 2,
    when: new Date(0),
    list: [{ endsAt: null }],
    sha256: 'x',
  }
  t.deepEqual(JSON.parse(toJson(value)), {
    size_bytes: 1,
    about_mib: 2,
    when: '1970-01-01T00:00:00.000Z',
    list: [{ ends_at: null }],
    sha256: 'x',
  })
})

test('an irreversible command needs a yes: typed, or by --yes', async (t) => {
  const error = await t.throwsAsync(build({}).confirm('Sure?'), { instanceOf: AppError })
  t.is(error.code, 'confirmation_needed')
  await t.notThrowsAsync(build({ yes: true }).confirm('Sure?'))
  t.false(build({ isTTY: true, yes: true }).canAsk)
  t.false(build({ isTTY: true, json: true }).canAsk)
  t.true(build({ isTTY: true }).canAsk)
})

test('a question goes to stderr, is answered from stdin, and ends when the program is stopped', async (t) => {
  const asked = build({ isTTY: true })
  const answer = asked.ask('Name of the hospital')
  await until(() => asked.stderr().includes('Name of the hospital'))
  asked.stdin.write('Santa Casa\r')
  t.is(await answer, 'Santa Casa')
  t.is(asked.stdout(), '')

  const refused = build({ isTTY: true })
  const confirmed = refused.confirm('Delete it?')
  await until(() => refused.stderr().includes('Delete it?'))
  refused.stdin.write('n\r')
  t.is((await t.throwsAsync(confirmed, { instanceOf: AppError })).code, 'declined')

  const stopped = build({ isTTY: true })
  const never = stopped.ask('Anything')
  await until(() => stopped.stderr().includes('Anything'))
  stopped.stop.abort()
  await t.throwsAsync(never)
})

test('progress rewrites one line on a terminal, and is rare in a log', (t) => {
  let now = 0
  const follow = (isTTY: boolean) => {
    let text = ''
    now = 0
    const line = progress(
      {
        isTTY,
        columns: 30,
        write: (part) => {
          text += part
        },
      },
      'copy',
      () => now,
    )
    for (let step = 0; step <= 100; step++) {
      now += 100
      line.update(step / 100, `${step} MiB`)
    }
    line.end()
    return text
  }
  const drawn = follow(true)
  t.false(drawn.slice(0, -1).includes('\n'))
  t.true(drawn.endsWith('100 %  100 MiB\n'))
  const logged = follow(false)
  t.false(logged.includes('\u001b') || logged.includes('\r'))
  t.true(logged.split('\n').length <= 10)
  t.regex(logged, /copy {2}100 % {2}100 MiB\n$/)
})

test('short work leaves no lines in a log', (t) => {
  let text = ''
  const line = progress(
    {
      write: (part) => {
        text += part
      },
    },
    'quick',
    () => 5,
  )
  line.update(0.5, 'half')
  line.update(1, 'all')
  line.end()
  t.is(text, '')
})

const exits = test.macro({
  title: (_, kind: string, code: number) => `${kind} leaves with ${code}`,
  exec(t, _kind: string, code: number, error: unknown) {
    t.is(exitCodeOf(error), code)
  },
})
const failure = (kind: ConstructorParameters<typeof AppError>[0], code = 'x') =>
  new AppError(kind, code, 'x')
test(exits, 'a mistake on the command line', 64, failure('invalid', 'usage'))
test(exits, 'bad data', 65, failure('invalid'))
test(exits, 'a missing thing', 66, failure('not-found'))
test(exits, 'a conflict', 65, failure('conflict'))
test(exits, 'a service that is down', 69, failure('unavailable'))
test(exits, 'a bug', 70, new TypeError('x'))
test(exits, 'something busy', 75, failure('busy'))
test(exits, 'a refusal', 77, failure('forbidden'))
test(exits, 'a setting that is not understood', 78, failure('invalid', 'config_invalid'))

test('a failure says what, with its code; as the wire’s envelope with --json', (t) => {
  const error = validationError([{ field: 'name', issue: 'required' }])
  t.is(
    told(error, false).text,
    'Error: What was given is not allowed.\n  field: name, issue: required\n(validation_error)\n',
  )
  t.deepEqual(JSON.parse(told(error, true).text), {
    error: 'validation_error',
    message: 'What was given is not allowed.',
    details: [{ field: 'name', issue: 'required' }],
  })
})

test('a bug is reported by its kind alone: its message may hold data', (t) => {
  const { text, code } = told(new TypeError('patient Maria'), false)
  t.notRegex(text, /Maria/)
  t.regex(text, /TypeError.*internal_error/s)
  t.is(code, 70)
})

test('something is meant by its name, its id, or the beginning of its id', (t) => {
  const items = [
    { id: 'aaaa1111', name: 'São Lucas' },
    { id: 'aaaa2222', name: 'Clínica' },
    { id: 'bbbb3333', name: 'clínica' },
  ]
  t.is(findRef(items, 'são lucas', 'organization').id, 'aaaa1111')
  t.is(findRef(items, 'bbbb', 'organization').id, 'bbbb3333')
  t.is(findRef(items, 'aaaa2222', 'organization').id, 'aaaa2222')
  t.throws(() => findRef(items, 'clínica', 'organization'), { message: /means 2/ })
  t.throws(() => findRef(items, 'aaaa', 'organization'), { message: /means 2/ })
  t.throws(() => findRef(items, 'aa', 'organization'), { message: /No organization/ })
})

test('the only organization needs no name; of several, one must be named', (t) => {
  const one = { id: 'a', name: 'A' }
  t.is(chooseOrganization([one], undefined), one)
  t.throws(() => chooseOrganization([], undefined), { message: /org create/ })
  t.throws(() => chooseOrganization([one, { id: 'b', name: 'B' }], undefined), { message: /--org/ })
})

test('amounts and times read well', (t) => {
  t.deepEqual([0, 1536, 17_283_788, 3 * 1024 ** 3, null].map(bytes), [
    '0 B',
    '1.5 KiB',
    '16.5 MiB',
    '3.0 GiB',
    'unknown',
  ])
  t.deepEqual([5, 90, 3725, 200_000].map(duration), ['5 s', '1 min', '1 h 2 min', '2 days'])
  t.is(moment(null), 'never')
  t.regex(moment(new Date()), /^\d{4}-\d\d-\d\d \d\d:\d\d$/)
})

function build({
  isTTY = false,
  env = {},
  json = false,
  yes = false,
}: {
  isTTY?: boolean
  env?: Record<string, string>
  json?: boolean
  yes?: boolean
}) {
  const texts = { out: '', err: '' }
  const stream = (name: 'out' | 'err') => {
    const made = Object.assign(new PassThrough(), { isTTY, columns: 80 })
    made.on('data', (part) => {
      texts[name] += part
    })
    return made
  }
  const stdin = Object.assign(new PassThrough(), { isTTY })
  const stop = new AbortController()
  const made = terminal({
    stdin,
    stdout: stream('out'),
    stderr: stream('err'),
    env,
    json,
    yes,
    signal: stop.signal,
    nowMs: () => 0,
  })
  return { ...made, stdin, stop, stdout: () => texts.out, stderr: () => texts.err }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

function told(error: unknown, json: boolean) {
  let text = ''
  const code = reportError(error, {
    json,
    style: plain,
    debug: false,
    write: (part) => {
      text += part
    },
  })
  return { text, code }
}

test('a screen takes the place of the one before on a terminal only; for programs it is a line', (t) => {
  const shown = (isTTY: boolean, json: boolean) => {
    const written: string[] = []
    const stdout = { isTTY, columns: 80, write: (text: string) => written.push(text) }
    const { screen } = terminal({
      stdin: new PassThrough(),
      stdout,
      stderr: new PassThrough(),
      env: {},
      json,
      yes: false,
      signal: new AbortController().signal,
      nowMs: () => 0,
    })
    screen({ freeBytes: 1 }, () => 'one')
    screen({ freeBytes: 2 }, () => 'two')
    return written.join('')
  }
  t.is(shown(true, false), '\u001b[H\u001b[Jone\n\u001b[H\u001b[Jtwo\n')
  t.is(shown(false, false), 'one\n\ntwo\n\n')
  t.is(shown(true, true), '{"free_bytes":1}\n{"free_bytes":2}\n')
})
