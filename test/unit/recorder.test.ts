/** The recorder over rows and sound in memory: what it does when one of its neighbours fails. */
import test from 'ava'
import type { Consultation } from '../../core/consultation/consultation.ts'
import { silentLog } from '../../core/log.ts'
import { recorder } from '../../core/recording/recorder.ts'
import type { RecorderDeps } from '../../core/recording/recorder-deps.ts'
import type { AudioStore, RecordingAudio, StoredRecording } from '../../core/recording/storage.ts'
import { lowOnRoom, storageQuota } from '../../core/storage-room.ts'

const consultation: Consultation = {
  id: 'visit',
  organizationId: 'o',
  externalConsultationId: 'c',
  externalDoctorId: 'd',
  externalPatientId: 'p',
  language: 'pt-BR',
  recordedMs: 0,
  finishedAt: null,
  version: 1,
  contextMarkdown: '',
  backgroundHistory: null,
  backgroundHistorySetAt: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  type: 'IN_PERSON',
  status: 'open',
  name: null,
  visit: {},
  consent: { status: 'given', recordedAt: null, recordedBy: null, method: null },
}

function world(faults: Partial<AudioStore> = {}) {
  const clock = { ms: 0 }
  const rows = new Map<string, StoredRecording>()
  const told = { audio: [] as string[], finished: [] as string[], statuses: [] as string[] }
  const opened: string[] = []
  const all = (wanted: (one: StoredRecording) => boolean) => [...rows.values()].filter(wanted)
  const deps: RecorderDeps = {
    recordings: {
      create: async (one) => void rows.set(one.id, one),
      find: async (id) => rows.get(id),
      listByConsultation: async (id) => all((one) => one.consultationId === id),
      listOpen: async () => all(({ state }) => state !== 'finished'),
      listUnannounced: async () => all((one) => one.state === 'finished' && !one.announced),
      update: async (id, change) => void rows.set(id, { ...rows.get(id)!, ...change }),
      markSoundForDeletion: async ({ id }, at) =>
        void rows.set(id, { ...rows.get(id)!, soundErasedAt: at }),
      remove: async (id) => void rows.delete(id),
    },
    store: {
      async open({ recordingId }) {
        opened.push(recordingId)
        return soundInMemory()
      },
      openFinished: async () => soundInMemory(),
      peek: async () => soundInMemory(),
      release: async () => {},
      remove: async () => {},
      close: async () => {},
      emptyJournal: async () => {},
      ...faults,
    },
    consultations: { updateRecorded: async (_, { status }) => void told.statuses.push(status) },
    listener: {
      onAudio: ({ id }) => void told.audio.push(id),
      onPaused() {},
      onFinished: async ({ id }) => void told.finished.push(id),
      onRemoved: async () => {},
    },
    refuseWhileHeld: async () => {},
    now: () => new Date(clock.ms),
    log: silentLog,
  }
  return { deps, recordings: recorder(deps), rows, told, opened, clock }
}

function soundInMemory(): RecordingAudio {
  const next = { nextSequence: 0, nextOffset: 0 }
  return {
    next: () => ({ ...next }),
    durable: () => ({ ...next }),
    facts: () => undefined,
    async append({ samples }) {
      next.nextSequence++
      next.nextOffset += samples.length
    },
    settled: async () => {},
    summary: async () => [
      { channel: 0, ...next, heldSamples: next.nextOffset, gaps: [], sha256: '' },
    ],
    read: async () => new Int16Array(0),
  }
}

type World = ReturnType<typeof world>

function start({ recordings }: World, recordingId: string, source: StoredRecording['source']) {
  return recordings.start({ consultation, recordingId, channels: 1, source })
}

function finish({ recordings }: World, recordingId: string) {
  return recordings.finish({ recordingId, claims: null, acceptGaps: false })
}

const frame = { channel: 0, sequence: 0, offset: 0, samples: new Int16Array(1600) }

