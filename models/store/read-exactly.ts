import type { Content } from '../../core/store/ports.ts'

/**
 * What is to be stored may go while it is read, when somebody else has stored it: what is short is
 * never put in the place of what is whole.
 * @throws where fewer than `length` bytes are there
 */
export async function readExactly(
  { read }: Pick<Content, 'read'>,
  position: number,
  length: number,
): Promise<Uint8Array> {
  const bytes = await read(position, length)
  if (bytes.length === length) return bytes
  throw new Error(`${bytes.length} of ${length} bytes to be stored were there`)
}
