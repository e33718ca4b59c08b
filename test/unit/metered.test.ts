import test from 'ava'
import { Registry } from 'prom-client'
import { meteredAudio } from '../../bin/metrics/metered-audio.ts'
import { meteredLog } from '../../bin/metrics/metered-log.ts'
import type { LogFields } from '../../core/log.ts'
import type { AudioStore, RecordingAudio } from '../../core/recording/storage.ts'

test('logged events are counted, and timed where they have a duration', async (t) => {
  const registry = new Registry()
  const lines: [string, LogFields | undefined][] = []
  const write = (event: string, fields?: LogFields) => void lines.push([event, fields])
  const log = meteredLog({ debug: write, info: write, warn: write, error: write }, registry)
  log.info('document.written', { durationMs: 2000, documentId: 'd-1' })
  log.info('document.written', { durationMs: 500 })
  log.error('audio.flush_failed')
  log.info('http.request', { durationMs: 1 })

  t.is(lines.length, 4, 'each line is written as well')
  const page = await registry.metrics()
  t.true(page.includes('svc_events_total{level="info",event="document.written"} 2'))
  t.true(page.includes('svc_events_total{level="error",event="audio.flush_failed"} 1'))
  t.true(page.includes('svc_event_duration_seconds_sum{event="document.written"} 2.5'))
  t.true(page.includes('svc_event_duration_seconds_bucket{le="1",event="document.written"} 1'))
  t.false(page.includes('http.request'), 'requests have a metric of their own')
  t.false(page.includes('d-1'), 'identifiers are no labels')
})

test('a frame is timed until it is on the disk; one that failed is not counted as held', async (t) => {
  const registry = new Registry()
  let isFull = false
  const audio = {
    append: async () => {
      if (isFull) throw new Error('full')
    },
  } as Partial<RecordingAudio> as RecordingAudio
  const store = { open: async () => audio } as Partial<AudioStore> as AudioStore
  const location = { recordingId: 'r', consultationId: 'c', channels: 1 }
  const frame = { channel: 0, sequence: 0, offset: 0, samples: new Int16Array(8000) }
  const metered = meteredAudio(store, registry)
  const own = await metered.open(location)
  t.is(await metered.open(location), own, 'the same object while it is open')
  await own.append(frame)
  await own.append(frame)
  isFull = true
  await t.throwsAsync(own.append(frame), { message: 'full' })

  const page = await registry.metrics()
  t.true(page.includes('svc_audio_held_seconds_total 1'))
  t.true(page.includes('svc_audio_durable_seconds_count 2'))
})
