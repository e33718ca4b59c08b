/** What a page shows and nobody can read as text is reported; what every paper has is not. */
import test from 'ava'
import sharp, { type Sharp } from 'sharp'
import { greyPixels } from '../../ai-local/files/grey-picture.ts'
import type { Piece } from '../../ai-local/files/layout/piece.ts'
import { readContent } from '../../ai-local/files/read-content.ts'
import { showsFigure } from '../../ai-local/files/recognition/figures.ts'
import { darkOnLight } from '../../ai-local/files/recognition/level-picture.ts'
import {
  barChart,
  bodyDrawing,
  growthChart,
  heartTrace,
  roundChart,
  signature,
} from '../helpers/drawn-figures.ts'
import { barCode, logo, photograph, squareCode, tableLines } from '../helpers/drawn-signs.ts'
import { makePdf, placed } from '../helpers/make-pdf.ts'

const WORDS = ['Hemoglobina 13,2 g/dL', 'Glicose 98 mg/dL', 'Conclusão: sem alterações']
const PLACES = WORDS.map((text, row): Piece => {
  const top = 276 + 60 * row
  return { text, x0: 110, y0: top, x1: 110 + 15 * text.length, y1: top + 34 }
})

function page(art: string) {
  const words = WORDS.map((text, row) => `<text x="110" y="${300 + 60 * row}">${text}</text>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="100%" height="100%" fill="white"/>${art}<g font-family="DejaVu Sans" font-size="26">${words.join('')}</g></svg>`
  return sharp(Buffer.from(svg)).flatten()
}

async function shows(picture: Sharp, isPhotographed = true) {
  return showsFigure(darkOnLight(await greyPixels(picture)), PLACES, isPhotographed)
}

const FIGURES = {
  'a growth chart': growthChart(120, 800, 1000, 700),
  'a trace of a heart': heartTrace(80, 1000, 1080),
  'a chart of bars': barChart(200, 900, 700, 400),
  'a round chart': roundChart(600, 1100, 200),
  'a drawing of a body': bodyDrawing(450, 800),
  'a photograph': photograph(600, 900, 400),
}
for (const [what, art] of Object.entries(FIGURES))
  test(`${what} is seen on a page of print, and on a poor copy of it`, async (t) => {
    t.true(await shows(page(art)), 'a scan')
    t.true(await shows(page(art), false), 'a page of a PDF')
    const copy = await page(art).blur(0.8).jpeg({ quality: 45 }).toBuffer()
    t.true(await shows(sharp(copy)), 'a copy')
  })

test('a picture that is a photograph itself is seen, its few words aside', async (t) => {
  const dark = `<rect y="420" width="1240" height="1334" fill="#222"/>${photograph(0, 420, 1240)}`
  t.true(await shows(page(`<rect width="1240" height="1754" fill="#111"/>${dark}`).blur(2)))
})

const ORDINARY = {
  'print alone': '',
  'codes and a logo': squareCode(900, 80, 29, 6) + logo(200, 120) + barCode(110, 1600, 500, 90),
  'a table': tableLines(80, 500, { width: 1080, rows: 12, columns: 4, rowHeight: 64 }),
  'a signature': signature(700, 1500),
  'grounds of headings':
    '<rect width="1240" height="130" fill="#246"/><rect x="80" y="600" width="1080" height="70" fill="#99b"/><rect x="80" y="740" width="1080" height="60" fill="#99b"/>',
  'a frame': '<rect width="1240" height="1754" fill="none" stroke="black" stroke-width="40"/>',
  'a stamp':
    '<circle cx="900" cy="1200" r="110" fill="none" stroke="#22a" stroke-width="6"/><circle cx="900" cy="1200" r="80" fill="none" stroke="#22a" stroke-width="3"/>',
}
for (const [what, art] of Object.entries(ORDINARY))
  test(`${what}: no figure, straight, askew or copied`, async (t) => {
    t.false(await shows(page(art)), 'straight')
    const png = await page(art).png().toBuffer()
    for (const askew of [-1.5, 2])
      t.false(await shows(sharp(png).rotate(askew, { background: 'white' })), `${askew} degrees`)
    t.false(await shows(sharp(await page(art).jpeg({ quality: 40 }).toBuffer())), 'a copy')
  })

test('a table under the paper that was photographed is no figure', async (t) => {
  const wood = Array.from(
    { length: 150 },
    (_, at) =>
      `<path d="M0 ${at * 15}q850 ${(at % 7) * 8} 1700 0" stroke="#4a3622" fill="none" stroke-width="${1 + (at % 4)}"/>`,
  )
  const table = sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1700" height="2300"><rect width="100%" height="100%" fill="#5a4632"/>${wood.join('')}</svg>`,
    ),
  )
  const input = await page(tableLines(80, 260, { width: 1080, rows: 3, columns: 2, rowHeight: 60 }))
    .png()
    .toBuffer()
  const photo = await table
    .composite([{ input, left: 200, top: 250 }])
    .jpeg()
    .toBuffer()
  const lying = PLACES.map((one) => ({
    ...one,
    x0: one.x0 + 200,
    x1: one.x1 + 200,
    y0: one.y0 + 250,
    y1: one.y1 + 250,
  }))
  t.false(await showsFigure(await greyPixels(sharp(photo).flatten()), lying, true))
})

const TEXT = placed([
  ['Curva de crescimento', 60, 780],
  ['Peso 12,3 kg', 60, 740],
])
const CURVES = [1, 2, 3, 4]
  .map((curve) => {
    const steps = Array.from(
      { length: 30 },
      (_, at) => `${60 + 16 * at} ${(200 + 70 * curve * Math.sqrt(at / 29)).toFixed(1)} l`,
    )
    return `60 200 m ${steps.join(' ')} S`
  })
  .join('\n')
const BARS = Array.from({ length: 8 }, (_, at) => `${80 + 50 * at} 300 30 ${60 + 15 * at} re f`)
const RULES = Array.from({ length: 8 }, (_, at) => `60 ${400 + 20 * at} m 500 ${400 + 20 * at} l S`)

const PDFS: [what: string, drawing: string, hasFigure: boolean][] = [
  ['curves', CURVES, true],
  ['bars', `0.2 0.4 0.7 rg ${BARS.join(' ')} 0 g`, true],
  ['rules of a table', RULES.join(' '), false],
]
for (const [what, drawing, hasFigure] of PDFS)
  test(`${what} in a PDF: the page is ${hasFigure ? 'reported' : 'read, and nothing else'}`, async (t) => {
    const { use, pages } = await readContent(
      makePdf([['x'], ['Glicose 98 mg/dL']], { drawing: `${drawing}\n${TEXT}` }),
      {
        maxPdfPages: 5,
        recognitionFiles: null,
        maxRecognitionMs: 0,
        onProgress() {},
        turn: async () => {},
      },
    )
    t.regex(pages[0]!, /Peso 12,3 kg/)
    t.deepEqual(
      use.unused.map(({ code, page: number }) => [code, number]),
      hasFigure ? [['figure_not_read', 1]] : [],
    )
    t.is(use.used, hasFigure ? 1 : 2)
  })
