/** The reader of lines, on print that is drawn here, and what it settles beside tesseract. */
import { join } from 'node:path'
import test from 'ava'
import sharp from 'sharp'
import { type GreyPicture, greyPixels } from '../../ai-local/files/grey-picture.ts'
import { agreedWords } from '../../ai-local/files/recognition/agreement.ts'
import { type LineReader, loadLineReader } from '../../ai-local/files/recognition/line-network.ts'
import { readLineWeights } from '../../ai-local/files/recognition/line-weights.ts'
import type { SeenWord } from '../../ai-local/files/recognition/tesseract.ts'
import { fromTwoReadings } from '../../ai-local/files/recognition/two-readings.ts'
import { shippedRecognition } from '../../bin/file-settings.ts'

const { lineReader } = shippedRecognition(join(import.meta.dirname, '../..'))
const readLine = loadLineReader(lineReader)

function drawn(text: string, size = 30): Promise<GreyPicture> {
  const [width, height] = [Math.round(text.length * size * 0.62) + size, Math.round(size * 1.5)]
  return greyPixels(
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/><text x="${size / 2}" y="${size * 1.1}" font-family="sans-serif" font-size="${size}">${text}</text></svg>`,
      ),
    ),
  )
}

for (const text of ['13,2', '212.172', '0,94', '8,2 a 14,4', 'mEq/L', 'Hematócrito', 'Coração'])
  test(`the line ${text} is read as it is printed`, async (t) => {
    const picture = await drawn(text)
    const all = { x0: 0, y0: 0, x1: picture.width, y1: picture.height }
    const { text: read, confidence } = await readLine(picture, all)
    t.is(read.replaceAll(' ', ''), text.replaceAll(' ', ''))
    t.true(confidence > 0.5, String(confidence))
  })

test('a cell without a width has no text, and a file of something else is refused', async (t) => {
  const blank = { data: Buffer.alloc(200 * 40, 255), width: 200, height: 40 }
  t.is((await readLine(blank, { x0: 0, y0: 0, x1: 1, y1: 40 })).text, '')
  t.throws(() => readLineWeights(Buffer.from('ENC1 and more')), { message: 'not a line reader' })
})

/** What both readings of tesseract and the reader of lines say of one cell. */
async function told(first: string, second: string, line: string, picture = BLANK, sure = 80) {
  const box = { x0: 10, y0: 5, x1: picture.width - 10, y1: picture.height - 10 }
  const seen = (text: string): SeenWord[] =>
    text === '' ? [] : [{ text, ...box, confidence: sure, digits: null }]
  const [one, other] = [seen(first), seen(second)]
  const both = { ...fromTwoReadings(picture, one, other), first: one, second: other }
  const says: LineReader = async () => ({ text: line, confidence: 0.95 })
  const { words, doubted } = await agreedWords(picture, both, says, () => {})
  return [...words, ...doubted].map(({ text }) => text).join('|')
}

const BLANK: GreyPicture = { data: Buffer.alloc(400 * 60, 255), width: 400, height: 60 }

for (const [first, second, line, text] of [
  // Both recognizers agree: sure, whichever reading of tesseract it was.
  ['13,2', '13,2', '13,2', '13,2'],
  ['132', '13,2', '13,2', '13,2'],
  ['6,1a17,1', '6,1 a 17,1', '6,1 a17,1', '6,1 a 17,1'],
  // Tesseract alike and wrong alike, or the other one wrong: marked.
  ['13,2', '13,2', '13,7', '13,7 (incerto)'],
  ['5,9', '5,9', '', '5,9 (incerto)'],
  ['8,2 a 121', '8,2 a 121', '8,2 a 12,1', '8,2 a 12,1 (incerto)'],
  ['8,2', '8,2', '8,2 a 12,1', '8,2 a 12,1 (incerto)'],
  ['0,3', '0,3', '0.,3', '0,3 (incerto)'],
  // Digits alike, and nothing in the picture that shows a comma.
  ['24', '24', '2,4', '2,4 (incerto)'],
  // Among words, the words stay.
  ['em 30 dias', 'em 30 dias', 'em 30 días', 'em 30 dias'],
  ['em 30 dias', 'em 30 dias', 'em 80 dias', 'em 30 (incerto) dias'],
] as const)
  test(`${first}, ${second} and ${line || 'nothing'} give ${text}`, async (t) => {
    t.is(await told(first, second, line), text)
  })

test('few letters that fill a cell of a row with numbers may be digits', async (t) => {
  const at = (x0: number) => ({ x0, y0: 5, x1: x0 + 60, y1: 40, confidence: 90, digits: null })
  const settled = async (text: string, beside: string, line: string) => {
    const seen: SeenWord[] = [
      { text, ...at(10) },
      { text: beside, ...at(300) },
    ]
    const both = { ...fromTwoReadings(BLANK, seen, seen), first: seen, second: seen }
    const says: LineReader = async (_, { x0 }) => ({
      text: x0 < 100 ? line : beside,
      confidence: 0.9,
    })
    const { words } = await agreedWords(BLANK, both, says, () => {})
    return words.map((word) => word.text).join('|')
  }
  t.is(await settled('LL', '9,0', '11,1'), '11,1 (incerto)|9,0')
  t.is(await settled('ra', '8,7', '72'), '72 (incerto)|8,7')
  t.is(await settled('HDL', '40', 'HDL'), 'HDL|40', 'both say letters')
  t.is(await settled('ho', 'Dr', '8'), 'ho|Dr', 'no row of numbers')
})

test('a comma that tesseract lost is sure where the picture shows it', async (t) => {
  const picture = await drawn('2,4', 40)
  t.is(await told('24', '24', '2,4', picture), '2,4')
  // A point for it is no number as it is written here.
  t.is(await told('24', '24', '2.4', picture), '2.4 (incerto)')
})

test('what tesseract doubted is a word where the other one says the same', async (t) => {
  const box = { x0: 10, y0: 5, x1: 40, y1: 40 }
  const seen = { text: '%', ...box, confidence: 20, digits: null }
  const doubted = [{ text: '(ilegível)', ...box }]
  const both = { words: [], doubted, first: [seen], second: [] }
  const settled = (text: string) =>
    agreedWords(
      BLANK,
      both,
      async () => ({ text, confidence: 0.95 }),
      () => {},
    )
  t.like(await settled('%'), { words: [{ text: '%', isUnsure: false }], doubted: [] })
  // A letter that may be a digit is none of them.
  t.deepEqual(await settled('I'), { words: [], doubted })
})
