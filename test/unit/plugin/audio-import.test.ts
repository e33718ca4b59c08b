/** A sound file on its way: what is tried again has the name of the first try. */
import test from 'ava'
import { ApiError } from '../../../plugin/services/api-client.ts'
import { audioImport } from '../../../plugin/state/audio-import.ts'

test('a retried file keeps its id, so that it is transcribed once; one chosen again has another', async (t) => {
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
    ask: async () => {},
    refusedInFront: () => '',
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

test('a proxy that refuses the body is distinguished from a missing network, after two tries', async (t) => {
  const file = new File([new Uint8Array(300_000)], 'consulta.wav')
  for (const isReached of [true, false]) {
    let sent = 0
    const imported = audioImport({
      newId: () => 'r',
      async send() {
        sent++
        throw new ApiError(0, { error: 'network', message: 'sem rede' }, null)
      },
      ehrId: () => 'e',
      async ask() {
        if (!isReached) throw new ApiError(0, { error: 'network', message: '' }, null)
      },
      refusedInFront: (bytes) => `${bytes} recusados`,
      changed() {},
      onDone() {},
    })
    await imported.start(file)
    t.is(imported.phase, 'failed')
    t.is(imported.reason, isReached ? '300000 recusados' : 'sem rede')
    t.is(sent, isReached ? 2 : 1)
  }
})

test('a refusal of the server itself is its own, and is tried once', async (t) => {
  let sent = 0
  const answers = [
    new ApiError(413, { error: 'file_too_large', message: 'grande demais' }, null),
    new ApiError(413, { error: 'internal_error', message: '' }, null),
  ]
  const reasons: string[] = []
  for (const answer of answers) {
    const imported = audioImport({
      newId: () => 'r',
      async send() {
        sent++
        throw answer
      },
      ehrId: () => 'e',
      ask: async () => {},
      refusedInFront: () => 'recusado à frente',
      changed() {},
      onDone() {},
    })
    await imported.start(new File([new Uint8Array(300_000)], 'consulta.wav'))
    reasons.push(imported.reason)
  }
  t.deepEqual(reasons, ['grande demais', 'recusado à frente'])
  t.is(sent, 2)
})
