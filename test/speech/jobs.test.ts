/** Jobs are done once, whoever dies in between. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import test, { type ExecutionContext } from 'ava'
import {
  engineCrashed,
  engineUnavailable,
  type Transcriber,
  type VoiceActivityDetector,
} from '../../core/transcription/ports.ts'
import { isOwnerGone, jobOwner } from '../../models/job/job-owner.ts'
import { jobStore } from '../../models/job/job-store.ts'
import {
  addRecording,
  openTestVad,
  root,
  speechDatabase,
  speechSamples,
  switchableEngine,
  temporaryFolder,
  transcriptionWorld,
  until,
} from '../helpers/speech.ts'

const KIND = 'transcription.final'
const REASON = { error: 'engine_crashed', message: 'caiu' }

/** Says how much it heard, and nothing else: what is under test is who asks, and how often. */
function countingTranscriber(name = 'counter') {
  const heard: number[] = []
  const transcriber: Transcriber = {
    name,
    model: 'm',
    maxUtteranceMs: 9500,
    async recognize(samples) {
      heard.push(samples.length)
      const text = `Aqui foi ouvido um trecho inteiro de ${samples.length} amostras.`
      return [
        { startMs: 0, endMs: samples.length / 16, text, confidence: 0.9, noSpeechProbability: 0 },
      ]
    },
    async [Symbol.asyncDispose]() {},
  }
  return { transcriber, heard }
}

/** Detectors that are open at the moment. */
function countedVad(openVad: () => VoiceActivityDetector) {
  const open = new Set<VoiceActivityDetector>()
  return {
    open,
    openVad() {
      const detector = openVad()
      open.add(detector)
      return { ...detector, dispose: () => void (open.delete(detector) && detector.dispose()) }
    },
  }
}

async function jobWorld(t: ExecutionContext) {
  const base = await speechDatabase(t)
  const recording = await addRecording(base.database, base.consultationId)
  const ask = {
    kind: KIND,
    consultationId: base.consultationId,
    recordingId: recording.id,
  } as const
  return { ...base, recording, ask }
}

/** In the middle of the last word of the last utterance. */
const UNENDED_SAMPLES = 372_000

/**
 * A conversation of four utterances, all of it on disk and transcribed but for the one that no
 * pause has ended.
 */
async function heardLive(world: Awaited<ReturnType<typeof transcriptionWorld>>) {
  const recording = await world.record([speechSamples('conversa').slice(0, UNENDED_SAMPLES)])
  world.service.onAudio(recording, 0, world.sound.hold(recording.id)[0]!)
  await until(
    async () => (await world.service.transcript(world.consultationId)).segments.length === 3,
  )
  return recording
}

test('a recording has one job, however often and in whatever order it is announced', async (t) => {
  const { jobs, ask } = await jobWorld(t)
  const made = await Promise.all([
    jobs.ensure(ask, 'queued'),
    jobs.ensure(ask, 'open'),
    jobs.ensure(ask, 'open'),
  ])
  t.is(new Set(made.map(({ id }) => id)).size, 1)
  t.is((await jobs.ensure(ask, 'open')).state, 'queued')
})

test('many hands, one job: only one gets it', async (t) => {
  const { jobs, ask } = await jobWorld(t)
  await jobs.ensure(ask, 'queued')
  const claims = await Promise.all(
    ['a', 'b', 'c', 'd'].map((owner) => jobs.claim(KIND, owner, 60_000)),
  )
  t.is(claims.filter((one) => one !== null).length, 1)
})

test('a lease that ran out is taken by another, and its late holder changes nothing', async (t) => {
  const { database, store, recording, ask } = await jobWorld(t)
  let nowMs = 1_000_000
  const jobs = jobStore(database.sequelize, { now: () => new Date(nowMs) })
  const { id } = await jobs.ensure(ask, 'queued')
  t.truthy(await jobs.claim(KIND, 'slow', 1000))
  t.is(await jobs.claim(KIND, 'other', 1000), null)
  nowMs += 900
  t.true(await jobs.renew(id, 'slow', 1000))
  nowMs += 900
  t.is(await jobs.claim(KIND, 'other', 1000), null)
  nowMs += 200
  t.is((await jobs.claim(KIND, 'other', 1000))?.id, id)

  t.false(await jobs.renew(id, 'slow', 1000))
  t.false(await jobs.fail(id, 'slow', REASON))
  t.false(await store.replaceWithFinal({ id, owner: 'slow' }, recording, []))
  t.true(await store.replaceWithFinal({ id, owner: 'other' }, recording, []))
  t.false(await store.replaceWithFinal({ id, owner: 'other' }, recording, []))
  t.is((await jobs.listByState(KIND, 'done')).length, 1)
})

