import test, { type ExecutionContext } from 'ava'
import type { PluginEventName, PluginEvents, PluginMessage } from '../../../core/contract/events.ts'
import { IS_CLINICAL, messageBus, type Publish } from '../../../plugin/host/message-bus.ts'
import { readInit } from '../../../plugin/host/read-init.ts'

function openBus(t: ExecutionContext, report: (error: unknown) => void = (e) => t.fail(String(e))) {
  const warned: string[] = []
  const bus = messageBus({ report, warn: (text) => warned.push(text) })
  const { publish } = bus.openOutlet({ subscribed: true })
  return { bus, publish, warned }
}

function ear() {
  const heard: PluginMessage[] = []
  const listen = (message: PluginMessage) => void heard.push(message)
  return { listen, heard, names: () => heard.map(({ eventName }) => eventName) }
}

/** As each event is published, with data or without. */
function publishAll(publish: Publish) {
  for (const name of Object.keys(IS_CLINICAL))
    (publish as (name: string, data: unknown) => void)(name, { of: name })
}

test('a listener that throws is reported and stops nobody', (t) => {
  const reported: unknown[] = []
  const { bus, publish } = openBus(t, (error) => reported.push(error))
  const fault = new Error('host bug')
  bus.add(() => {
    throw fault
  })
  const { listen, names } = ear()
  bus.add(listen)
  publish('svc.plugin.ready')
  t.deepEqual(names(), ['svc.plugin.ready'])
  t.deepEqual(reported, [fault])
})

test('an event without data carries the name and an undefined eventData', (t) => {
  const { bus, publish } = openBus(t)
  const { listen, heard } = ear()
  bus.add(listen)
  publish('svc.plugin.opened')
  t.deepEqual(heard, [{ eventName: 'svc.plugin.opened', eventData: undefined }])
})

test('no event arrives after an outlet was closed, nor through an unsubscribed one', (t) => {
  const { bus } = openBus(t)
  bus.add(() => t.fail())
  bus.openOutlet({ subscribed: false }).publish('svc.plugin.ready')
  const outlet = bus.openOutlet({ subscribed: true })
  outlet.close()
  outlet.publish('svc.plugin.ready')
  t.pass()
})

test('a removed listener gets no more events', (t) => {
  const { bus, publish } = openBus(t)
  const listener = () => t.fail()
  bus.add(listener)
  bus.remove(listener)
  publish('svc.plugin.ready')
  t.pass()
})

test('with a list of events only those pass', (t) => {
  const { bus } = openBus(t)
  const { listen, names } = ear()
  bus.add(listen)
  const wanted: PluginEventName[] = ['svc.plugin.ehr.fill', 'svc.plugin.error.auth']
  publishAll(bus.openOutlet({ subscribed: wanted }).publish)
  t.deepEqual(names().sort(), wanted.sort())
})

test('a listener’s change to an event does not reach the next listener', (t) => {
  const { bus, publish } = openBus(t)
  bus.add(({ eventData }) => {
    Object.assign(eventData as object, { document: 'Dipirona 50 g' })
  })
  const { listen, heard } = ear()
  bus.add(listen)
  const template = { id: 'soap', name: 'SOAP', slug: 'soap' }
  const fill = { document: 'Dipirona 500 mg', template }
  publish('svc.plugin.ehr.fill', fill as PluginEvents['svc.plugin.ehr.fill'])
  t.like(heard[0]?.eventData, { document: 'Dipirona 500 mg', template })
})

test('every listener gets every event, whenever added, until a page names a trusted one', (t) => {
  const { bus, publish, warned } = openBus(t)
  const [early, late] = [ear(), ear()]
  bus.add(early.listen)
  publishAll(publish)
  bus.add(late.listen)
  publishAll(publish)
  const all = Object.keys(IS_CLINICAL)
  t.deepEqual(early.names(), [...all, ...all])
  t.deepEqual(late.names(), all)
  t.deepEqual(warned, [])
})

/** What of the contract (spec §6) is clinical: who was not entrusted hears the rest. */
const WITHHELD: PluginEventName[] = [
  'svc.plugin.ehr.transcriptions',
  'svc.plugin.ehr.fill',
  'svc.plugin.ehr.structured_output',
  'svc.plugin.file.upload.started',
  'svc.plugin.file.upload.success',
  'svc.plugin.file.upload.error',
]

test('once listeners were entrusted, others hear no words of the patient, whenever they came', (t) => {
  const { bus, publish, warned } = openBus(t)
  const [own, early, late] = [ear(), ear(), ear()]
  bus.add(early.listen)
  bus.entrust([own.listen])
  t.is(warned.length, 1)
  bus.add(late.listen)
  t.is(warned.length, 2)
  publishAll(publish)
  const all = Object.keys(IS_CLINICAL) as PluginEventName[]
  t.deepEqual(own.names(), all)
  const rest = all.filter((name) => !WITHHELD.includes(name))
  t.deepEqual(early.names(), rest)
  t.deepEqual(late.names(), rest)
})

test('a trusted listener stays the only one: others cannot replace it or be added', (t) => {
  const { bus, publish, warned } = openBus(t)
  const [own, other] = [ear(), ear()]
  const named = [own.listen]
  bus.entrust(named)
  named.push(other.listen)
  for (const names of [[other.listen], [own.listen, other.listen]])
    t.throws(() => bus.entrust(names), { code: 'INVALID_ARGUMENT', message: /messageListeners/ })
  publish('svc.plugin.ehr.transcriptions', { transcriptions: [] })
  t.deepEqual(other.heard, [])
  bus.remove(own.listen)
  publish('svc.plugin.ready')
  t.deepEqual(own.names(), ['svc.plugin.ehr.transcriptions'])
  bus.entrust([own.listen])
  publish('svc.plugin.ehr.transcriptions', { transcriptions: [] })
  t.is(own.heard.length, 2)
  t.deepEqual(warned, [])
})

for (const given of ['all', [], [null], { 0: () => {} }])
  test(`init refuses ${JSON.stringify(given)} for listeners`, (t) => {
    t.throws(() => readInit({ token: 'a', messageListeners: given as never }), {
      code: 'INVALID_ARGUMENT',
      message: /messageListeners/,
    })
  })

test('init without listeners entrusts nobody', (t) => {
  t.is(readInit({ token: 'a' }).messageListeners, undefined)
  t.is(readInit({ token: 'a', messageListeners: null as never }).messageListeners, undefined)
})
