import test from 'ava'
import type { LlamaModel } from 'node-llama-cpp'
import { batching, PIECE, wholePieces } from '../../ai-local/llama/prompt-memory.ts'

function modelOf(architecture: string, facts: object = {}) {
  const metadata = { general: { architecture }, [architecture]: facts }
  return { fileInfo: { metadata } } as unknown as Pick<LlamaModel, 'fileInfo'>
}

/** Sizes of the next batches when each piece takes so long. */
function sizes(batches: ReturnType<typeof batching>, msPerPiece: number, count = 6) {
  return Array.from({ length: count }, () => {
    const pieces = batches.pieces()
    batches.took(pieces, pieces * msPerPiece)
    return pieces
  })
}

test('batches grow while they are short, and shrink at once when they are not', (t) => {
  const batches = batching(modelOf('llama'), 512)
  t.is(wholePieces(5 * PIECE + 1), 5 * PIECE)
  t.deepEqual(sizes(batches, 20), [1, 2, 4, 8, 8, 8])
  t.deepEqual(sizes(batches, 90), [8, 2, 2, 2, 2, 2])
  t.deepEqual(sizes(batches, 900), [2, 1, 1, 1, 1, 1])
  t.deepEqual(sizes(batching(modelOf('llama'), 200), 20), [1, 2, 3, 3, 3, 3], 'a small context')
})

for (const [why, model] of [
  ['a family that nobody measured', modelOf('qwen35')],
  ['experts', modelOf('llama', { expert_count: 8 })],
  ['a sliding window', modelOf('qwen2', { attention: { sliding_window: 4096 } })],
] as const)
  test(`one piece at a time, however fast: ${why}`, (t) => {
    t.deepEqual(sizes(batching(model, 512), 1, 3), [1, 1, 1])
  })
