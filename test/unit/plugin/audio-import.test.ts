/** A sound file on its way: what is tried again has the name of the first try. */
import test from 'ava'
import { audioImport } from '../../../plugin/state/audio-import.ts'

test('a file that is tried again keeps its name, so that it is heard once; one that is chosen anew has another', async (t) => {
  const names: string[] = []
  let made = 0
  const file = new File(['x'], 'consulta.wav')
  const imported = audioImport({
    newId: () => `r${++made}`,
    async send(_ehrId, _file, { recordingId }) {
      names.push(recordingId)
      throw new Error('network')
    },
    ehrId: () => 'e',
    changed() {},
    onDone() {},
  })
  await imported.start(file)
  t.is(imported.phase, 'failed')
  imported.retry()
  await Promise.resolve()
  await imported.start(file)
  t.deepEqual(names, ['r1', 'r1', 'r2'])
})
