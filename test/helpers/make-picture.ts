/** Pictures for tests: plain ones, and such that claim or hide something. */
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Soft colours, and nothing on it that could be taken for letters. */
export function paintedPicture(width: number, height: number): Sharp {
  const bytes = Buffer.alloc(width * height * 3)
  let at = 0
  for (let y = 0; y < height; y++) {
    const row = 40 + (y * 90) / height
    for (let x = 0; x < width; x++)
      for (let colour = 0; colour < 3; colour++) bytes[at++] = row + (x * 90) / width + 10 * colour
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } })
}

/** A page of print: black letters on white. */
export function printedPicture(lines: readonly string[], width = 1240, height = 1754): Sharp {
  const texts = lines.map((line, index) => `<text x="100" y="${160 + 60 * index}">${line}</text>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/><g font-family="DejaVu Sans, sans-serif" font-size="30">${texts.join('')}</g></svg>`
  return sharp(Buffer.from(svg))
}

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** As old programs write it: from the bottom up, in 24, 8 or 1 bits a pixel. */
export async function bmpOf(picture: Sharp, bits: 24 | 8 | 1): Promise<Buffer> {
  const { data, info } = await picture
    .flatten()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const stride = Math.ceil((width * bits) / 32) * 4
  const colours = bits === 24 ? 0 : 2 ** bits
  const pixelsAt = 54 + 4 * colours
  const bmp = Buffer.alloc(pixelsAt + stride * height)
  bmp.write('BM')
  bmp.writeUInt32LE(pixelsAt, 10)
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(width, 18)
  bmp.writeInt32LE(height, 22)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(bits, 28)
  for (let colour = 0; colour < colours; colour++)
    bmp.fill(Math.round((colour * 255) / (colours - 1)), 54 + 4 * colour, 57 + 4 * colour)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * info.channels)
      const at = pixelsAt + (height - 1 - y) * stride
      if (bits === 24) bmp.set([blue, green, red], at + 3 * x)
      else if (bits === 8) bmp[at + x] = green
      else if (green > 127) bmp[at + (x >> 3)]! |= 0x80 >> (x & 7)
    }
  return bmp
}

/** A TIFF with a page for each picture, as fax machines and scanners send it: grey, not packed. */
export async function tiffOf(pages: readonly Sharp[]): Promise<Buffer> {
  const parts: Buffer[] = [Buffer.from('II*\0\x08\0\0\0', 'latin1')]
  let at = 8
  for (const [index, page] of pages.entries()) {
    const { data, info } = await page
      .flatten()
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const tags: [number, number][] = [
      [256, info.width],
      [257, info.height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, at + 2 + 12 * 9 + 4],
      [277, 1],
      [278, info.height],
      [279, data.length],
    ]
    const head = Buffer.alloc(2 + 12 * tags.length + 4)
    head.writeUInt16LE(tags.length, 0)
    for (const [place, [tag, value]] of tags.entries()) {
      head.writeUInt16LE(tag, 2 + 12 * place)
      head.writeUInt16LE(4, 4 + 12 * place)
      head.writeUInt32LE(1, 6 + 12 * place)
      head.writeUInt32LE(value, 10 + 12 * place)
    }
    const padding = Buffer.alloc(data.length % 2)
    at += head.length + data.length + padding.length
    head.writeUInt32LE(index < pages.length - 1 ? at : 0, head.length - 4)
    parts.push(head, data, padding)
  }
  return Buffer.concat(parts)
}

/** A few bytes that say they are a picture of this size. */
export function claimingPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(1000))
  return Buffer.concat([PNG_START, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND')])
}

/** @param png a picture that becomes an animation of one frame */
export function apng(png: Buffer): Buffer {
  const behindHead = PNG_START.length + 25
  const control = chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]))
  return Buffer.concat([png.subarray(0, behindHead), control, png.subarray(behindHead)])
}

export async function animatedWebp(): Promise<Buffer> {
  const frames = [40, 200].map((value) => Buffer.alloc(64 * 64 * 3, value))
  return sharp(Buffer.concat(frames), {
    raw: { width: 64, height: 128, channels: 3, pageHeight: 64 },
  })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

export function heicHead(): Buffer {
  return Buffer.concat([
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(100),
  ])
}

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
