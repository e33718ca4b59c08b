/**
 * What the legacy frame tells its host, and what it does at a command (spec §6, SPEC-GAPS 1.9):
 * shapes and states, one by one.
 */
import test from 'ava'
import type { ClinicalDocument, Segment } from '../../../core/contract/api.ts'
import { answers } from '../../../plugin/embed/answers.ts'
import { reports } from '../../../plugin/embed/reports.ts'
import type { Remote } from '../../../plugin/host/remote.ts'

const AT = Date.parse('2026-03-16T17:00:00Z')
const DOCUMENT = {
  id: 'd-1',
  template: { id: 'soap', name: 'SOAP', slug: 'soap' },
  content: { Subjetivo: 'Tosse <b>seca</b>', Objetivo: null },
  markdown: '## Subjetivo:\n\nTosse\n',
  created_at: '2026-03-16T16:59:00.000Z',
} as unknown as ClinicalDocument
const said = (id: string, text: string, final: boolean) =>
  ({ id, sequence: 4, start_time: '00m 12s', text, final }) as unknown as Segment

type Recorder = ReturnType<Remote['recorder']>

function frame(
  given: Partial<Remote> = {},
  outputStyle: 'structured' | 'markdown' | 'html' = 'structured',
) {
  const sent: [name: string, data: unknown][] = []
  const done: string[] = []
  const recorder: Recorder = { phase: 'idle', elapsedMs: 0, fault: null }
  const segments: Segment[] = []
  const remote: Remote = {
    isReady: true,
    recorder: () => recorder,
    consultationType: 'TELEMEDICINE',
    canRecord: () => true,
    hostTakesConsent: false,
    recordConsentOfHost: async () => true,
    awaitConsent: (isAwaited) => void done.push(isAwaited ? 'awaits' : 'awaits no more'),
    start: async () => void done.push('start'),
    pause: async () => void done.push('pause'),
    reset: async () => void done.push('reset'),
    transcript: () => ({ segments, complete: false }),
    documents: () => [DOCUMENT],
    generate: (type) => {
      done.push(`generate ${type}`)
      return 'started'
    },
    generation: () => ({ phase: 'none', failure: null }),
    ...given,
    get consent() {
      return given.consent ?? 'given'
    },
  }
  const send = (name: string, data: unknown) => void sent.push([name, data])
  const news = reports({ remote, consultationId: 'c-1', send, now: () => AT })
  const replies = answers({ remote: () => remote, clinicalType: 'soap', outputStyle, send })
  return { news, replies, recorder, segments, sent, done }
}

for (const [phase, elapsedMs, status] of [
  ['idle', 0, 'idle'],
  ['requesting', 0, 'idle'],
  ['requesting', 5000, 'paused'],
  ['recording', 5000, 'recording'],
  ['paused', 5000, 'paused'],
  ['paused', 0, 'paused'],
  ['finishing', 5000, 'paused'],
  ['finished', 5000, 'idle'],
  ['blocked', 0, 'error'],
] as const)
  test(`a recorder that is ${phase} after ${elapsedMs} ms is told as ${status}`, (t) => {
    const { news, recorder, sent } = frame()
    Object.assign(recorder, { phase, elapsedMs })
    news.refresh()
    t.like(sent, [['svc.plugin.recorder', { status }]])
  })

test('the recorder is told with seconds, its timer and its fault, once per change, and again while it runs', (t) => {
  const { news, recorder, sent } = frame()
  const fault = { code: 'MICROPHONE_BLOCKED', message: 'O microfone está bloqueado.' }
  Object.assign(recorder, { phase: 'paused', elapsedMs: 3_725_900, fault })
  news.refresh()
  news.refresh()
  t.deepEqual(sent, [
    [
      'svc.plugin.recorder',
      {
        status: 'paused',
        elapsedSeconds: 3725,
        timer: '62m 05s',
        consultationId: 'c-1',
        error: fault,
      },
    ],
  ])
  news.tick()
  t.is(sent.length, 1)
  recorder.phase = 'recording'
  news.tick()
  t.is(sent.length, 2)
})

