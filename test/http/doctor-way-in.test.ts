// Own process: starts programs. What doctor tells of the proxy in front.
import test, { type ExecutionContext } from 'ava'
import { publicProbe } from '../../bin/doctor/public-probe.ts'
import { demoFolder } from '../helpers/demo-service.ts'
import { findProxy, ownFile, startProxy } from '../helpers/proxies.ts'

const behindNginx = findProxy('nginx') ? test.serial : test.serial.skip

/** @param change of our own file for nginx */
async function probed(t: ExecutionContext, change: (site: string) => string, path = '') {
  const folder = await demoFolder(t)
  const service = await folder.start()
  const url = await startProxy(t, 'nginx', (at) => change(ownFile('nginx', service.url, at)))
  const config = { ...folder.config, port: Number(new URL(service.url).port) }
  return publicProbe({ ...config, publicUrl: url + path }, new AbortController().signal)
}

behindNginx('a large body and the channel pass with our file', async (t) => {
  t.like(await probed(t, (site) => site), { issue: null, sentMiB: 21 })
})

behindNginx('a proxy with its defaults is named as what refuses large bodies', async (t) => {
  const facts = await probed(t, (site) => site.replace(/client_max_body_size.*/, ''))
  t.like(facts, { issue: 'body', status: 413 })
})

behindNginx('so is one that passes no WebSocket on', async (t) => {
  const facts = await probed(t, (site) => site.replace(/proxy_set_header Upgrade.*/, ''))
  t.is(facts.issue, 'channel')
})

behindNginx('and an address that is not ours', async (t) => {
  const facts = await probed(
    t,
    (site) => site.replace('location / {', 'location /there/ {'),
    '/elsewhere',
  )
  t.is(facts.issue, 'not_us')
})

test('the service itself, whose refusal closes the connection, is reached each time', async (t) => {
  const folder = await demoFolder(t)
  const service = await folder.start()
  const config = { ...folder.config, port: Number(new URL(service.url).port) }
  for (let time = 0; time < 12; time++)
    t.like(
      await publicProbe({ ...config, publicUrl: service.url }, new AbortController().signal),
      { issue: null, sentMiB: 21 },
      `${time}`,
    )
})

test('no connection is tried where the service does not run', async (t) => {
  const { config } = await demoFolder(t, { SVC_PORT: '9' })
  t.like(await publicProbe(config, new AbortController().signal), { issue: 'not_running' })
})
