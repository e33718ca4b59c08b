// Own process, not in test:quick: measures processor time.
import test from 'ava'
import { scanPdf } from '../../ai-local/files/pdf/scan-pdf.ts'
import { growsInProportion, TIMES } from '../helpers/growth.ts'

const SHORT = 200_000

for (const piece of [
  '(',
  '((',
  '\\(',
  '(\\',
  '() (',
  '/Filter ',
  'stream\nendstream\n',
  'obj stream\nendstream\n',
  '<</Filter/FlateDecode>> stream\nendstream\n',
])
  test(`a PDF of nothing but ${JSON.stringify(piece)} is looked through in proportion`, (t) => {
    const ofLength = (length: number) =>
      Buffer.from(`%PDF-1.4\n${piece.repeat(length / piece.length)}`, 'latin1')
    const [few, many] = [ofLength(SHORT), ofLength(SHORT * TIMES)]
    growsInProportion(
      t,
      () => scanPdf(few),
      () => scanPdf(many),
    )
  })

test('a stream keyword in a string is none, and one after an unterminated string is', (t) => {
  const packed = '1 0 obj <</Filter/FlateDecode>> stream\nnot packed\nendstream endobj\n%%EOF'
  const isDamaged = (text: string) => scanPdf(Buffer.from(text, 'latin1')).isDamaged
  t.true(isDamaged(packed))
  t.false(isDamaged(`(${packed}) %%EOF`))
  t.true(isDamaged(`( ${packed}`))
})
