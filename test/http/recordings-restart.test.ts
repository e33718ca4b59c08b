import { randomUUID } from 'node:crypto'
import test from 'ava'
import { decodeFrame } from '../../core/contract/frames.ts'
import type { RecordingListener } from '../../core/recording/ports.ts'
import { openWorld } from '../helpers/access-world.ts'
import { factories } from '../helpers/factories.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'
import { openRecordingWorld } from '../helpers/recording-world.ts'

const sound = noise(8000, 31)

/** A data folder on which recording is opened again and again, like restarts of the server. */
async function folder(t: Parameters<typeof openWorld>[0]) {
  const world = await openWorld(t)
  const principal = await world.access.authenticate(await factories(world).buildSession())
  const { consultation } = await world.consultations.openByExternalId(principal, {
    consultationId: 'consulta-1',
    doctorId: 'medica-1',
    patientId: 'paciente-1',
    type: 'IN_PERSON',
  })
  return {
    consultation,
    open: (listener: Partial<RecordingListener> = {}) => openRecordingWorld({ ...world, listener }),
  }
}

type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof folder>>['open']>>

async function send({ recorder }: Opened, recordingId: string) {
  await Promise.all(framesOf(sound).map((frame) => recorder.frame(recordingId, decodeFrame(frame))))
}

const claims = [{ channel: 0, lastSequence: 4, samples: 8000, sha256: sha256(sound) }]

test('an end of a recording that transcription missed is announced at every start until it arrives', async (t) => {
  const { consultation, open } = await folder(t)
  const recordingId = randomUUID()
  let told = 0
  const deaf = () => {
    told++
    return Promise.reject(new Error('not now'))
  }
  const first = await open({ onFinished: deaf })
  await first.recorder.start({ consultation, recordingId, channels: 1, source: 'live' })
  await send(first, recordingId)
  await first.recorder.finish({ recordingId, claims, acceptGaps: false })
  await first.store.close()
  const second = await open({ onFinished: deaf })
  await second.recorder.recover()
  await second.store.close()
  t.is(told, 2)

  const heard: string[] = []
  for (let start = 0; start < 2; start++) {
    const world = await open({ onFinished: ({ id }) => void heard.push(id) })
    await world.recorder.recover()
    await world.store.close()
  }
  t.deepEqual(heard, [recordingId])
})

test('a live recording that a restart interrupted stays open; an upload does not', async (t) => {
  const { consultation, open } = await folder(t)
  const [live, upload] = [randomUUID(), randomUUID()]
  const first = await open()
  await first.recorder.start({ consultation, recordingId: upload, channels: 1, source: 'upload' })
  await send(first, upload)
  await first.recorder.start({ consultation, recordingId: live, channels: 1, source: 'live' })
  await send(first, live)
  await first.store.close()

  const { recorder, store } = await open()
  await recorder.recover()
  const states = await recorder.list(consultation.id)
  t.deepEqual(states, [
    {
      recording_id: live,
      state: 'recording',
      channels: [{ channel: 0, next_sequence: 5, next_offset: 8000 }],
    },
  ])
  const outcome = await recorder.finish({ recordingId: live, claims, acceptGaps: false })
  t.true(outcome.kind === 'finished' && outcome.statement.complete)
  t.deepEqual(await recorder.read(live, 0, 0, 8000), sound)
  await store.close()
})
