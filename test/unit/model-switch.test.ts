import test from 'ava'
import { silentLog } from '../../core/log.ts'
import { modelSwitch } from '../../core/model-file/model-switch.ts'

test('a model that is not there is refused once, and the one at work stays', async (t) => {
  const asked: string[] = []
  const switcher = async () => t.fail('nothing is switched') as never
  const models = modelSwitch({
    initial: { speech: null, text: 'old.gguf' },
    switchers: { speech: switcher, text: switcher },
    wanted: () => ({ speech: null, text: 'mispelt.gguf' }),
    async fitsBeside(_, file) {
      asked.push(file)
      throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
    },
    log: silentLog,
  })
  for (let round = 0; round < 3; round++) {
    await models.look()
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.deepEqual(asked, ['mispelt.gguf'])
  t.like(models.states().text, { state: 'refused', active: 'old.gguf', reason: 'internal_error' })
})