test('a stretch of speech is told when it comes and when it changes, as a chunk and as news', (t) => {
  const { news, segments, sent } = frame()
  news.refresh()
  segments.push(said('s1', 'tosse', false))
  news.refresh()
  news.refresh()
  segments[0] = said('s1', 'tosse seca', true)
  segments.push(said('s2', '  ', true))
  news.refresh()
  const told = (text: string, final: boolean) => [
    ['svc.plugin.sequenceUpload', { sequence: 4, start_time: '00m 12s', text, final }],
    [
      'svc.plugin.notification',
      { type: 'TRANSCRIPTION_UPDATE', start_time: '00m 12s', text, final, consultationId: 'c-1' },
    ],
    [
      'TRANSCRIPTION_UPDATE',
      { type: 'TRANSCRIPTION_UPDATE', start_time: '00m 12s', text, final, consultationId: 'c-1' },
    ],
  ]
  t.deepEqual(sent.slice(1), [...told('tosse', false), ...told('tosse seca', true)])
})

test('a visit begins once and ends once, with its figures and what was written', (t) => {
  const { news, recorder, sent } = frame()
  const notifications = () => sent.filter(([name]) => name === 'svc.plugin.notification')
  for (const phase of ['recording', 'paused', 'recording'] as const) {
    recorder.phase = phase
    news.refresh()
  }
  const at = new Date(AT).toISOString()
  t.deepEqual(
    notifications().map(([, data]) => data),
    [
      {
        type: 'CONSULTATION_STARTED',
        started_at: at,
        consultation_type: 'TELEMEDICINE',
        consultationId: 'c-1',
      },
    ],
  )
  Object.assign(recorder, { phase: 'finishing', elapsedMs: 61_900 })
  news.refresh()
  recorder.phase = 'finished'
  news.refresh()
  t.deepEqual(notifications()[1]?.[1], {
    type: 'CONSULTATION_COMPLETED',
    finished_at: at,
    duration_seconds: 61,
    document_ids: ['d-1'],
    summary: DOCUMENT.markdown,
    consultationId: 'c-1',
  })
  news.onDocument('d-1')
  t.deepEqual(notifications()[2]?.[1], {
    type: 'DOCUMENT_GENERATED',
    document_id: 'd-1',
    clinicalType: 'soap',
    created_at: DOCUMENT.created_at,
    consultationId: 'c-1',
  })
})

test('a visit that ended long ago is not told as ending now', (t) => {
  const { news, recorder, sent } = frame()
  recorder.phase = 'finished'
  news.refresh()
  t.false(sent.some(([name]) => name === 'svc.plugin.notification'))
})

for (const [command, does] of [
  ['startRecording', 'start'],
  ['stopRecording', 'pause'],
  ['resetRecording', 'reset'],
] as const)
  test(`${command} does ${does}`, (t) => {
    const { replies, done, sent } = frame()
    replies.obey({ kind: 'recorder', command })
    t.deepEqual(done, [does])
    t.deepEqual(sent, [])
  })

for (const [consent, reason, asks] of [
  ['not_recorded', 'consent_not_recorded', ['awaits']],
  ['refused', 'consent_refused', []],
] as const)
  test(`nothing is recorded where the consent is ${consent}, and the host is told why`, (t) => {
    const { replies, done, sent } = frame({ consent })
    replies.obey({ kind: 'recorder', command: 'startRecording' })
    t.deepEqual(done, [...asks])
    t.like(sent, [['svc.plugin.error', { code: 'NOT_READY', command: 'startRecording', reason }]])
  })

test('a start that waits for the consent is told to the doctor until it is answered, taken back or done by hand', (t) => {
  const given: { consent: Remote['consent'] } = { consent: 'not_recorded' }
  const { replies, done, recorder } = frame(given)
  const asked = () => replies.obey({ kind: 'recorder', command: 'startRecording' })
  asked()
  replies.refresh()
  t.deepEqual(done, ['awaits'])
  replies.obey({ kind: 'recorder', command: 'stopRecording' })
  replies.obey({ kind: 'recorder', command: 'resetRecording' })
  t.deepEqual(done.splice(0), ['awaits', 'awaits no more', 'pause', 'reset'])
  asked()
  recorder.phase = 'recording'
  replies.refresh()
  replies.refresh()
  t.deepEqual(done.splice(0), ['awaits', 'awaits no more'])
  recorder.phase = 'paused'
  asked()
  asked()
  given.consent = 'given'
  replies.refresh()
  t.deepEqual(done, ['awaits', 'awaits', 'awaits no more', 'start'])
})