test('sound of an upload is announced at its end, never as live sound', async (t) => {
  const one = world()
  await start(one, 'file', 'upload')
  await one.recordings.frame('file', frame)
  await start(one, 'live', 'live')
  await one.recordings.frame('live', frame)
  t.deepEqual(one.told.audio, ['live'])
  await finish(one, 'file')
  t.deepEqual(one.told.finished, ['file'])
})

test('without room no new sound is taken, and what was recorded comes to its end', async (t) => {
  const one = world()
  let isLow = false
  const recordings = recorder({
    ...one.deps,
    requireRoom() {
      if (isLow) throw lowOnRoom()
    },
  })
  const low = { ...one, recordings }
  await start(low, 'live', 'live')
  await recordings.frame('live', frame)
  isLow = true
  const next = { ...frame, sequence: 1, offset: 1600 }
  await t.throwsAsync(recordings.frame('live', next), { code: 'storage_full' })
  await finish(low, 'live')
  t.deepEqual(one.told.finished, ['live'])
  await t.throwsAsync(start(low, 'new', 'live'), { code: 'storage_full' })
  isLow = false
  await start(low, 'new', 'live')
})

test('a visit with as much sound as it may have begins no recording, and ends the one it has', async (t) => {
  const one = world()
  const bytes = { ofVisit: 0, ofOrganization: 0 }
  const requireQuota = storageQuota({
    use: { ofVisit: async () => bytes.ofVisit, ofOrganization: async () => bytes.ofOrganization },
    perVisit: 100,
    perOrganization: 1000,
    code: 'sound_quota_exceeded',
    what: 'O áudio',
  })
  const recordings = recorder({ ...one.deps, requireQuota })
  const full = { ...one, recordings }
  await start(full, 'live', 'live')
  bytes.ofVisit = 100
  // Asked again, after a lost answer: it is there.
  await start(full, 'live', 'live')
  await recordings.frame('live', frame)
  await t.throwsAsync(start(full, 'more', 'upload'), { code: 'sound_quota_exceeded' })
  await finish(full, 'live')
  t.deepEqual(one.told.finished, ['live'])
  bytes.ofVisit = 0
  bytes.ofOrganization = 1000
  const refused = await t.throwsAsync(start(full, 'more', 'live'), { message: /instituição/ })
  t.like(refused, { kind: 'conflict', details: [{ scope: 'organization' }] })
})

test('an upload that ends while the doctor records does not end the consultation', async (t) => {
  const one = world()
  await start(one, 'file', 'upload')
  await start(one, 'live', 'live')
  await finish(one, 'file')
  t.is(one.told.statuses.at(-1), 'recording')
  await one.recordings.pause('live')
  t.is(one.told.statuses.at(-1), 'paused')
  await finish(one, 'live')
  t.is(one.told.statuses.at(-1), 'finished')
})

test('a failed announcement of an end is repeated within the hour, to consultation and listener', async (t) => {
  const one = world()
  await start(one, 'live', 'live')
  const { updateRecorded } = one.deps.consultations
  one.deps.consultations.updateRecorded = () => Promise.reject(new Error('SQLITE_BUSY'))
  t.is((await finish(one, 'live')).kind, 'finished')
  t.deepEqual(one.told.finished, [])

  one.deps.consultations.updateRecorded = updateRecorded
  await one.recordings.endAbandoned()
  t.is(one.told.statuses.at(-1), 'finished')
  t.deepEqual(one.told.finished, ['live'])
  await one.recordings.endAbandoned()
  t.deepEqual(one.told.finished, ['live'])
})

test('a recording whose files cannot be opened keeps no other from its end', async (t) => {
  const one = world({
    open: ({ recordingId }) =>
      recordingId === 'broken'
        ? Promise.reject(new Error('EIO'))
        : Promise.resolve(soundInMemory()),
  })
  const left = { consultationId: 'v', organizationId: 'o', channels: 1, source: 'live' } as const
  const times = { startMs: 0, startedAt: new Date(0), touchedAt: new Date(0), finishedAt: null }
  const open = {
    state: 'paused',
    endedBy: null,
    statement: null,
    use: null,
    announced: false,
  } as const
  for (const id of ['broken', 'whole'])
    one.rows.set(id, {
      ...left,
      ...times,
      ...open,
      id,
      consultationId: `of ${id}`,
      held: [],
      lostMs: [],
    })
  one.clock.ms = 13 * 3_600_000
  await one.recordings.recover()
  t.is(one.rows.get('whole')?.state, 'finished')
  t.is(one.rows.get('broken')?.state, 'paused')
})

