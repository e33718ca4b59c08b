<<<<<<< HEAD
/** Defaults and names of spec §4.3 (and SPEC-GAPS 1.15), one by one: what a host leaves out must stay what it was promised. */
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
} as const

const silent = () => {}

test('without options, and with empty ones, the defaults of the contract count', (t) => {
  t.deepEqual(readOptions(undefined, silent), DEFAULTS)
  t.deepEqual(readOptions({}, silent), DEFAULTS)
  t.deepEqual(readOptions({ editorOptions: {} }, silent), DEFAULTS)
})

test('every switch can be set against its default', (t) => {
  for (const name of Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]) {
    const value = DEFAULTS[name]
    if (typeof value !== 'boolean' || name === 'disableDragAndDrop') continue
    t.deepEqual(readOptions({ [name]: !value }, silent), { ...DEFAULTS, [name]: !value })
  }
  const disableDragAndDrop = true
  t.deepEqual(readOptions({ editorOptions: { disableDragAndDrop } }, silent), {
    ...{ ...DEFAULTS, disableDragAndDrop },
  })
})

const reads = test.macro((t, options: object, expected: object) => {
  t.deepEqual(readOptions(options as MountOptions, silent), { ...DEFAULTS, ...expected })
})

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
  'of both words defaultTemplate counts',
  reads,
  { clinicalType: 'soap', defaultTemplate: 'anamnesis' },
  { defaultTemplate: 'anamnesis' },
)

test('what a host changes in its schema afterwards is not what was given', (t) => {
  const structuredOutputSchema = { type: 'object', description: 'Visita', properties: {} }
  const settings = readOptions({ structuredOutputSchema }, silent)
  structuredOutputSchema.type = 'array'
  t.deepEqual(settings.structuredOutputSchema, {
    ...{ type: 'object', description: 'Visita', properties: {} },
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
    for (const wrong of [undefined, null, 7, '', '  '])
      t.throws(() => readIds({ ...ids, [name]: wrong } as never), {
        code: 'INVALID_ARGUMENT',
        message: new RegExp(name),
      })
  t.throws(() => readIds(undefined as never), { code: 'INVALID_ARGUMENT' })
=======
import test from 'ava'
import { type MountOptions, readIds, readOptions } from '../../../plugin/host/mount-options.ts'

const ids = { doctorId: 'd1', patientId: 'p1', consultationId: 'c1' }

function read(options: unknown, more: object = {}) {
  const warned: string[] = []
  const params = { ...ids, ...more, options: options as MountOptions }
  return { settings: readOptions(params, (text) => warned.push(text)), warned }
}

test('the defaults of the contract, without a word', (t) => {
  const expected = {
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
  }
  for (const options of [undefined, null, {}])
    t.deepEqual(read(options), { settings: expected, warned: [] })
})

const refuses = test.macro({
  title: (_, what) => `${what} is refused by name`,
  exec(t, _what: string, options: unknown, named: string) {
    t.throws(() => read(options), { code: 'INVALID_ARGUMENT', message: RegExp(named) })
  },
})
test(refuses, 'a selector for an element', { renderElement: '#here' }, 'renderElement')
test(refuses, 'a list of elements', { renderElement: [{ nodeType: 1 }] }, 'renderElement')
test(refuses, 'a text for a switch', { enableFillEhr: 'false' }, 'enableFillEhr')
test(refuses, 'a number for a type', { consultationType: 1 }, 'consultationType')
test(refuses, 'a switch for the editor', { editorOptions: true }, 'editorOptions')
test(refuses, 'options that are a text', 'dark', 'options')

const warns = test.macro({
  title: (_, what) => `${what} does nothing, and the console says so`,
  exec(t, _what: string, options: unknown, told: RegExp, more: object = {}) {
    const { settings, warned } = read(options, more)
    t.is(warned.length, 1)
    t.regex(warned[0] ?? '', told)
    t.like(settings, { enableFillEhr: false, renderElement: undefined })
  },
})
test(warns, 'a misspelt option', { enableFillEHR: true }, /enableFillEHR.*enableFillEhr is meant/)
test(warns, 'an option nobody knows', { colour: 'red' }, /unknown option colour/)
test(warns, 'an option in the wrong place', {}, /belongs into options/, { enableFillEhr: true })
test(warns, 'an element that was not found', { renderElement: null }, /floating window/)
test(warns, 'a type of its own', { consultationType: 'ONLINE' }, /IN_PERSON is used/)

test('an element that stands in no page is warned about and taken all the same', (t) => {
  const renderElement = { nodeType: 1, isConnected: false } as unknown as HTMLElement
  const { settings, warned } = read({ renderElement })
  t.is(settings.renderElement, renderElement)
  t.regex(warned.join(), /not in the page/)
})

test('an identifier that the server would not take is refused by name', (t) => {
  for (const patientId of ['', ' ', 'x'.repeat(256), 'a\nb', 42 as unknown as string])
    t.throws(() => readIds({ ...ids, patientId }), {
      code: 'INVALID_ARGUMENT',
      message: /patientId/,
    })
  t.is(readIds({ ...ids, patientId: 'x'.repeat(255) }).patientId.length, 255)
>>>>>>> 0d4372b (plugin: tell what a host's page gets wrong, keep the panel in its place, edit the doctors' words)
})
