import test from 'ava'
import { streamEvents } from '../../api/v1/documents/generation-stream.ts'

type Context = Parameters<typeof streamEvents>[0]

test('no document is written for a client that left while it was prepared', async (t) => {
  const context = {
    res: { closed: true, writableFinished: false, once() {} },
    set() {},
  } as unknown as Context
  const aborted = await new Promise<boolean>((resolve) =>
    streamEvents(context, {
      run: async ({ signal }) => resolve(signal.aborted),
    }),
  )
  t.true(aborted)
})
