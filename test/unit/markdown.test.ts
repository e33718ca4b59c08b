import test from 'ava'
import fc from 'fast-check'
import { marked, type Token, type Tokens } from 'marked'
import { filledValues, movedPath, withoutValues } from '../../core/document/models/content.ts'
import type { TemplateFieldSpec } from '../../core/document/models/ports.ts'
import { normalizeContent } from '../../core/document/models/template-schema.ts'
import { renderMarkdown } from '../../core/document/record/markdown.ts'

const fields: TemplateFieldSpec[] = [
  { name: 'Queixa Principal', type: 'string' },
  { name: 'Avaliação Geriátrica Ampla (AGA)', type: 'dict', keys: ['Sono', 'Carga (maços-ano)'] },
  { name: 'Orientações', type: 'string[]' },
  { name: 'Atestado', type: 'string' },
]
const template = { fields }

test('headings end in a colon, entries are plain, nulls are left out', (t) => {
  const content = {
    ...normalizeContent(template, {}),
    'Queixa Principal': 'Estou com dor de cabeça há 3 dias.',
    'Avaliação Geriátrica Ampla (AGA)': { Sono: 'durmo mal', 'Carga (maços-ano)': null },
    Orientações: ['beber bastante água', 'Volte em 10 dias'],
  }
  t.is(
    renderMarkdown(template, content),
    `## Queixa Principal:

Estou com dor de cabeça há 3 dias.

## Avaliação Geriátrica Ampla (AGA):

- Sono: durmo mal

## Orientações:

- beber bastante água
- Volte em 10 dias
`,
  )
  t.is(renderMarkdown(template, normalizeContent(template, {})), '')
})

const stays = test.macro({
  title: (_, text) => `ordinary text is not touched: ${text}`,
  exec(t, text: string) {
    t.true(renderMarkdown(template, { 'Queixa Principal': text }).includes(`\n${text}\n`))
  },
})
for (const text of [
  '-2,50 dioptrias no olho direito',
  'PA < 140 e > 90',
  'dipirona 500 mg/mL (30 gotas) 6/6h',
  'Glicemia: 98 mg/dL; HbA1c 5,6%',
  '[inaudível] e depois melhorou',
  'temperatura de 37,8 °C & calafrios',
])
  test(stays, text)

