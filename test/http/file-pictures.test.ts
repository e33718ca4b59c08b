// Own process: reading takes seconds, and other tests of files count the processes they start.
/**
 * Pictures of every kind that is taken, whole or not, short or long: read, or told what was not.
 */
import { readFileSync } from 'node:fs'
import test, { type ExecutionContext } from 'ava'
import sharp from 'sharp'
import { BENDS, type Bend, bentPage } from '../bench/recognition-material/bent-page.ts'
import { startFileServer } from '../helpers/file-server.ts'
import { bmpOf, paintedPicture, printedPicture, tiffOf } from '../helpers/make-picture.ts'
import { makeZip } from '../helpers/make-zip.ts'
import { hasShared, sharedPath } from '../helpers/shared-files.ts'

const LINES = ['Laboratório Exemplo', 'Hemoglobina 13,2 g/dL', 'Glicemia de jejum 98 mg/dL']

const NAMES = ['Hemoglobina', 'Leucócitos', 'Plaquetas', 'Creatinina', 'Triglicerídeos']

const MARKED = /\(incerto\)|\(ilegível\)/

async function reader(t: ExecutionContext, config: object = {}) {
  const server = await startFileServer(t, { config: { fileMaxCount: 50, ...config } })
  async function read(content: Buffer) {
    const file = await server.upload(content, { name: 'foto.png' })
    t.is(file.state, 'ready', file.error?.message ?? '')
    const { body } = await server.call('GET', `/api/v1/files/${file.id}/text`, {
      token: server.token,
    })
    const pages = body.pages as string[]
    const codes = file.use!.unused.map(({ code }) => code)
    return { file, pages, lines: pages.flatMap((page) => page.split('\n')), codes }
  }
  return { ...server, read }
}

test.serial('a picture is read whatever program saved it', async (t) => {
  const { read } = await reader(t)
  const page = printedPicture(LINES, 1000, 500)
  const kinds: [string, Buffer][] = [
    ['image/gif', await page.clone().gif().toBuffer()],
    ['image/tiff', await page.clone().greyscale().tiff({ compression: 'lzw' }).toBuffer()],
    [
      'image/tiff',
      await page.clone().flatten().greyscale().tiff({ compression: 'deflate' }).toBuffer(),
    ],
    ['image/bmp', await bmpOf(page.clone(), 24)],
    ['image/bmp', await bmpOf(page.clone(), 8)],
    ['image/bmp', await bmpOf(page.clone(), 1)],
  ]
  for (const [type, content] of kinds) {
    const { file, lines } = await read(content)
    t.like(file, { type, pages: 1, text_from: 'recognition', has_thumbnail: true })
    t.is(lines.length, LINES.length, type)
    t.true(lines[1]!.startsWith('Hemoglobina 13,2 g/dL'), `${type}: ${lines[1]}`)
  }
})

test.serial('every page of a TIFF is read, and all of them are kept', async (t) => {
  const { read, contents, ehr } = await reader(t)
  const { file, pages, codes } = await read(
    await tiffOf([
      printedPicture(['Primeira folha'], 800, 400),
      printedPicture(['Segunda folha'], 900, 500),
    ]),
  )
  t.deepEqual(pages, ['Primeira folha', 'Segunda folha'])
  t.deepEqual(codes, [])
  t.like(file, { type: 'image/tiff', pages: 2 })
  const kept = Buffer.from((await contents.read({ id: file.id, consultationId: ehr.id }))!)
  t.true(kept.subarray(0, 5).toString() === '%PDF-' && kept.includes('/Count 2'))
})

test.serial('bytes after the end of a picture are dropped, and do not refuse it', async (t) => {
  const { read, contents, ehr } = await reader(t, { fileRecognition: 'off' })
  const page = printedPicture(LINES, 1000, 500)
  const behind = [
    Buffer.from('<html><script>SEGREDO</script></html>'),
    makeZip('a.txt', 'SEGREDO'),
    Buffer.concat([Buffer.from('SEGREDO'), (await page.clone().png().toBuffer()).subarray(800)]),
  ]
  for (const tail of behind)
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const whole = await page.clone().toFormat(format).toBuffer()
      const { file, codes } = await read(Buffer.concat([whole, tail]))
      t.deepEqual(codes, ['recognition_off'], format)
      const kept = await contents.read({ id: file.id, consultationId: ehr.id })
      t.false(Buffer.from(kept!).includes('SEGREDO'))
    }
})

