import { byteWindow } from './byte-window.ts'
import type { ByteSource } from './container.ts'

/** A box `alac` of 36 bytes in another of the same name: version, then 24 bytes of setup. */
const BOX = Buffer.from('00000024616c6163', 'hex')
const SETUP_AT = 12
const SETUP_BYTES = 24
const STEP = 256 << 10

/** What the decoder of ALAC has to know, which stands in an MP4's table of contents. */
export async function readAlacSetup(source: ByteSource): Promise<Uint8Array | undefined> {
  const bytes = byteWindow(source)
  for (let at = 0; at < source.sizeBytes; at += STEP) {
    const window = await bytes(at, STEP + SETUP_AT + SETUP_BYTES)
    const found = window.indexOf(BOX)
    const setup = window.subarray(found + SETUP_AT, found + SETUP_AT + SETUP_BYTES)
    if (found !== -1 && setup.length === SETUP_BYTES) return Uint8Array.from(setup)
  }
  return undefined
}
