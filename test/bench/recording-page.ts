/**
 * What recording costs the page it runs in. Tasks above 50 ms are counted in real time, with the
 * browser's own audio thread and a fake sound card. The heap's growth is measured over an hour of
 * sound that is handed over twenty times faster than life behind the worklet's port
 * (test/helpers/fed-microphone.js): what is kept per frame is the same, however fast frames come.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { startAppliance } from '../helpers/appliance.ts'
import { startFaultFront } from '../helpers/fault-front.ts'
import { VOICE } from '../helpers/network-faults.ts'
import { openBrowser } from '../helpers/open-browser.ts'
import { percentile, teardowns } from './figures.ts'

const RATE_HZ = 16_000
const SPEED = 20
/** Until code is compiled, buffers are grown and caches are full. */
const WARM_MINUTES = 2

export interface RecordingPageFigures {
  /** Real time. */
  realMinutes: number
  longTasks: number
  longestTaskMs: number
  /** Of the page's main thread, per cent of the time. */
  busyShare: number
  /** What sealing one frame takes of the main thread, p50 and p99, in ms. */
  sealP50Ms: number
  sealP99Ms: number
  /** At the given speed, of sound. */
  fedMinutes: number
  speed: number
  heapStartMiB: number
  heapEndMiB: number
  heapGrowthMiBPerHour: number
}

export async function benchRecordingPage({
  realMinutes = 10,
  fedMinutes = 60,
} = {}): Promise<RecordingPageFigures> {
  const real = await inPage(false, (page) => measureTasks(page, realMinutes))
  const fed = await inPage(true, (page) => measureHeap(page, fedMinutes))
  return { realMinutes, ...real, fedMinutes, speed: SPEED, ...fed }
}

async function inPage<T>(isFed: boolean, measure: (page: Page) => Promise<T>): Promise<T> {
  const ends = teardowns()
  try {
    const appliance = await startAppliance(ends, { SVC_SPEECH_ENGINE: 'off' })
    const front = await startFaultFront({
      url: appliance.url,
      token: appliance.token,
      wavPath: VOICE,
    })
    ends.teardown(front.close)
    const browser = await openBrowser(ends, { microphoneWav: VOICE })
    if (isFed) {
      await browser.addInitScript(`globalThis.FEED_SPEED = ${SPEED}`)
      await browser.addInitScript({
        path: join(import.meta.dirname, '../helpers/fed-microphone.js'),
      })
    }
    const page = await browser.newPage()
    await page.goto(`${front.origin}/test/`)
    await page.waitForFunction('globalThis.SvcPlugin && globalThis.open')
    await page.evaluate('open()')
    await page.getByRole('button', { name: 'Iniciar gravação' }).click()
    return await measure(page)
  } finally {
    await ends.run()
  }
}

async function measureTasks(page: Page, minutes: number) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const busy = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  // Opening the panel and the microphone is not recording.
  await sleep(3000)
  await page.evaluate(`(() => {
    globalThis.tasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
    globalThis.seals = []
    const { encrypt } = SubtleCrypto.prototype
    SubtleCrypto.prototype.encrypt = function (...args) {
      const began = performance.now()
      const sealing = encrypt.apply(this, args)
      seals.push(performance.now() - began)
      return sealing
    }
  })()`)
  const before = await busy()
  await sleep(minutes * 60_000)
  const spent = (await busy()) - before
  const tasks = (await page.evaluate('tasks')) as number[]
  const seals = (await page.evaluate('seals')) as number[]
  return {
    longTasks: tasks.length,
    longestTaskMs: Math.round(Math.max(0, ...tasks)),
    busyShare: round(spent / (minutes * 60)),
    sealP50Ms: round(percentile(seals, 0.5)),
    sealP99Ms: round(percentile(seals, 0.99)),
  }
}

async function measureHeap(page: Page, minutes: number) {
  const devtools = await page.context().newCDPSession(page)
  const heapMiB = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    return usedSize / 2 ** 20
  }
  const heard = (at: number) =>
    page.waitForFunction(`feed.position >= ${at * 60 * RATE_HZ}`, null, { timeout: 0 })
  await heard(WARM_MINUTES)
  const start = await heapMiB()
  await heard(WARM_MINUTES + minutes)
  const end = await heapMiB()
  return {
    heapStartMiB: round(start),
    heapEndMiB: round(end),
    heapGrowthMiBPerHour: round(((end - start) * 60) / minutes),
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000
