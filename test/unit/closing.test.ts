import test from 'ava'
import { closing } from '../../bin/closing.ts'
import type { LogFields } from '../../core/log.ts'

test('parts close in reverse order, once, and a failure keeps no other part open', async (t) => {
  const failed: LogFields[] = []
  const ignore = () => {}
  const opened = closing({
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (_, fields = {}) => void failed.push(fields),
  })
  const closed: string[] = []
  opened.add('database', async () => closed.push('database'))
  opened.add('engine', () => Promise.reject(new Error('gone')))
  opened.add('outbox', async () => closed.push('outbox'))
  await opened.run()
  await opened.run()
  t.deepEqual(closed, ['outbox', 'database'])
  t.is(failed[0]?.part, 'engine')
})