test.serial(
  'a JPEG without its end mark is whole; one cut in the middle is reported',
  async (t) => {
    const { read, upload } = await reader(t)
    const jpeg = await printedPicture(LINES, 1000, 900).jpeg().toBuffer()
    const whole = await read(jpeg.subarray(0, jpeg.length - 2))
    t.is(whole.lines[0], LINES[0])
    t.false(whole.codes.includes('picture_cut'))
    const cut = await read(jpeg.subarray(0, jpeg.length * 0.7))
    t.true(cut.codes.includes('picture_cut'), JSON.stringify(cut.codes))
    t.is(cut.file.use!.used, 0)
    const png = await paintedPicture(400, 300).png().toBuffer()
    // Of a PNG that was cut no row is to be had, as of a JPEG of which only the head is there.
    for (const nothing of [png.subarray(0, png.length / 2), jpeg.subarray(0, 40)])
      t.like(await upload(nothing), { state: 'failed', error: { code: 'IMAGE_INVALID' } })
  },
)

test.serial('a photograph that was held in any direction is read and kept upright', async (t) => {
  const { read, contents, ehr } = await reader(t)
  for (const turned of [90, 180, 270]) {
    const content = await printedPicture(LINES, 1000, 700).rotate(turned).png().toBuffer()
    const { file, lines } = await read(content)
    t.deepEqual(lines, LINES, `${turned}`)
    const kept = await contents.read({ id: file.id, consultationId: ehr.id })
    t.like(await sharp(kept!).metadata(), { width: 1000, height: 700 })
  }
})

