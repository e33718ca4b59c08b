/**
 * Defaults and names of spec §4.3 (and SPEC-GAPS 1.15), one by one: what a host leaves out must
 * stay what it was promised.
 */
import test from 'ava'
import { type MountOptions, readIds, readOptions } from '../../../plugin/host/mount-options.ts'

const DEFAULTS = {
  renderElement: undefined,
  darkMode: false,
  consultationType: 'IN_PERSON',
  allowChangeConsultationType: true,
  allowCopyDocument: true,
  enableFillEhr: false,
  allowScreenSharing: true,
  enableTelemetry: true,
  structuredOutputSchema: undefined,
  disableDragAndDrop: false,
  enableFileUpload: false,
  messageSubscriptions: true,
  includeUploadStartedContent: false,
  defaultTemplate: undefined,
  allowCreateModels: true,
  whenRemoved: 'pause',
  printable: false,
} as const

const silent = () => {}

test('without options, and with empty ones, the defaults of the contract count', (t) => {
  t.deepEqual(readOptions(undefined, silent), DEFAULTS)
  t.deepEqual(readOptions({}, silent), DEFAULTS)
  t.deepEqual(readOptions({ editorOptions: {} }, silent), DEFAULTS)
})

test('identifiers that are numbers are read as their digits, and only whole ones', (t) => {
  const ids = { doctorId: 7, patientId: 0, consultationId: 9_007_199_254_740_991 }
  t.deepEqual(readIds(ids), {
    doctorId: '7',
    patientId: '0',
    consultationId: '9007199254740991',
  })
  for (const patientId of [1.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])
    t.throws(() => readIds({ ...ids, patientId }), { code: 'INVALID_ARGUMENT' })
})

test('every switch can be set against its default', (t) => {
  for (const name of Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]) {
    const value = DEFAULTS[name]
    if (typeof value !== 'boolean' || name === 'disableDragAndDrop') continue
    t.deepEqual(readOptions({ [name]: !value }, silent), { ...DEFAULTS, [name]: !value })
  }
  const disableDragAndDrop = true
  t.deepEqual(readOptions({ editorOptions: { disableDragAndDrop } }, silent), {
    ...DEFAULTS,
    disableDragAndDrop,
  })
})

const reads = test.macro((t, options: object, expected: object) => {
  t.deepEqual(readOptions(options as MountOptions, silent), { ...DEFAULTS, ...expected })
})

test('going on without its element', reads, { whenRemoved: 'keep' }, { whenRemoved: 'keep' })
test(
  'telemedicine',
  reads,
  { consultationType: 'TELEMEDICINE' },
  { consultationType: 'TELEMEDICINE' },
)
test(
  'telemedicine as the legacy frame spells it',
  reads,
  { consultationType: 'telemedicine' },
  { consultationType: 'TELEMEDICINE' },
)
test(
  'a type that nobody knows is in person',
  reads,
  { consultationType: 'PHONE' },
  { consultationType: 'IN_PERSON' },
)
test(
  'clinicalType is another word for defaultTemplate',
  reads,
  { clinicalType: 'soap' },
  { defaultTemplate: 'soap' },
)
test(
  'of the two spellings defaultTemplate counts',
  reads,
  { clinicalType: 'soap', defaultTemplate: 'anamnesis' },
  { defaultTemplate: 'anamnesis' },
)

test('later changes to a schema by the host have no effect', (t) => {
  const structuredOutputSchema = { type: 'object', description: 'Visita', properties: {} }
  const settings = readOptions({ structuredOutputSchema }, silent)
  structuredOutputSchema.type = 'array'
  t.deepEqual(settings.structuredOutputSchema, {
    type: 'object',
    description: 'Visita',
    properties: {},
  })
})

test('only raw files for every listener are warned of', (t) => {
  const warnings: string[] = []
  readOptions({ enableFillEhr: true }, (text) => warnings.push(text))
  t.deepEqual(warnings, [])
  readOptions({ includeUploadStartedContent: true }, (text) => warnings.push(text))
  t.is(warnings.length, 1)
})

test('each of the three identifiers has to be a text that says something', (t) => {
  const ids = { doctorId: 'd', patientId: 'p', consultationId: 'c' }
  t.deepEqual(readIds(ids), ids)
  for (const name of ['doctorId', 'patientId', 'consultationId'])
    for (const wrong of [undefined, null, true, 1.5, '', '  '])
      t.throws(() => readIds({ ...ids, [name]: wrong } as never), {
        code: 'INVALID_ARGUMENT',
        message: new RegExp(name),
      })
  t.throws(() => readIds(undefined as never), { code: 'INVALID_ARGUMENT' })
})
