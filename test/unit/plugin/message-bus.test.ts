import test from 'ava'
import { messageBus } from '../../../plugin/host/message-bus.ts'

test('a listener that throws is reported and stops nobody', (t) => {
  const reported: unknown[] = []
  const heard: string[] = []
  const bus = messageBus((error) => reported.push(error))
  const fault = new Error('host bug')
  bus.add(() => {
    throw fault
  })
  bus.add(({ eventName }) => heard.push(eventName))
  bus.openOutlet({ subscribed: true }).publish('svc.plugin.ready')
  t.deepEqual(heard, ['svc.plugin.ready'])
  t.deepEqual(reported, [fault])
})

test('an event without data carries the name and an undefined eventData', (t) => {
  const heard: unknown[] = []
  const bus = messageBus((error) => t.fail(String(error)))
  bus.add((message) => heard.push(message))
  bus.openOutlet({ subscribed: true }).publish('svc.plugin.opened')
  t.deepEqual(heard, [{ eventName: 'svc.plugin.opened', eventData: undefined }])
})

test('nothing is heard after an outlet was closed, nor through an unsubscribed one', (t) => {
  const bus = messageBus((error) => t.fail(String(error)))
  bus.add(() => t.fail())
  bus.openOutlet({ subscribed: false }).publish('svc.plugin.ready')
  const outlet = bus.openOutlet({ subscribed: true })
  outlet.close()
  outlet.publish('svc.plugin.ready')
  t.pass()
})

test('a removed listener hears no more', (t) => {
  const bus = messageBus((error) => t.fail(String(error)))
  const listener = () => t.fail()
  bus.add(listener)
  bus.remove(listener)
  bus.openOutlet({ subscribed: true }).publish('svc.plugin.ready')
  t.pass()
})
