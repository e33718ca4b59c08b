/**
 * Official tables come in Windows-1252 as often as in UTF-8, and none says which. UTF-8 is strict
 * enough that text of the other kind practically never passes for it, so it is tried first.
 */
import { tableFileError } from './read-file.ts'

/**
 * @throws {AppError} `terminology_file_invalid` when the bytes are no text, or end inside a
 * character
 */
export function decodeText(file: string, bytes: Uint8Array): string {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]))
    throw tableFileError(
      file,
      null,
      'This is an archive or a spreadsheet: unpack it, or save it as CSV.',
    )
  const text = decoded(file, bytes)
  const strange = text.search(NO_TEXT)
  if (strange >= 0) throw tableFileError(file, lineAt(text, strange), 'This is not text.')
  return text
}

/**
 * Control characters have no place in a table; U+FFFD stands for what Windows-1252 leaves
 * undefined.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_TEXT = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufffd]/

function decoded(file: string, bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (isUtf8But(bytes))
      throw tableFileError(file, null, 'It ends inside a character: it was cut short.')
    return windows1252(bytes)
  }
}

/**
 * 0x80 to 0x9F of Windows-1252; Node 20's own decoder takes them for Latin-1's control characters.
 */
const HIGH_CONTROLS = '€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ'

function windows1252(bytes: Uint8Array): string {
  const latin1 = new TextDecoder('latin1').decode(bytes)
  return latin1.replace(/[\u0080-\u009f]/g, (letter) => HIGH_CONTROLS[letter.charCodeAt(0) - 0x80]!)
}

/** Good UTF-8, beyond ASCII, but for the last one to three bytes. */
function isUtf8But(bytes: Uint8Array): boolean {
  const lead = bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80)
  if (lead < 0 || bytes.length - lead > 3 || bytes[lead]! < 0xc0) return false
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, lead))
    return text.length < lead
  } catch {
    return false
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
