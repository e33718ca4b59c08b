/**
 * Pages of results as pictures: names, values, units and ranges in several fonts and sizes, clean
 * and as paper, copiers, cameras and messengers leave them. The same on every run.
 */
import sharp, { type Sharp } from 'sharp'
import { BENDS, bentPage } from './bent-page.ts'

export interface ReportRow {
  name: string
  /** Value, lower and upper end of its range, as printed. */
  numbers: [string, string, string]
}

export interface ReportPage {
  what: string
  rows: ReportRow[]
  picture: Buffer
}

const NAMES =
  'Hemoglobina|Hematócrito|Leucócitos|Plaquetas|Glicose|Creatinina|Ureia|Potássio|Sódio|Cálcio|Magnésio|Ferritina|Colesterol total|HDL|LDL|Triglicerídeos|TGO|TGP|Bilirrubina|Albumina|Ácido úrico|Fósforo|Cloro|Amilase'.split(
    '|',
  )
const UNITS = ['g/dL', '%', 'mg/dL', 'mEq/L', 'ng/mL', 'U/L', 'mmol/L']
const FONTS = [
  'DejaVu Sans',
  'Liberation Sans',
  'Liberation Serif',
  'Liberation Mono',
  'Liberation Sans Narrow',
  'DejaVu Serif',
]
/** Pixels, before a page is brought to the size that is read. */
const SIZES = [15, 18, 22, 26, 30, 36]
const DAMAGES: [string, (page: Buffer, random: Random) => Promise<Buffer>][] = [
  ['clean', async (page) => page],
  ['a messenger’s JPEG', (page) => sharp(page).jpeg({ quality: 45 }).toBuffer()],
  ['out of focus', (page) => sharp(page).blur(0.9).jpeg({ quality: 60 }).toBuffer()],
  [
    'askew',
    (page, random) =>
      sharp(page)
        .rotate((random() - 0.5) * 2.4, { background: 'white' })
        .jpeg({ quality: 70 })
        .toBuffer(),
  ],
  ['grainy', (page, random) => grainy(page, 28, 255, random)],
  ['grey paper', (page, random) => grainy(page, 34, 205, random)],
]

type Random = () => number

const STYLED_FONTS = [
  'DejaVu Sans Mono',
  'Liberation Sans" font-weight="bold',
  'Liberation Serif" font-style="italic',
  'DejaVu Sans Condensed',
  'Liberation Mono" font-weight="bold',
  'DejaVu Serif" font-style="italic',
]
const STYLED_SIZES = [14, 17, 20, 24, 28, 33]
const OTHER_DAMAGES: typeof DAMAGES = [
  ['twice through a messenger', (page) => compressed(page, [35, 30])],
  ['pale toner', (page) => sharp(page).linear(0.45, 140).jpeg({ quality: 70 }).toBuffer()],
  ['dust', (page, random) => dusty(page, random)],
  ['blurred across', (page) => sharp(page).convolve(ACROSS).jpeg({ quality: 65 }).toBuffer()],
  ['a screen scaled down', (page) => scaled(page, 0.8)],
  [
    'white on dark',
    (page) => sharp(page).negate({ alpha: false }).linear(0.9, 20).png().toBuffer(),
  ],
]
const ACROSS = { width: 3, height: 3, kernel: [0, 0, 0, 1, 2, 1, 0, 0, 0] }

async function compressed(page: Buffer, qualities: readonly number[]): Promise<Buffer> {
  let sent = page
  for (const quality of qualities) sent = await sharp(sent).jpeg({ quality }).toBuffer()
  return sent
}

