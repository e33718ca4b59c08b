/**
 * The decoding child (dist/decode-child.js): one file, then it ends. Decoders are C in WebAssembly
 * fed with whatever somebody uploads; here they may crash, hang or eat memory without anybody else
 * noticing.
 */
import { decodeFile } from './decode-file.ts'
import { DecodeError, type FromChild, type ToChild } from './protocol.ts'

const reads = new Map<number, (bytes: Uint8Array) => void>()
let nextRead = 0
let onTaken = () => {}

process.on('message', (message: ToChild) => {
  if (message.type === 'decode') void decode(message)
  else if (message.type === 'taken') onTaken()
  else {
    reads.get(message.id)?.(message.bytes)
    reads.delete(message.id)
  }
})
// Without its parent there is nobody to decode for.
process.on('disconnect', () => process.exit(0))

async function decode({ type: _, ...options }: Extract<ToChild, { type: 'decode' }>) {
  try {
    const result = await decodeFile({ ...options, read, write })
    tell({ type: 'done', ...result })
  } catch (error) {
    // What is thrown by a container's or codec's parser means that the file is not what it says.
    const known = error instanceof DecodeError ? error : null
    tell({ type: 'failed', code: known?.code ?? 'audio_invalid', inside: known?.inside })
  }
}

function read(from: number, to: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const id = nextRead++
    reads.set(id, resolve)
    tell({ type: 'read', id, from, to })
  })
}

function write(samples: Int16Array[]): Promise<void> {
  return new Promise((resolve) => {
    onTaken = resolve
    tell({ type: 'samples', samples })
  })
}

function tell(message: FromChild) {
  process.send?.(message)
}
