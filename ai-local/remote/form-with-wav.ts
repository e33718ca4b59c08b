import { randomBytes } from 'node:crypto'

/**
 * A form with fields and one file of sound, as a body. Values are ours or the administrator's: no
 * quotes, no line breaks.
 */
export function formWithWav(
  fields: readonly (readonly [name: string, value: string])[],
  wav: Uint8Array,
): { type: string; bytes: Uint8Array } {
  const boundary = `svc${randomBytes(16).toString('hex')}`
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="speech.wav"\r\nContent-Type: audio/wav\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([
      Buffer.from(parts.join('') + file),
      wav,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}
