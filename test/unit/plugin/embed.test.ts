import test from 'ava'
import fc from 'fast-check'
import { builtInTemplates } from '../../../config/templates.ts'
import type { EmbedEnvelope } from '../../../core/contract/embed.ts'
import { answers, readCommand } from '../../../plugin/embed/answers.ts'
import { hostLink } from '../../../plugin/embed/host-link.ts'
import { CLINICAL_TYPES, readParameters } from '../../../plugin/embed/parameters.ts'

const HOST = 'https://ehr.example'

test('the frame knows exactly the 26 models of the catalogue', (t) => {
  t.deepEqual(
    [...CLINICAL_TYPES].sort(),
    builtInTemplates()
      .map(({ id }) => id)
      .sort(),
  )
})

test('an empty address has the defaults, and no identifiers', (t) => {
  t.deepEqual(readParameters(new URLSearchParams()), {
    ids: { doctorId: '', patientId: '', consultationId: '' },
    bearerToken: undefined,
    authToken: undefined,
    clinicalType: 'anamnesis',
    outputStyle: 'structured',
    consultationType: 'IN_PERSON',
    compact: false,
    darkMode: false,
    warnings: [],
  })
})

for (const query of [
  'patientId=p 1&doctorId=d&consultationId=c&bearerToken=B&authToken=A&uiScale=compact&clinicalType=anamnesisCardiology&output_style=markdown&consultationType=telemedicine',
  'patient_id=p 1&doctor_id=d&consultation_id=c&bearer_token=B&auth_token=A&ui_scale=Compact&clinical_type=ANAMNESISCARDIOLOGY&outputStyle=Markdown&consultation_type=TELEMEDICINE',
  'PATIENTID=p 1&DOCTORID=d&CONSULTATIONID=c&BEARERTOKEN=B&AUTHTOKEN=A&UISCALE=COMPACT&CLINICALTYPE=anamnesis_cardiology&OUTPUT_STYLE=MARKDOWN&CONSULTATIONTYPE=Telemedicine',
  'patientId=&patient-id=p 1&doctor-id=d&consultation-id=c&bearer-token=B&auth-token=A&ui-scale=compact&clinicalType=anamnesisCardiology&output-style=markdown&consultation-type=telemedicine',
])
  test(`spelled as in ${query.slice(0, 22)}… it is the same`, (t) => {
    t.deepEqual(readParameters(new URLSearchParams(query)), {
      ids: { doctorId: 'd', patientId: 'p 1', consultationId: 'c' },
      bearerToken: 'B',
      authToken: 'A',
      clinicalType: 'anamnesisCardiology',
      outputStyle: 'markdown',
      consultationType: 'TELEMEDICINE',
      compact: true,
      darkMode: false,
      warnings: [],
    })
  })

for (const type of CLINICAL_TYPES)
  test(`clinicalType ${type} is taken in any casing`, (t) => {
    for (const wanted of [type, type.toUpperCase(), type.toLowerCase()])
      t.like(readParameters(new URLSearchParams({ clinicalType: wanted })), {
        clinicalType: type,
        warnings: [],
      })
  })

test('what is unknown falls back with a warning that does not repeat it', (t) => {
  const { clinicalType, outputStyle, consultationType, compact, warnings } = readParameters(
    new URLSearchParams(
      'clinicalType=<b>Maria</b>&output_style=pdf&consultationType=phone&uiScale=tiny',
    ),
  )
  t.deepEqual(
    { clinicalType, outputStyle, consultationType, compact },
    {
      clinicalType: 'anamnesis',
      outputStyle: 'structured',
      consultationType: 'IN_PERSON',
      compact: false,
    },
  )
  t.deepEqual(
    warnings.map(({ code }) => code),
    [
      'UNKNOWN_CLINICAL_TYPE',
      'UNKNOWN_OUTPUT_STYLE',
      'UNKNOWN_CONSULTATION_TYPE',
      'UNKNOWN_UI_SCALE',
    ],
  )
  t.false(JSON.stringify(warnings).includes('Maria'))
})

test('any address at all is read without a fault', (t) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
      const { clinicalType, outputStyle } = readParameters(new URLSearchParams(pairs))
      return (
        (CLINICAL_TYPES as readonly string[]).includes(clinicalType) &&
        ['structured', 'markdown', 'html'].includes(outputStyle)
      )
    }),
  )
  t.pass()
})

interface Heard {
  source: unknown
  origin: string
  data: unknown
}

/**
 * A window in a frame: what it posts to its parent, and how the parent (or a stranger) speaks to
 * it.
 */
function framed(allowed: string[], candidates: string[]) {
  const posted: { to: string; message: EmbedEnvelope }[] = []
  const listeners: ((event: Heard) => void)[] = []
  const parent = {
    postMessage: (message: EmbedEnvelope, to: string) => void posted.push({ to, message }),
  }
  const window = {
    parent,
    origin: 'https://box.hospital',
    addEventListener: (_: 'message', listener: (event: Heard) => void) =>
      void listeners.push(listener),
  }
  const link = hostLink({ window, allowed, candidates, now: () => 1_700_000_000_000 })
  const speak = (data: unknown, origin = HOST, source: unknown = parent) => {
    for (const listener of listeners) listener({ data, origin, source })
  }
  return { link, posted, speak }
}