test('failures push a job back, waiting does not count as one', async (t) => {
  const { database, ask } = await jobWorld(t)
  let nowMs = 1_000_000
  const jobs = jobStore(database.sequelize, { now: () => new Date(nowMs) })
  const { id } = await jobs.ensure(ask, 'queued')
  await jobs.claim(KIND, 'me', 1000)
  await jobs.retryLater(id, 'me', 5000, REASON)
  t.is(await jobs.nextDueInMs(KIND), 5000)
  t.is(await jobs.claim(KIND, 'me', 1000), null)
  nowMs += 5000
  t.like(await jobs.claim(KIND, 'me', 1000), { attempts: 1 })

  await jobs.wait(id, 'me', { error: 'engine_unavailable', message: 'espera' })
  t.is(await jobs.claim(KIND, 'me', 1000), null)
  t.is(await jobs.resumeWaiting(KIND), 1)
  t.like(await jobs.claim(KIND, 'me', 1000), { attempts: 1 })
})

test('the leases of the dead are released, of the living and of other machines never', async (t) => {
  const { jobs, ask } = await jobWorld(t)
  const self = jobOwner()
  const [host] = self.split(':')
  t.true(isOwnerGone(`${host}:${process.pid}:earlier`, self))
  t.true(isOwnerGone(`${host}:4194304:x`, self))
  t.false(isOwnerGone(self, self))
  t.false(isOwnerGone(`${host}:${process.ppid}:x`, self))
  t.false(isOwnerGone('another-machine:1:x', self))

  await jobs.ensure(ask, 'queued')
  await jobs.claim(KIND, `${host}:4194304:x`, 60_000)
  t.is(await jobs.releaseLeasesOf((owner) => isOwnerGone(owner, self)), 1)
  t.truthy(await jobs.claim(KIND, self, 60_000))
  t.is(await jobs.releaseLeasesOf((owner) => isOwnerGone(owner, self)), 0)
})

test('without an engine the job waits with the reason, and runs when the engine appears', async (t) => {
  const engine = switchableEngine(null)
  const world = await transcriptionWorld(t, { engine, openVad: openTestVad(t) })
  await world.service.start()
  const recording = await world.record([speechSamples('conversa')])
  world.service.onAudio(recording, 0, world.sound.hold(recording.id)[0]!)
  world.finish(recording)
  const waiting = await until(async () => {
    const status = await world.service.transcriptionStatus(world.consultationId)
    return (
      status.state === 'waiting' &&
      (await world.jobs.listByState(KIND, 'waiting')).length > 0 &&
      status
    )
  })
  t.is(waiting.reason?.error, 'engine_unavailable')
  t.deepEqual((await world.service.transcript(world.consultationId)).segments, [])

  const { transcriber, heard } = countingTranscriber()
  engine.become(transcriber)
  const { segments } = await world.complete()
  t.is(segments.length, 4)
  t.is(heard.length, 4)
})

test('speech recognized live is not recognized again for the final text', async (t) => {
  const { transcriber, heard } = countingTranscriber()
  const engine = switchableEngine(transcriber)
  const world = await transcriptionWorld(t, { engine, openVad: openTestVad(t) })
  await world.service.start()
  const recording = await heardLive(world)
  const closed = heard.slice(0, 3)
  world.finish(recording)
  await world.complete()
  // The last utterance was looked at while it went on, and is heard once more when it has ended.
  t.deepEqual(
    heard.filter((samples) => closed.includes(samples)),
    closed,
  )
  t.is(new Set(heard).size, heard.length)
})

test('a job that keeps failing ends as failed, with its reason, and the live text stays', async (t) => {
  const { transcriber } = countingTranscriber()
  const engine = switchableEngine(transcriber)
  const { openVad, open } = countedVad(openTestVad(t))
  const world = await transcriptionWorld(t, { engine, openVad })
  await world.service.start()
  const recording = await heardLive(world)
  const { id } = await world.jobs.ensure(
    { ...recording, kind: KIND, recordingId: recording.id },
    'open',
  )
  // Four attempts lie behind it: the next failure is the last.
  await world.database.sequelize.query(`UPDATE jobs SET attempts = 4 WHERE id = '${id}'`)
  transcriber.recognize = async () => {
    throw engineCrashed()
  }
  world.finish(recording)
  const failed = await until(async () => {
    const status = await world.service.transcriptionStatus(world.consultationId)
    return status.state === 'failed' && status
  })
  t.is(failed.reason?.error, 'engine_crashed')
  const { segments, finished } = await world.service.transcript(world.consultationId)
  t.is(segments.length, 3)
  t.false(finished)
  await until(() => open.size === 0)
})

test('an end that cannot be written down is not taken for one that was', async (t) => {
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(null),
    openVad: openTestVad(t),
  })
  const recording = await world.record([speechSamples('fala-1')])
  world.jobs.ensure = () => Promise.reject(new Error('SQLITE_BUSY'))
  await t.throwsAsync(async () => world.service.onFinished(recording), { message: 'SQLITE_BUSY' })
  await world.service.close()
  await t.throwsAsync(async () => world.service.onFinished(recording))
})

