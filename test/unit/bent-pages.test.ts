/** Rows of photographed sheets: found by their letters, made straight, and told where not read. */
import test from 'ava'
import sharp from 'sharp'
import { type GreyPicture, greyPixels } from '../../ai-local/files/grey-picture.ts'
import { bendOf } from '../../ai-local/files/recognition/bend.ts'
import { lettersOf, type Run } from '../../ai-local/files/recognition/letters.ts'
import { levelPicture } from '../../ai-local/files/recognition/level-picture.ts'
import { unreadLines } from '../../ai-local/files/recognition/unread-parts.ts'
import { BENDS, bentPage } from '../bench/recognition-material/bent-page.ts'

const SIZE = 30
const ROWS = 14
const LINE = 54

/** A table of four columns; the first begins at the left edge. */
function table(rows = ROWS): Promise<Buffer> {
  const cells = ['Hemoglobina', '13,2', 'mg/dL', '11,5 a 14,8']
  const texts = Array.from({ length: rows }, (_, row) =>
    cells.map(
      (cell, at) => `<text x="${[60, 480, 660, 840][at]}" y="${(row + 2) * LINE}">${cell}</text>`,
    ),
  ).flat()
  const [width, height] = [1200, LINE * (rows + 3)]
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/><g font-family="sans-serif" font-size="${SIZE}">${texts.join('')}</g></svg>`,
    ),
  )
    .png()
    .toBuffer()
}

const grey = (page: Buffer): Promise<GreyPicture> => greyPixels(sharp(page))

const lineOf = (run: Run) => run.map(({ y1 }) => y1).sort((a, b) => a - b)[run.length >> 1]!

/** How far the cells of each row lie from its name, in heights of their letters. */
async function offRows(picture: GreyPicture): Promise<number[]> {
  const { height, runs } = await lettersOf(picture)
  const names = runs.filter((run) => run[0]!.x0 < 200).map(lineOf)
  const others = runs.filter((run) => run[0]!.x0 >= 400).map(lineOf)
  return others.map((line) => Math.min(...names.map((name) => Math.abs(line - name))) / height)
}

const most = (values: readonly number[]) => Math.max(...values)

for (const [shape, bend] of Object.entries(BENDS))
  test(`rows of a sheet that is ${shape} are made straight`, async (t) => {
    const picture = await grey(await bentPage(await table(), SIZE, bend))
    const found = bendOf(await lettersOf(picture), picture)
    t.truthy(found)
    const before = most(await offRows(picture))
    const after = most(await offRows(levelPicture(picture, found!)))
    t.true(before > 0.4 && after < 0.35, `${before} → ${after}`)
  })

test('a flat page, and one a little askew, stay as they are', async (t) => {
  const page = await table()
  const askew = await sharp(page).rotate(1, { background: 'white' }).png().toBuffer()
  const blank = await sharp(page).threshold(0).png().toBuffer()
  for (const each of [page, askew, blank]) {
    const picture = await grey(each)
    t.is(bendOf(await lettersOf(picture), picture), undefined)
  }
})

test('a line of which no word was read is told, and one that was read is not', async (t) => {
  const picture = await grey(await table())
  const letters = await lettersOf(picture)
  const words = letters.runs.map((run) => ({
    text: 'lida',
    x0: run[0]!.x0,
    y0: Math.min(...run.map(({ y0 }) => y0)),
    x1: run.at(-1)!.x1,
    y1: lineOf(run) + 1,
  }))
  t.deepEqual(unreadLines(letters, words), [])
  const missing = words.findIndex(({ x0 }) => x0 < 200)
  const [told, ...others] = unreadLines(letters, words.toSpliced(missing, 1))
  t.deepEqual(others, [])
  t.is(told?.text, '(ilegível)')
  t.true(Math.abs(told!.x0 - words[missing]!.x0) < 2)
})