async function scaled(page: Buffer, by: number): Promise<Buffer> {
  const { width } = await sharp(page).metadata()
  return sharp(page)
    .resize({ width: Math.round(width * by) })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Single pixels and pairs of them, black and white. */
async function dusty(page: Buffer, random: Random): Promise<Buffer> {
  const { data, info } = await sharp(page).greyscale().raw().toBuffer({ resolveWithObject: true })
  for (let grain = 0; grain < data.length / 500; grain++) {
    const at = Math.floor(random() * (data.length - 1))
    data.fill(random() < 0.5 ? 0 : 255, at, at + 1 + Math.floor(random() * 2))
  }
  const { width, height } = info
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}

/** @param count pages in fonts, sizes and with damages that nothing was tuned on */
export async function otherPages(count: number, seed = 20_261_129): Promise<ReportPage[]> {
  const random = randomFrom(seed)
  const pages: ReportPage[] = []
  for (let index = 0; index < count; index++) {
    const font = STYLED_FONTS[index % STYLED_FONTS.length]!
    const size = STYLED_SIZES[(index * 5 + Math.floor(index / 6)) % STYLED_SIZES.length]!
    const damage = Math.floor(index / 2 + index / 6) % OTHER_DAMAGES.length
    const [what, damaged] = OTHER_DAMAGES[damage]!
    const rows = NAMES.map((name) => ({ name, numbers: numbersOf(random) }))
    const clean = await drawn(rows, font, size, random).png().toBuffer()
    const picture = await damaged(clean, random)
    pages.push({ what: `${font.replaceAll('"', '')} ${size} px, ${what}`, rows, picture })
  }
  return pages
}

/** @param count pages, each another font, size and damage */
export async function reportPages(count: number): Promise<ReportPage[]> {
  const random = randomFrom(20_261_126)
  const pages: ReportPage[] = []
  for (let index = 0; index < count; index++) {
    const font = FONTS[index % FONTS.length]!
    const size = SIZES[(index * 5 + Math.floor(index / 6)) % SIZES.length]!
    const [damage, damaged] = DAMAGES[Math.floor(index / 2 + index / 6) % DAMAGES.length]!
    const rows = NAMES.map((name) => ({ name, numbers: numbersOf(random) }))
    const clean = await drawn(rows, font, size, random).png().toBuffer()
    pages.push({
      what: `${font} ${size} px, ${damage}`,
      rows,
      picture: await damaged(clean, random),
    })
  }
  return pages
}

/** @param count pages, each bent in another way, and photographed */
export async function bentPages(count: number): Promise<ReportPage[]> {
  const random = randomFrom(20_261_128)
  const bends = Object.entries(BENDS)
  const pages: ReportPage[] = []
  for (let index = 0; index < count; index++) {
    const font = FONTS[index % FONTS.length]!
    const size = [30, 36, 26][Math.floor(index / 6 + index) % 3]!
    const [shape, bend] = bends[Math.floor(index / 6 + index) % bends.length]!
    const rows = NAMES.map((name) => ({ name, numbers: numbersOf(random) }))
    const flat = await drawn(rows, font, size, random).png().toBuffer()
    pages.push({
      what: `${font} ${size} px, ${shape}`,
      rows,
      picture: await bentPage(flat, size, bend),
    })
  }
  return pages
}

function numbersOf(random: Random): ReportRow['numbers'] {
  const decimals = (value: number, places: number) => value.toFixed(places).replace('.', ',')
  const values = [
    () => decimals(random() * 20, 1),
    () => decimals(random() * 5, 2),
    () => String(Math.floor(random() * 400) + 10),
    () =>
      `${Math.floor(random() * 300) + 2}.${String(Math.floor(random() * 1000)).padStart(3, '0')}`,
    () => decimals(random() * 150, 1),
  ]
  const value = values[Math.floor(random() * values.length)]!()
  return [value, decimals(random() * 10, 1), decimals(10 + random() * 10, 1)]
}

function drawn(rows: readonly ReportRow[], font: string, size: number, random: Random): Sharp {
  const line = Math.round(size * 1.8)
  const [width, height] = [size * 40, line * (rows.length + 3)]
  const hasRules = random() < 0.4
  const texts = rows.map(({ name, numbers: [value, low, high] }, index) => {
    const y = line * (index + 2)
    const unit = UNITS[Math.floor(random() * UNITS.length)]!
    const rule = `<line x1="${size}" x2="${width - size}" y1="${y + line * 0.3}" y2="${y + line * 0.3}" stroke="#999"/>`
    const at = (place: number, text: string) => `<text x="${place * size}" y="${y}">${text}</text>`
    return `${at(2, name)}${at(16, value)}${at(22, unit)}${at(28, `${low} a ${high}`)}${hasRules ? rule : ''}`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/><g font-family="${font}" font-size="${size}">${texts.join('')}</g></svg>`
  return sharp(Buffer.from(svg)).greyscale()
}

async function grainy(page: Buffer, grain: number, paper: number, random: Random) {
  const { data, info } = await sharp(page).greyscale().raw().toBuffer({ resolveWithObject: true })
  for (const [at, value] of data.entries()) {
    const noise = (random() + random() + random() - 1.5) * grain
    data[at] = Math.max(0, Math.min(255, (value * paper) / 255 + noise))
  }
  const { width, height } = info
  return sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 75 })
    .toBuffer()
}

function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}