test('where the host may answer for the patient, its start is the consent, saved first', async (t) => {
  const given: { consent: Remote['consent'] } & Partial<Remote> = {
    consent: 'not_recorded',
    hostTakesConsent: true,
    async recordConsentOfHost() {
      done.push('consent')
      given.consent = 'given'
      return true
    },
  }
  const { replies, done, sent } = frame(given)
  replies.obey({ kind: 'recorder', command: 'startRecording' })
  await new Promise((resolve) => setImmediate(resolve))
  t.deepEqual(done, ['consent', 'start'])
  t.deepEqual(sent, [])
})

test('a consent that is not saved starts nothing, and neither does one after a stop', async (t) => {
  let save = (_isSaved: boolean) => {}
  const saved = () =>
    new Promise<boolean>((resolve) => {
      save = resolve
    })
  const { replies, done, sent } = frame({
    consent: 'not_recorded',
    hostTakesConsent: true,
    recordConsentOfHost: saved,
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  replies.obey({ kind: 'recorder', command: 'startRecording' })
  save(false)
  await settled()
  t.like(sent, [['svc.plugin.error', { code: 'NOT_READY', reason: 'consent_not_recorded' }]])
  replies.obey({ kind: 'recorder', command: 'startRecording' })
  replies.obey({ kind: 'recorder', command: 'stopRecording' })
  save(true)
  await settled()
  t.deepEqual(done, ['pause'])
})

test('a consultation that is finished waits for no consent', (t) => {
  const { replies, recorder, done, sent } = frame({ consent: 'not_recorded' })
  recorder.phase = 'finished'
  replies.obey({ kind: 'recorder', command: 'startRecording' })
  t.deepEqual(done, [])
  const message = 'Recording is not possible: it is finished, or open in another window.'
  t.deepEqual(sent, [
    ['svc.plugin.error', { code: 'NOT_READY', message, command: 'startRecording' }],
  ])
})

for (const [style, content] of [
  ['structured', DOCUMENT.content],
  ['markdown', DOCUMENT.markdown],
  ['html', /^<h2>Subjetivo.*Tosse &lt;b&gt;seca&lt;\/b&gt;/s],
] as const)
  test(`a document that was asked for is answered as ${style}`, (t) => {
    const { replies, done, sent } = frame({}, style)
    replies.obey({ kind: 'generate' })
    t.deepEqual(done, ['generate soap'])
    replies.onDocument('d-1')
    const [name, data] = sent[0] ?? []
    t.is(name, 'svc.plugin.generate')
    const { document } = data as { document: { content: unknown } }
    t.like(document, {
      id: 'd-1',
      clinicalType: 'soap',
      output_style: style,
      created_at: DOCUMENT.created_at,
    })
    if (content instanceof RegExp) t.regex(String(document.content), content)
    else t.deepEqual(document.content, content)
    replies.onDocument('d-1')
    t.is(sent.length, 1, 'once per question')
  })

test('the whole transcript is answered as entries and as one text', (t) => {
  const { replies, segments, sent } = frame()
  segments.push(said('s1', 'Tosse', true), said('s2', ' ', true), said('s3', 'Febre', false))
  replies.obey({ kind: 'fullTranscription' })
  t.deepEqual(sent, [
    [
      'svc.plugin.fullTranscription',
      {
        transcriptions: [
          { start_time: '00m 12s', text: 'Tosse' },
          { start_time: '00m 12s', text: 'Febre' },
        ],
        text: 'Tosse\nFebre',
        complete: false,
      },
    ],
  ])
})

for (const outcome of ['busy', 'no_content', 'unknown_template'] as const)
  test(`a document that cannot be written (${outcome}) is answered with an error`, (t) => {
    const { replies, sent } = frame({ generate: () => outcome })
    replies.obey({ kind: 'generate' })
    t.like(sent, [['svc.plugin.generate', { error: { code: outcome.toUpperCase() } }]])
  })
