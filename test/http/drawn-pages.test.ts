// Own process: reading takes seconds, and other tests of files count the processes they start.
/**
 * Pages on which more is drawn than text: codes, logos and tables bear no mark, a photograph is
 * reported as not read, and so is a row beside them that nobody can read.
 */
import test, { type ExecutionContext } from 'ava'
import sharp from 'sharp'
import {
  barCode,
  logo,
  photograph,
  scrawl,
  squareCode,
  tableLines,
} from '../helpers/drawn-signs.ts'
import { startFileServer } from '../helpers/file-server.ts'
import { makeScannedPdf, placed } from '../helpers/make-pdf.ts'

const ROWS = [
  ['Hemoglobina', '13,2 g/dL', '12,0 a 16,0'],
  ['Leucocitos', '7.400 /mm3', '4.000 a 11.000'],
  ['Glicose', '98 mg/dL', '70 a 99'],
  ['Creatinina', '0,9 mg/dL', '0,6 a 1,1'],
]
const AS_ROWS = ROWS.map((row) => row.join('  '))
const ROW = 64
const TOP = 415

const HEAD = squareCode(900, 80, 29, 6) + logo(200, 120)
const TABLE = tableLines(80, TOP, { width: 1080, rows: 4, columns: 3, rowHeight: ROW })
const FOOT = barCode(110, 1600, 500, 90)
const PHOTO = photograph(700, 1100, 400)

function page(art: string, rows: readonly (readonly string[])[] = ROWS) {
  const cells = rows.flatMap((row, at) =>
    row.map(
      (cell, column) =>
        `<text x="${[110, 460, 810][column]}" y="${TOP + 45 + ROW * at}">${cell}</text>`,
    ),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="100%" height="100%" fill="white"/>${art}<g font-family="DejaVu Sans" font-size="30">${cells.join('')}</g></svg>`
  return sharp(Buffer.from(svg)).greyscale()
}

async function reader(t: ExecutionContext) {
  const server = await startFileServer(t, { config: { fileMaxCount: 50 } })
  return async (content: Buffer) => {
    const file = await server.upload(content)
    t.is(file.state, 'ready', file.error?.message ?? '')
    const { body } = await server.call('GET', `/api/v1/files/${file.id}/text`, {
      token: server.token,
    })
    const lines = (body.pages as string[]).flatMap((text) => text.split('\n'))
    return { lines, codes: file.use!.unused.map(({ code }) => code) }
  }
}

const ARTS = { HEAD, TABLE, FOOT, PHOTO, all: HEAD + TABLE + FOOT + PHOTO }

test.serial(
  'codes, logos, bars and a table beside text bear no mark, a photograph is reported',
  async (t) => {
    const read = await reader(t)
    for (const [what, art] of Object.entries(ARTS)) {
      const { lines, codes } = await read(await page(art).png().toBuffer())
      const hasPhoto = art.includes(PHOTO)
      t.deepEqual(codes, hasPhoto ? ['figure_not_read'] : [], `${what}: ${JSON.stringify(lines)}`)
      for (const row of AS_ROWS) t.true(lines.includes(row), `${what}: ${JSON.stringify(lines)}`)
    }
  },
)

test.serial('nor do they under the printed text of a PDF', async (t) => {
  const read = await reader(t)
  const scan = await page(HEAD + TABLE + FOOT + PHOTO, [])
    .jpeg({ quality: 90 })
    .toBuffer()
  const points = (pixels: number) => pixels * 0.48
  const words = ROWS.flatMap((row, at) =>
    row.map(
      (cell, column) =>
        [cell, points([110, 460, 810][column]!), 842 - points(TOP + 45 + ROW * at)] as const,
    ),
  )
  const { lines, codes } = await read(makeScannedPdf(scan, 1240, 1754, placed(words)))
  t.deepEqual(codes, ['figure_not_read'], JSON.stringify(lines))
  for (const row of AS_ROWS) t.true(lines.includes(row), JSON.stringify(lines))
})

test.serial('a dark screen in a PDF is read, with the printed line under it', async (t) => {
  const read = await reader(t)
  const scan = await page('').flatten().negate().jpeg({ quality: 90 }).toBuffer()
  const { lines } = await read(makeScannedPdf(scan, 1240, 1754, placed([['Enviado', 60, 10]])))
  for (const row of AS_ROWS) t.true(lines.includes(row), JSON.stringify(lines))
})

test.serial('a row that nobody can read is reported, drawings beside it or not', async (t) => {
  const read = await reader(t)
  for (const art of ['', HEAD + FOOT]) {
    const { lines, codes } = await read(
      await page(art + scrawl(110, 900, 20))
        .png()
        .toBuffer(),
    )
    t.true(codes.includes('rows_unsure'), JSON.stringify({ lines, codes }))
    for (const row of AS_ROWS) t.true(lines.includes(row), JSON.stringify(lines))
  }
})