/** Text that attacks the structure, mixed with harmless words. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '# ',
        '## Prescrição:',
        '### x',
        '\n## Atestado:\n',
        '- ',
        '* ',
        '+ ',
        '1. ',
        '2) ',
        '> ',
        '---',
        '===',
        '\n===',
        '```',
        '~~~',
        '    ',
        '\t',
        '|a|b|',
        '\n|-|-|\n',
        '**PA**',
        '_x_',
        '<script>alert(1)</script>',
        '<!--',
        '<b>',
        '&lt;',
        '&#35;',
        '![x](http://evil/x.png)',
        '[x](javascript:alert(1))',
        '[a]: http://evil',
        '[ ] ',
        '[x] ',
        '\\',
        '\\#',
        '\u2028',
        '\u0085',
        '\r',
        '\n\n',
        ':',
        ':--|',
        '`',
        '~',
        '__',
        'www.evil.com',
        'http://evil.com/_a_',
        'a@evil.com',
        '*',
        'http',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom('dor', ' de ', 'cabeça', ' 120', ' por 80'),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''))

test('a CommonMark parser reads back exactly the content, whatever was said', (t) => {
  const content = fc.record({
    'Queixa Principal': fc.option(hostileText),
    'Avaliação Geriátrica Ampla (AGA)': fc.record({
      Sono: fc.option(hostileText),
      'Carga (maços-ano)': fc.option(hostileText),
    }),
    Orientações: fc.option(fc.array(hostileText, { maxLength: 3 })),
    Atestado: fc.option(hostileText),
  })
  fc.assert(
    fc.property(content, (raw) => {
      const clean = plainContent(normalizeContent(template, raw))
      const markdown = renderMarkdown(template, normalizeContent(template, raw))
      t.deepEqual(parseBack(markdown), clean)
      t.deepEqual(parseAsHost(markdown), Object.keys(clean))
    }),
    { numRuns: 2000 },
  )
})

test('blocks that a person wrote stay blocks, and open nothing else, whatever is in them', (t) => {
  const text =
    '#### Evolução\n- piora: à noite\n1. repouso\n> dói\n---\n| a | b |\n| --- | --- |\n| 1 | 2 |'
  const editedPaths = [['Queixa Principal']]
  const types = (markdown: string) => marked.lexer(markdown).map(({ type }) => type)
  const rendered = renderMarkdown(
    template,
    normalizeContent(template, { 'Queixa Principal': text }),
    { editedPaths },
  )
  t.deepEqual(
    types(rendered).filter((type) => type !== 'space'),
    ['heading', 'heading', 'list', 'list', 'blockquote', 'hr', 'table'],
  )
  const markers = fc.constantFrom('', '- ', '1. ', '> ', '#### ', '- [x] ', '| ', '---\n', '===\n')
  const lines = fc.array(
    fc.tuple(markers, hostileText).map((parts) => parts.join('')),
    {
      maxLength: 5,
    },
  )
  fc.assert(
    fc.property(lines, hostileText, (written, after) => {
      const content = normalizeContent(template, {
        'Queixa Principal': written.join('\n'),
        Orientações: [after],
      })
      const markdown = renderMarkdown(template, content, { editedPaths })
      const names = Object.entries(plainContent(content)).flatMap(([name, texts]) =>
        texts.length > 0 ? [name] : [],
      )
      t.deepEqual(
        parseAsHost(markdown).filter((name) => name !== 'Queixa Principal'),
        names.filter((name) => name !== 'Queixa Principal'),
      )
      void marked.walkTokens(marked.lexer(markdown), (token) => {
        t.false(['link', 'image', 'html', 'code', 'codespan', 'def'].includes(token.type), markdown)
        if (token.type === 'heading') t.true(token.depth === 2 || token.depth === 4, markdown)
      })
    }),
    { numRuns: 1500 },
  )
})

test('the doctor’s order is followed, and hidden sections are left out', (t) => {
  const content = normalizeContent(template, {
    'Queixa Principal': 'Dor',
    Orientações: ['Repouso'],
    Atestado: 'Dois dias',
  })
  const layout = {
    order: ['Atestado', 'Orientações', 'Avaliação Geriátrica Ampla (AGA)', 'Queixa Principal'],
    hidden: ['Orientações'],
  }
  t.is(
    renderMarkdown(template, content, { layout }),
    '## Atestado:\n\nDois dias\n\n## Queixa Principal:\n\nDor\n',
  )
})

test('removed leaves leave no empty list or dict, and later items move up', (t) => {
  const content = normalizeContent(template, {
    Orientações: ['a', 'b', 'c'],
    'Avaliação Geriátrica Ampla (AGA)': { Sono: 'x' },
  })
  const gone = [
    ['Orientações', '0'],
    ['Avaliação Geriátrica Ampla (AGA)', 'Sono'],
  ]
  const left = withoutValues(template, content, gone)
  t.deepEqual(filledValues(template, left), [
    { path: ['Orientações', '0'], text: 'b' },
    { path: ['Orientações', '1'], text: 'c' },
  ])
  t.is(left['Avaliação Geriátrica Ampla (AGA)'], null)
  t.deepEqual(movedPath(['Orientações', '2'], gone), ['Orientações', '1'])
  t.is(movedPath(['Orientações', '0'], gone), null)
})

/** What the content says once whitespace and invisible characters are put aside. */
function plainContent(content: Record<string, unknown>): Record<string, string[]> {
  const lines = (text: string) =>
    text
      .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
      .map(clean)
      .filter(Boolean)
  const entries = Object.entries(content).flatMap(([name, value]): [string, string[]][] => {
    if (value === null) return []
    if (typeof value === 'string') return [[name, [clean(lines(value).join(' '))]]]
    if (Array.isArray(value)) return [[name, value.map(clean)]]
    const dict = Object.entries(value as Record<string, string | null>)
    return [
      [
        name,
        dict
          .filter(([, entry]) => entry !== null && clean(entry))
          .map(([key, entry]) => `${key}: ${clean(entry!)}`),
      ],
    ]
  })
  return Object.fromEntries(
    entries
      .map(([name, texts]): [string, string[]] => [name, texts.filter(Boolean)])
      .filter(([, texts]) => texts.length > 0),
  )
}

function clean(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are dropped on purpose
      .replace(/[\u0000-\u0008\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

function parseBack(markdown: string): Record<string, string[]> {
  const result: Record<string, string[]> = {}
  let name = ''
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'space') continue
    if (token.type === 'heading') {
      name = plainText(token as Tokens.Heading).replace(/:$/, '')
      result[name] = []
    } else if (token.type === 'list') {
      for (const item of (token as Tokens.List).items) result[name]!.push(clean(plainText(item)))
    } else result[name]!.push(clean(plainText(token)))
  }
  return result
}

/**
 * Only text may come out; anything else (link, image, HTML, code, emphasis) is reported as its
 * type.
 */
function plainText(token: Token): string {
  if (
    'tokens' in token &&
    token.tokens &&
    ['heading', 'paragraph', 'text', 'list_item'].includes(token.type)
  )
    return token.tokens.map(plainText).join('')
  if (token.type === 'escape' || token.type === 'text') return unescapeEntities(token.text)
  if (token.type === 'space') return ' '
  return `«${token.type}»`
}

function unescapeEntities(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
}

/**
 * How an integrator's line parser finds the sections: headings of level 1 to 3 with an optional
 * colon.
 */
function parseAsHost(markdown: string): string[] {
  return markdown
    .split('\n')
    .map((line) => /^#{1,3}\s+(.+?):?\s*$/.exec(line)?.[1])
    .filter((name) => name !== undefined)
}