test.serial('values of a bent sheet that was photographed stay beside their names', async (t) => {
  const { read } = await reader(t)
  const rows = NAMES.map(
    (name, row) => [name, `${row + 3},${row + 1}`, `${row},5 a ${row + 11},4`] as const,
  )
  const texts = rows.flatMap((cells, row) =>
    cells.map((cell, at) => `<text x="${[70, 560, 960][at]}" y="${150 + 60 * row}">${cell}</text>`),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="560"><rect width="100%" height="100%" fill="white"/><g font-family="DejaVu Sans" font-size="34">${texts.join('')}</g></svg>`
  const { lines } = await read(await bentPage(Buffer.from(svg), 36, BENDS['bowed a lot']!))
  const plain = lines.map((line) => line.replaceAll(' (incerto)', ''))
  t.deepEqual(
    plain,
    rows.map((cells) => cells.join('  ')),
  )
})

test.serial(
  'a long screenshot is read at its own size, each row once, and kept legible',
  async (t) => {
    const { read, contents, ehr } = await reader(t)
    const rows = Array.from(
      { length: 58 },
      (_, row) => `Exame ${100 + row} resultado ${row + 11},${row % 10} mg/dL`,
    )
    const { file, lines, codes } = await read(
      await printedPicture(rows, 1000, 3700).png().toBuffer(),
    )
    const numbered = lines.map((line) => /^Exame (\d+)/.exec(line)?.[1])
    t.deepEqual(
      numbered,
      rows.map((_, row) => String(100 + row)),
    )
    const wrong = rows.filter((row, index) => lines[index] !== row && !MARKED.test(lines[index]!))
    t.deepEqual(wrong, [])
    t.true(codes.every((code) => code === 'numbers_unsure'))
    const kept = await sharp(
      (await contents.read({ id: file.id, consultationId: ehr.id }))!,
    ).metadata()
    t.deepEqual([kept.width, kept.height], [1000, 3700])
  },
)

test.serial('light letters on a dark screen are read', async (t) => {
  const { read } = await reader(t)
  for (const kind of [undefined, 'dim'] as const) {
    const dark = printedPicture(LINES, 1000, 500).flatten().negate()
    const { lines, codes } = await read(await (kind ? dark.linear(0.7, 25) : dark).png().toBuffer())
    t.deepEqual([lines, codes], [LINES, []])
  }
})

/** As long as three pages, and bent over its whole length. */
async function longBent(bend: Bend) {
  const rows = Array.from({ length: 30 }, (_, row) => [
    NAMES[row % NAMES.length]!,
    `${row + 3},${row % 10}`,
    `${(row % 9) + 1},5 a ${row + 11},4`,
  ])
  const texts = rows.flatMap((cells, row) =>
    cells.map(
      (cell, at) => `<text x="${[70, 440, 700][at]}" y="${140 + 120 * row}">${cell}</text>`,
    ),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="3800"><rect width="100%" height="100%" fill="white"/><g font-family="DejaVu Sans" font-size="30">${texts.join('')}</g></svg>`
  return { rows, picture: await bentPage(Buffer.from(svg), 30, bend) }
}

test.serial('a long picture that is bent is made level piece by piece', async (t) => {
  const { read } = await reader(t)
  const { rows, picture } = await longBent(BENDS.wavy!)
  const { lines, codes } = await read(picture)
  t.is(lines.length, rows.length)
  for (const [at, row] of rows.entries()) {
    const line = lines[at]!.replaceAll(' (incerto)', '')
    t.true(line === row.join('  ') || MARKED.test(lines[at]!), lines[at])
  }
  t.false(codes.includes('page_bent'))
})

test.serial('a long picture that is bent by more than its pieces overlap says so', async (t) => {
  const { read } = await reader(t)
  const { codes } = await read((await longBent((across) => 5 * Math.sin(Math.PI * across))).picture)
  t.true(codes.includes('page_bent'), JSON.stringify(codes))
})

test.serial('a picture without words says so; without recognition too', async (t) => {
  const on = await reader(t)
  const photo = await paintedPicture(640, 480).jpeg().toBuffer()
  t.deepEqual((await on.read(photo)).codes, ['page_without_text'])
  const off = await reader(t, { fileRecognition: 'off' })
  t.deepEqual((await off.read(photo)).codes, ['recognition_off'])
})

test.serial('a number that recognition is unsure of is marked and counted', async (t) => {
  const { read } = await reader(t)
  // A value that somebody wrote over with another.
  const rows = [
    'Hemoglobina 13,2 g/dL normal',
    'Creatinina 0,9 mg/dL normal',
    'Glicose 98 mg/dL normal',
  ]
  const base = await printedPicture(rows, 1000, 500).png().toBuffer()
  const spot = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="26"><path d="M2 4 L58 22 M2 22 L58 4 M2 13 L58 13" stroke="black" stroke-width="3"/></svg>',
  )
  const content = await sharp(base)
    .composite([{ input: spot, left: 262, top: 200 }])
    .png()
    .toBuffer()
  const { lines, codes } = await read(content)
  const creatinine = lines.find((line) => line.startsWith('Creatinina')) ?? ''
  t.true(creatinine === rows[1] || MARKED.test(creatinine), JSON.stringify(lines))
  t.true(lines.includes(rows[0]!) && lines.includes(rows[2]!), JSON.stringify(lines))
  t.true(codes.every((code) => code === 'rows_unsure' || code === 'numbers_unsure'))
})

const reported = hasShared('reports/file-long-screenshot') ? test.serial : test.serial.skip
reported(
  'the reported long screenshot has every row, and no number that is wrong and looks sure',
  async (t) => {
    const { read } = await reader(t)
    const { lines } = await read(
      readFileSync(sharedPath('reports/file-long-screenshot/results-app.png')),
    )
    t.true(lines.length >= 93)
    const values: Record<string, string> = {
      Hemoglobina: '13,2',
      Leucocitos: '7.400',
      Plaquetas: '245.000',
      Glicose: '98',
      Creatinina: '0,9',
      Potassio: '4,2',
    }
    for (const line of lines.filter((one) => /^\d\d [A-Z]/.test(one))) {
      const [, name = ''] = /\d\d (\p{L}+)/u.exec(line) ?? []
      t.true(MARKED.test(line) || line.includes(values[name]!), line)
    }
  },
)

const cropped = hasShared('reports/file-picture-tail') ? test.serial : test.serial.skip
cropped('the reported screenshot with bytes behind its end is read', async (t) => {
  const { read } = await reader(t)
  const { lines, codes } = await read(
    readFileSync(sharedPath('reports/file-picture-tail/cropped-screenshot.png')),
  )
  t.true(lines.some((line) => line.includes('Hemoglobina') && line.includes('13,2 g/dL')))
  t.false(codes.includes('picture_cut'))
})
