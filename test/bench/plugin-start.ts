/**
 * From `mount()` to `svc.plugin.ready`, as a host's page meets it: cold, in a page whose browser
 * has nothing of the plugin yet, and warm, mounted again in the same page. Beside each cold mount,
 * in the same run, the load of the bare host page without the plugin.
 */

import { startAppliance } from '../helpers/appliance.ts'
import { openBrowser } from '../helpers/open-browser.ts'
import { startPluginProxy } from '../helpers/plugin-proxy.ts'
import { median, percentile, teardowns } from './figures.ts'

const ROUNDS = 20
const bare =
  '<!doctype html><meta charset="utf-8"><title>EHR</title><main><h1>Prontuário</h1></main>'
const PAGES = {
  '/bare': { type: 'text/html; charset=utf-8', body: bare },
  '/host': {
    type: 'text/html; charset=utf-8',
    body: `${bare}<script type="module" src="/plugin.js"></script>`,
  },
}

/** In the page: mounts, waits for `ready`, unmounts. @returns ms */
const MOUNT = (consultationId: string, token: string) => `(async () => {
  const { instance } = SvcPlugin
  await instance.init({ token: '${token}' })
  const ready = new Promise((resolve) => instance.addMessageListener(({ eventName }) => {
    if (eventName === 'svc.plugin.ready') resolve(performance.now())
  }))
  const begin = performance.now()
  await instance.mount({ doctorId: 'd1', patientId: 'p1', consultationId: '${consultationId}' })
  const took = (await ready) - begin
  await instance.unmount()
  return took
})()`

export async function benchPluginStart({ rounds = ROUNDS } = {}) {
  const ends = teardowns()
  try {
    const appliance = await startAppliance(ends, { SVC_SPEECH_ENGINE: 'off' })
    const { origin } = await startPluginProxy(ends, appliance.url, PAGES)
    const browser = await openBrowser(ends)
    const cold: number[] = []
    const warm: number[] = []
    const page: number[] = []
    // The first round warms the service up, and is left out.
    for (let round = 0; round <= rounds; round++) {
      const tab = await browser.newPage()
      const devtools = await browser.newCDPSession(tab)
      await devtools.send('Network.clearBrowserCache')
      await tab.goto(`${origin}/bare`)
      const bareMs = await tab.evaluate<number>(
        'performance.timing.loadEventEnd - performance.timing.navigationStart',
      )
      await tab.goto(`${origin}/host`)
      await tab.waitForFunction('globalThis.SvcPlugin')
      // Each with a token, and so a budget of requests, of its own.
      const mount = async () =>
        tab.evaluate<number>(MOUNT(`start-${round}`, await appliance.token()))
      const first = await mount()
      const second = await mount()
      await tab.close()
      if (round === 0) continue
      page.push(bareMs)
      cold.push(first)
      warm.push(second)
    }
    return {
      rounds,
      ...figures('cold', cold),
      ...figures('warm', warm),
      ...figures('barePage', page),
      coldRatio: Number((median(cold) / median(page)).toFixed(1)),
    }
  } finally {
    await ends.run()
  }
}

function figures(name: string, values: number[]) {
  return {
    [`${name}P50Ms`]: Math.round(median(values)),
    [`${name}P95Ms`]: Math.round(percentile(values, 0.95)),
  }
}