test('a file that cannot be closed costs nobody else the file that is open', async (t) => {
  const one = world({ release: () => Promise.reject(new Error('EIO')) })
  for (let i = 0; i < 130; i++) {
    await one.recordings.start({
      consultation: { ...consultation, id: `visit-${i}` },
      recordingId: `r-${i}`,
      channels: 1,
      source: 'live',
    })
  }
  await moment()
  one.clock.ms = 3_600_000
  await start(one, 'new', 'live')
  await one.recordings.frame('new', frame)
  await moment()
  await one.recordings.frame('new', { ...frame, sequence: 1, offset: 1600 })
  t.deepEqual(
    one.opened.filter((id) => id === 'new'),
    ['new'],
  )
})

test('a start that read the consultation before the patient refused does not undo the refusal', async (t) => {
  const one = world()
  const refused: Consultation = {
    ...consultation,
    version: 2,
    consent: { ...consultation.consent, status: 'refused' },
  }
  await start(one, 'live', 'live')
  await one.recordings.consentChanged(refused)
  // A file took minutes to arrive: its request saw the consultation as it was before.
  await t.throwsAsync(start(one, 'file', 'upload'), { code: 'consent_refused' })
  await t.throwsAsync(one.recordings.frame('live', frame), { code: 'consent_refused' })

  const given = { ...consultation, version: 3 }
  await one.recordings.resume(given, 'live')
  t.is((await one.recordings.frame('live', frame)).kind, 'held')
})

test('a recording that is being removed accepts no frame, and is not announced afterwards', async (t) => {
  const one = world()
  const gate = deferred()
  one.deps.listener.onRemoved = () => gate.promise
  await start(one, 'live', 'live')
  await one.recordings.frame('live', frame)
  const removed = one.recordings.remove('live')
  await moment()
  const next = { ...frame, sequence: 1, offset: 1600 }
  await t.throwsAsync(one.recordings.frame('live', { ...frame, sequence: 0 }), {
    code: 'not_found',
  })
  await t.throwsAsync(one.recordings.frame('live', next), { code: 'not_found' })
  gate.resolve()
  await removed
  await t.throwsAsync(one.recordings.frame('live', next), { code: 'not_found' })
  t.deepEqual(one.told.audio, ['live'])
  t.deepEqual(one.opened, ['live'])
})

test('a recording that ended during the listing accepts no sound after its statement', async (t) => {
  const hung = deferred()
  const one = world()
  await start(one, 'other', 'live')
  const { listByConsultation } = one.deps.recordings
  one.deps.recordings.listByConsultation = async (id) => {
    const rows = await listByConsultation(id)
    await hung.promise
    return rows
  }
  const listed = one.recordings.list(consultation.id)
  one.deps.recordings.listByConsultation = listByConsultation
  await finish(one, 'other')
  hung.resolve()
  await listed
  await t.throwsAsync(one.recordings.frame('other', frame), { code: 'recording_finished' })
})

test('a recording that was removed while others were announced is not announced', async (t) => {
  const one = world()
  const { updateRecorded } = one.deps.consultations
  one.deps.consultations.updateRecorded = () => Promise.reject(new Error('SQLITE_BUSY'))
  for (const id of ['first', 'second']) {
    await start(one, id, 'live').catch(() => {})
    await finish(one, id)
  }
  one.deps.consultations.updateRecorded = updateRecorded
  one.deps.listener.onFinished = async ({ id }) => {
    one.told.finished.push(id)
    one.rows.delete('second')
  }
  await one.recordings.endAbandoned()
  t.deepEqual(one.told.finished, ['first'])
})

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

function moment() {
  return new Promise((resolve) => setTimeout(resolve, 10))
}
