// Own process, not in test:quick: measures processor time.
import test from 'ava'
import { scanPdf } from '../../ai-local/files/pdf/scan-pdf.ts'

const LONG = 1_500_000
const MOST_MS = 3000

function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

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
    const bytes = Buffer.from(`%PDF-1.4\n${piece.repeat(LONG / piece.length)}`, 'latin1')
    const ms = cpuMs(() => scanPdf(bytes))
    t.true(ms < MOST_MS, `${ms} ms`)
  })

test('what stands in a string is no stream, and what stands behind one that never ends is', (t) => {
  const packed = '1 0 obj <</Filter/FlateDecode>> stream\nnot packed\nendstream endobj\n%%EOF'
  const isDamaged = (text: string) => scanPdf(Buffer.from(text, 'latin1')).isDamaged
  t.true(isDamaged(packed))
  t.false(isDamaged(`(${packed}) %%EOF`))
  t.true(isDamaged(`( ${packed}`))
})