test('a recording that cannot be read keeps no other from being taken up at a start', async (t) => {
  const { transcriber } = countingTranscriber()
  const engine = switchableEngine(transcriber)
  const world = await transcriptionWorld(t, { engine, openVad: openTestVad(t) })
  const broken = await world.record([speechSamples('fala-1')])
  const whole = await world.record([speechSamples('conversa')])
  for (const { id: recordingId, consultationId } of [broken, whole])
    await world.jobs.ensure({ kind: KIND, consultationId, recordingId }, 'open')
  const { positions } = world.sound.reader
  world.sound.reader.positions = async (id) => {
    if (id === broken.id) throw new Error('EIO')
    return positions(id)
  }
  world.sound.hold(whole.id)
  await world.service.start()
  await until(
    async () => (await world.service.transcript(world.consultationId)).segments.length === 3,
  )
  t.pass()
})

test('a deleted recording is forgotten at once, in the middle of its job', async (t) => {
  const { transcriber } = countingTranscriber()
  const asked = { count: 0 }
  transcriber.recognize = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      asked.count++
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(transcriber),
    openVad: openTestVad(t),
  })
  await world.service.start()
  const recording = await world.record([speechSamples('conversa')])
  world.finish(recording)
  await until(() => asked.count > 0)
  await world.service.onRemoved(recording)
  t.deepEqual(await world.jobs.listOfConsultation(world.consultationId), [])
  t.is((await world.service.transcriptionStatus(world.consultationId)).state, 'idle')
})

test('a service that closes gives its job back untouched', async (t) => {
  const { transcriber } = countingTranscriber()
  let asked = false
  transcriber.recognize = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      asked = true
      signal.addEventListener('abort', () => reject(engineUnavailable()))
    })
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(transcriber),
    openVad: openTestVad(t),
  })
  await world.service.start()
  const recording = await world.record([speechSamples('conversa')])
  world.finish(recording)
  await until(() => asked)
  await world.service.close()
  t.like((await world.jobs.listOfConsultation(world.consultationId))[0], {
    state: 'queued',
    attempts: 0,
  })
})

test('a server killed in the middle of a final text leaves it to the next, which asks only for the rest', async (t) => {
  const file = join(temporaryFolder(t), 'svc.sqlite')
  const killed = spawn(
    process.execPath,
    ['--import=tsx', join(root, 'test/helpers/speech-killed.ts'), file],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  t.teardown(() => killed.kill('SIGKILL'))
  const told = await new Promise<string>((resolve) => {
    createInterface({ input: killed.stdout! }).once('line', resolve)
  })
  killed.kill('SIGKILL')
  await new Promise((resolve) => killed.once('exit', resolve))
  const left = JSON.parse(told) as {
    recordingId: string
    consultationId: string
    recognized: number
  }
  t.is(left.recognized, 2)

  const { transcriber, heard } = countingTranscriber()
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(transcriber),
    openVad: openTestVad(t),
    file,
  })
  await world.vault.keyFor(left.consultationId)
  const info = {
    ...left,
    id: left.recordingId,
    organizationId: 'o',
    channels: 1,
    state: 'finished',
    startMs: 0,
  } as const
  world.sound.add({ ...info }, [speechSamples('conversa')])
  world.sound.hold(left.recordingId)
  t.is((await world.jobs.listByState(KIND, 'running')).length, 1)
  await world.service.start()
  const done = await until(async () => {
    const transcript = await world.service.transcript(left.consultationId)
    return transcript.finished && transcript
  })
  t.is(done.segments.length, 4)
  t.is(heard.length, 2)
})

test('a recording that was going on when the server died is taken up where its text ended', async (t) => {
  const file = join(temporaryFolder(t), 'svc.sqlite')
  const first = countingTranscriber()
  const before = await transcriptionWorld(t, {
    engine: switchableEngine(first.transcriber),
    openVad: openTestVad(t),
    file,
  })
  await before.service.start()
  const recording = await before.record([speechSamples('conversa')])
  before.service.onAudio(recording, 0, before.sound.hold(recording.id, 12 * 16_000)[0]!)
  const shown = await until(async () => {
    const { segments } = await before.service.transcript(before.consultationId)
    // What is still being said at the end may be shown already.
    return segments.length >= 2 && segments.slice(0, 2)
  })
  // Not closed in order: the rows stay as a dead process leaves them.
  await before.service.close()

  const second = countingTranscriber()
  const after = await transcriptionWorld(t, {
    engine: switchableEngine(second.transcriber),
    openVad: openTestVad(t),
    file,
  })
  await after.vault.keyFor(before.consultationId)
  after.sound.add({ ...recording }, [speechSamples('conversa')])
  after.sound.hold(recording.id)
  await after.service.start()
  const live = await until(async () => {
    const { segments } = await after.service.transcript(before.consultationId)
    return segments.length >= 3 && segments
  })
  t.false(second.heard.some((samples) => first.heard.slice(0, 2).includes(samples)))
  t.deepEqual(
    live.slice(0, 2).map(({ id }) => id),
    shown.map(({ id }) => id),
  )
})