const nobodyWasEarly = { heard: [], stop() {} }

test('a host on the list is answered at exactly its origin', (t) => {
  const { link, posted, speak } = framed([HOST], [HOST])
  link.listen(nobodyWasEarly, () =>
    link.send('svc.plugin.warning', { code: 'HEARD', message: 'heard' }),
  )
  speak({})
  t.deepEqual(posted, [
    {
      to: HOST,
      message: {
        eventName: 'svc.plugin.warning',
        eventTimestamp: 1_700_000_000_000,
        eventData: { code: 'HEARD', message: 'heard' },
      },
    },
  ])
})

const strangers: [what: string, allowed: string[], above: string[], from: string][] = [
  ['a page that is not listed', [HOST], ['https://evil.example'], 'https://evil.example'],
  ['a listed page’s subdomain', [HOST], [], 'https://sub.ehr.example'],
  ['a page that begins like a listed one', [HOST], [], `${HOST}.evil.example`],
  ['a page over another scheme', [HOST], [], 'http://ehr.example'],
  ['a page with no origin', [HOST], [], 'null'],
  [
    'another listed page than the one around us',
    [HOST, 'https://b.example'],
    [HOST],
    'https://b.example',
  ],
  ['a page like localhost', ['http://localhost:*'], [], 'http://localhost.evil.example'],
  ['a page with localhost as user', ['http://localhost:*'], [], 'http://localhost:1@evil.example'],
]
for (const [what, allowed, above, from] of strangers)
  test(`${what} gets nothing`, (t) => {
    const { link, posted, speak } = framed(allowed, above)
    let heard = 0
    link.listen(nobodyWasEarly, () => {
      heard++
    })
    link.send('svc.plugin.embed.tokenNeeded', undefined)
    speak({ eventName: 'svc.plugin.generate' }, from)
    t.is(heard, 0)
    t.true(posted.every(({ to }) => to === above[0] && allowed.includes(to)))
  })

test('another frame of a listed page is not the host', (t) => {
  const { link, speak } = framed([HOST], [HOST])
  let heard = 0
  link.listen(nobodyWasEarly, () => {
    heard++
  })
  speak({ eventName: 'svc.plugin.generate' }, HOST, {})
  t.is(heard, 0)
})

test('where the browser does not tell, the announcement goes to each listed page and the rest waits', (t) => {
  const { link, posted, speak } = framed([HOST, 'http://localhost:*', 'https://b.example'], [])
  link.announce('svc.plugin.embed.ready', { version: '1.0.0', tokenNeeded: true })
  t.deepEqual(
    posted.map(({ to }) => to),
    [HOST, 'https://b.example'],
  )
  link.send('svc.plugin.error.auth', { message: 'no' })
  t.is(posted.length, 2)
  link.listen(nobodyWasEarly, () => {})
  speak({}, 'http://localhost:3000')
  t.deepEqual(
    posted.slice(2).map(({ to, message }) => [to, message.eventName]),
    [['http://localhost:3000', 'svc.plugin.error.auth']],
  )
  t.false(posted.some(({ to }) => to === '*'))
})

const KNOWN = ['svc.plugin.recorder', 'svc.plugin.generate', 'svc.plugin.fullTranscription']
const message = fc.oneof(
  fc.anything(),
  fc.record(
    {
      eventName: fc.oneof(
        fc.constantFrom(...KNOWN, 'svc.plugin.embed.token', 'svc.plugin.', 'svc.plugin.fly'),
        fc.string(),
        fc.anything(),
      ),
      eventTimestamp: fc.anything(),
      eventData: fc.oneof(
        fc.anything(),
        fc.record({
          command: fc.oneof(
            fc.constantFrom('startRecording', 'stopRecording', 'resetRecording', 'explode'),
            fc.anything(),
          ),
        }),
        fc.record({ bearerToken: fc.anything() }),
      ),
    },
    { requiredKeys: [] },
  ),
)

test('whatever is thrown at it is obeyed, answered or none of its business', (t) => {
  fc.assert(
    fc.property(message, (data) => {
      const reading = readCommand(data)
      const name = (data as { eventName?: unknown } | null | undefined)?.eventName
      const isOurs =
        typeof data === 'object' && typeof name === 'string' && name.startsWith('svc.plugin.')
      if (!isOurs) return reading === undefined
      if (reading === undefined) return false
      if ('refusal' in reading) {
        const { code, message: text } = reading.refusal
        return ['UNKNOWN_COMMAND', 'INVALID_PAYLOAD'].includes(code) && text !== ''
      }
      return KNOWN.includes(name) || name === 'svc.plugin.embed.token'
    }),
    { numRuns: 3000 },
  )
  t.pass()
})

test('before the consultation is open every command is answered with NOT_READY', (t) => {
  const sent: unknown[] = []
  const { obey } = answers({
    remote: () => undefined,
    clinicalType: 'soap',
    outputStyle: 'html',
    send: (name, data) => void sent.push([name, (data as { code?: string }).code]),
  })
  obey({ kind: 'recorder', command: 'startRecording' })
  obey({ kind: 'generate' })
  obey({ kind: 'fullTranscription' })
  t.deepEqual(sent, Array(3).fill(['svc.plugin.error', 'NOT_READY']))
})
