/** What hosts send as a text and is none: it is read as its words, or what is not read is told. */
import test from 'ava'
import fc from 'fast-check'
import { hostText } from '../../core/host-text/host-text.ts'
import { unreadParts, withoutFiles } from '../../core/host-text/unread-parts.ts'
import { textUse } from '../../core/visit-use/text-use.ts'

const FILE = Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 73) % 256)).toString(
  'base64',
)

test('the source of HTML becomes its words, a row of a table one line', (t) => {
  const html = `<!DOCTYPE html><html><head><title>x</title><style>p{}</style></head><body>
    <p>Hipertens&atilde;o desde 2010.<br>Alergia: <b>dipirona</b></p>
    <table><tr><th>Exame</th><th>Valor</th></tr>
      <tr><td><p>Hemoglobina</p></td><td> 13,5&nbsp;g/dL </td></tr></table>
    <ul><li>Losartana 50 mg</li></ul></body></html>`
  t.is(
    hostText(html),
    'Hipertensão desde 2010.\nAlergia: dipirona\nExame\tValor\nHemoglobina\t13,5 g/dL\nLosartana 50 mg',
  )
})

test('values of forms are words, and what is shown without words or crossed out is marked', (t) => {
  const html =
    '<div>PA <input value="120/80"> <input type="hidden" value="x1"></div>' +
    '<div><input type=checkbox checked> Fuma <select><option>não</option><option selected>sim</option></select></div>' +
    '<div>Usa <s>AAS</s> nada <img alt="ECG" src="data:image/png;base64,AAAA"></div>'
  t.is(hostText(html), 'PA 120/80\n(x) Fuma sim\nUsa (texto riscado) nada ECG (imagem não lida)')
  t.deepEqual(textUse(hostText(html)).unused, [
    { code: 'text_has_file', count: 1 },
    { code: 'text_has_struck_words', count: 1 },
  ])
})

test('the source of RTF becomes its words', (t) => {
  const rtf =
    '{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\*\\generator X;}\\f0 Alergia a penicilina\\par ' +
    "Press\\'e3o 120/80\\tab em 02/03\\par \\u8805?40 {\\pict\\pngblip 8950} \\{x\\}}"
  t.is(hostText(rtf), 'Alergia a penicilina\nPressão 120/80\tem 02/03\n≥40 (imagem não lida) {x}')
})

test('Markdown and what people write stay as they are', (t) => {
  for (const text of [
    '# Contexto\n\n- **HAS** desde 2010\n- PA <120 e FC >60\n\n| a | b |\n| - | - |\n| 1<br>2 | <b>3</b> |',
    'Saturação < 92% & febre; usa A&D',
    'Veja https://exemplo/a?b=1&deg=2',
    'a < b e c > d',
  ])
    t.is(hostText(text), text)
})

test('a file in base64 is not read, and the account says so', (t) => {
  const wrapped = FILE.replace(/(.{76})/g, '$1\r\n')
  for (const file of [FILE, wrapped, `data:application/pdf;base64,${FILE}`]) {
    const text = `Alergia a dipirona.\n${file}\nUsa losartana.`
    t.is(hostText(text), text)
    t.is(withoutFiles(text).replace(/\s+/g, ' '), 'Alergia a dipirona. Usa losartana.')
    t.is(withoutFiles(text).length, text.length)
    t.like(textUse(text), {
      given: text.length,
      used: text.length - file.length,
      unused: [{ code: 'text_has_file', count: 1 }],
    })
  }
})

test('no ordinary text is taken for a file', (t) => {
  for (const text of [
    'a'.repeat(1000),
    '-'.repeat(500),
    'Pneumoultramicroscopicossilicovulcanoconiotico '.repeat(50),
    '550e8400-e29b-41d4-a716-446655440000 '.repeat(20),
    'https://exemplo.com.br/exames/resultado/12345/Abc?token=eyJhbGciOiJIUzI1NiJ9',
  ])
    t.deepEqual(unreadParts(text), { files: 0, struck: 0, signs: 0 })
})

test('whatever is sent, words between tags are there afterwards', (t) => {
  const word = fc.stringMatching(/^[a-zç]{3,9}$/)
  const tag = fc.constantFrom('p', 'div', 'td', 'span', 'b', 'li', 'tr', 'table', 'h2', 'center')
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.array(fc.tuple(tag, word, fc.boolean()), { minLength: 1 }), (parts) => {
        const html = parts.map(
          ([name, text, ends]) => `<${name}>${text}${ends ? `</${name}>` : ''}`,
        )
        const words = hostText(html.join('')).split(/\s+/)
        return parts.every(([, text]) => words.some((one) => one.includes(text)))
      }),
    ),
  )
})
