import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import test from 'ava'
import { timeLimit } from '../../core/time-limit.ts'

test('a limit comes although memory was collected meanwhile, alone and together with another signal', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const either = AbortSignal.any([new AbortController().signal, timeLimit(300)])
  const ended = new Promise<unknown>((resolve) => {
    either.addEventListener('abort', () => resolve(either.reason))
  })
  for (let round = 0; round < 5; round++) {
    await sleep(20)
    collect()
  }
  const reason = await Promise.race([ended, sleep(5000, 'never')])
  t.is((reason as Error).name, 'TimeoutError')
})
