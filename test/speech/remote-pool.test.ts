/** Two real whisper-servers of the network as one pool: one dies in the middle of a visit. */
import test, { type ExecutionContext } from 'ava'
import { remoteTranscriber } from '../../ai-local/remote/remote-transcriber.ts'
import { openAiFront } from '../helpers/openai-front.ts'
import {
  compiledRuntime,
  demoModel,
  liveOptions,
  SCRIPT,
  speechSamples,
  words,
} from '../helpers/speech.ts'

test('utterances of a visit are shared by both, and none is lost when one dies', async (t) => {
  t.timeout(300_000)
  const runtime = await compiledRuntime(t)
  if (!runtime) return
  const model = (await demoModel()).path
  const fronts = await Promise.all([1, 2].map(() => openAiFront(t, model, runtime.path)))
  const transcriber = remoteTranscriber({
    baseUrl: fronts.map(({ url }) => url).join(','),
    model: 'whisper',
  })
  t.teardown(() => transcriber[Symbol.asyncDispose]())
  const heard = () => hear(transcriber, t)
  await Promise.all([heard(), heard()])
  t.deepEqual(
    fronts.map(({ seen }) => seen.length > 0),
    [true, true],
    'the one that is at work is not asked while the other is free',
  )
  const during = [heard(), heard()]
  await fronts[0]!.die()
  await Promise.all(during)
  const before = fronts[1]!.seen.length
  await heard()
  t.is(fronts[1]!.seen.length, before + 1, 'one that is gone is not tried each time')
})

async function hear(transcriber: ReturnType<typeof remoteTranscriber>, t: ExecutionContext) {
  const pieces = await transcriber.recognize(speechSamples('fala-2'), liveOptions())
  t.is(words(pieces.map(({ text }) => text).join(' ')), words(SCRIPT['fala-2']))
}
