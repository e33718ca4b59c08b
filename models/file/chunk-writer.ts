/**
 * Bytes that come in any pieces, as chunks of one size. The last chunk, and only it, may be
 * smaller, and is told as the last: so what is sealed chunk by chunk cannot be cut off unnoticed.
 */
export interface ChunkWriter {
  append(bytes: Uint8Array): Promise<void>
  /** Writes the last chunk, which may be empty. */
  end(): Promise<void>
}

/** @param write seals and keeps one chunk; `number` counts from 0 */
export function chunkWriter(
  chunkBytes: number,
  write: (chunk: Uint8Array, number: number, isLast: boolean) => Promise<void>,
): ChunkWriter {
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let number = 0

  return {
    async append(bytes) {
      // A copy: the caller's buffer may be used again.
      pending.push(Buffer.from(bytes))
      pendingBytes += bytes.length
      // What is exactly full may be the last one: it waits.
      if (pendingBytes <= chunkBytes) return
      const all = Buffer.concat(pending)
      let at = 0
      for (; all.length - at > chunkBytes; at += chunkBytes)
        await write(all.subarray(at, at + chunkBytes), number++, false)
      pending = [all.subarray(at)]
      pendingBytes = all.length - at
    },
    end: () => write(Buffer.concat(pending), number++, true),
  }
}
