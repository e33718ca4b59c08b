import test from 'ava'
import { checkParams } from '../../../plugin/host/check-options.ts'
import { type MountOptions, readIds, readOptions } from '../../../plugin/host/mount-options.ts'

const ids = { doctorId: 'd1', patientId: 'p1', consultationId: 'c1' }

function read(options: unknown, more: object = {}) {
  const warned: string[] = []
  const warn = (text: string) => void warned.push(text)
  checkParams({ ...ids, ...more, options }, warn)
  return { settings: readOptions(options as MountOptions, warn), warned }
}

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
test(refuses, 'a name for subscriptions', { messageSubscriptions: 'all' }, 'messageSubscriptions')
test(refuses, 'an end that nobody knows', { whenRemoved: 'stop' }, 'whenRemoved')
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
test(warns, 'an event nobody knows', { messageSubscriptions: ['svc.fill'] }, /no event: svc.fill/)
test(warns, 'a type of its own', { consultationType: 'ONLINE' }, /IN_PERSON is used/)

test('an element outside the page gets a warning and is used all the same', (t) => {
  const renderElement = { nodeType: 1, isConnected: false } as unknown as HTMLElement
  const { settings, warned } = read({ renderElement })
  t.is(settings.renderElement, renderElement)
  t.regex(warned.join(), /not in the page/)
})

test('a fill button whose event is not among the wanted ones is warned about', (t) => {
  const wanted = ['svc.plugin.ready', 'svc.plugin.ehr.fill']
  t.deepEqual(read({ enableFillEhr: true, messageSubscriptions: wanted }).warned, [])
  const { settings, warned } = read({ enableFillEhr: true, messageSubscriptions: [] })
  t.deepEqual(settings.messageSubscriptions, [])
  t.regex(warned.join(), /fills nothing/)
})

test('an identifier that the server would not take is refused by name', (t) => {
  for (const patientId of ['', ' ', 'x'.repeat(256), 'a\nb', 4.2])
    t.throws(() => readIds({ ...ids, patientId }), {
      code: 'INVALID_ARGUMENT',
      message: /patientId/,
    })
  t.is(readIds({ ...ids, patientId: 'x'.repeat(255) }).patientId.length, 255)
})
