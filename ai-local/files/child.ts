/**
 * The reading child (dist/file-child.js): one file, then it ends. Parsers of PDF and pictures are
 * fed with whatever somebody uploads; here they may crash, hang or eat memory without anybody else
 * noticing.
 */
import { type FromChild, ReadError, type ToChild } from './protocol.ts'

let onTurn = () => {}

process.on('message', (message: ToChild) => {
  if (message.type === 'read') void read(message)
  else onTurn()
})
// pdf.js drops promises about parts of a damaged file that nobody waits for any more. They end no
// reading: what is waited for says by itself that it failed.
process.on('unhandledRejection', () => {})
// Without its parent there is nobody to read for.
process.on('disconnect', () => process.exit(0))

async function read({ bytes, ...options }: Extract<ToChild, { type: 'read' }>) {
  try {
    const { readContent } = await import('./read-content.ts')
    const reading = await readContent(bytes, {
      ...options,
      onProgress: () => tell({ type: 'progress' }),
      turn: () =>
        new Promise((resolve) => {
          onTurn = resolve
          tell({ type: 'recognize' })
        }),
    })
    tell({ type: 'done', reading })
  } catch (error) {
    tell({ type: 'failed', code: error instanceof ReadError ? error.code : 'PROCESSING_FAILED' })
  }
}

function tell(message: FromChild) {
  process.send?.(message)
}
