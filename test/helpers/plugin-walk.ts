/**
 * Random walks through the plugin: a doctor who presses whatever can be pressed, a host that calls
 * whatever can be called, and a network that comes and goes, against the whole service in a real
 * browser. What the host saw is judged by plugin-laws.ts.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { startAppliance } from './appliance.ts'
import { hostPages } from './host-pages.ts'
import { openBrowser } from './open-browser.ts'
import type { LogEntry } from './plugin-laws.ts'
import { startPluginProxy } from './plugin-proxy.ts'

const VOICE = join(import.meta.dirname, '../fixtures/speech/conversa.wav')

/**
 * `at` chooses among what is there at that moment, so that a step means something wherever the walk
 * has come to.
 */
const Step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('press' as const), at: fc.nat(999) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('type' as const), at: fc.nat(999) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('key' as const),
      key: fc.constantFrom('r', 'g', 'Escape', 'Control+s', 'Control+Enter', 'Tab', 'ArrowRight'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('main' as const),
      label: fc.constantFrom(
        'Iniciar gravação',
        'Retomar gravação',
        'Pausar',
        'Gerar documento',
        'Preencher prontuário',
        'Copiar documento',
        'Minimizar',
      ),
    }),
  },
  // The one way that random presses seldom find to its end: a document, and then what can be done
  // with it.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unmount' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('mount' as const), id: fc.nat(2), options: options() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('init' as const),
      token: fc.constantFrom('good', 'bad'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      call: fc.constantFrom(
        `appendContext('Dor de cabeça há três dias. Pressão 130 por 80. Nega febre.')`,
        `addBackgroundHistory('Hipertensão.', true)`,
        `addBackgroundHistory('')`,
        `addEhrContext('Diabetes.')`,
        `uploadFiles([new File(['%PDF-'], 'laudo.pdf')])`,
        `uploadFiles([new File([], 'nada.png'), new File(['x'], 'a.exe')])`,
        'uploadFiles([walk.picture])',
        'uploadFiles([1, 2, 3, 4].map(() => walk.picture))',
        'setScreenMediaStream(walk.sound())',
        'setScreenMediaStream(null)',
        'addMessageListener(walk.thrower)',
        'removeMessageListener(walk.thrower)',
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('network' as const), up: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const) }) },
)
type WalkStep = typeof Step extends fc.Arbitrary<infer One> ? One : never

function options() {
  return fc.record({
    enableFillEhr: fc.boolean(),
    allowCopyDocument: fc.boolean(),
    enableFileUpload: fc.boolean(),
    includeUploadStartedContent: fc.boolean(),
    messageSubscriptions: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    darkMode: fc.boolean(),
    consultationType: fc.constantFrom('IN_PERSON', 'TELEMEDICINE'),
    embedded: fc.boolean(),
    schema: fc.boolean(),
  })
}

interface TearDown {
  teardown(end: () => unknown): void
}

export interface Walk {
  seed: number
  steps: WalkStep[]
  log: LogEntry[]
}

/** The same seed walks the same way, as far as a network and a clock allow. */
export function stepsOf(seed: number, count: number): WalkStep[] {
  return fc.sample(fc.array(Step, { minLength: count, maxLength: count, size: 'max' }), {
    seed,
    numRuns: 1,
  })[0]!
}

/**
 * One service and one browser for as many walks as wanted; each walk has a page, a token and
 * consultations of its own.
 */
export async function openWalks(t: TearDown) {
  const service = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off' })
  const proxy = await startPluginProxy(t, service.url, hostPages())
  const browser = await openBrowser(t, { microphoneWav: VOICE })
  await browser.addInitScript(IN_PAGE)

  async function walk(seed: number, count = 30): Promise<Walk> {
    const page = await browser.newPage()
    // Files are handed over by the host; a chooser of the system would only be in the way.
    page.on('filechooser', () => {})
    const steps = stepsOf(seed, count)
    const log: LogEntry[] = []
    try {
      const access = await service.token()
      await visit(page, access)
      for (const step of [START(seed), ...(seed % 10 === 0 ? TO_THE_END : []), ...steps]) {
        if (step.do === 'reload') {
          log.push(...(await collect(page)), { call: 'reload' })
          await visit(page, access)
        } else if (step.do === 'network') proxy.setUp(step.up)
        else if (step.do === 'key') await page.keyboard.press(step.key)
        else await page.evaluate(`walk.take(${JSON.stringify(step)}, ${seed})`)
        await sleep(8)
      }
      proxy.setUp(true)
      await page.evaluate('walk.leave()')
      log.push(...(await collect(page)))
      return { seed, steps, log }
    } finally {
      proxy.setUp(true)
      await page.close()
    }
  }

  async function visit(page: Page, access: string) {
    proxy.setUp(true)
    await page.goto(`${proxy.origin}/host`)
    await page.waitForFunction('globalThis.host && globalThis.SvcPlugin')
    await page.evaluate(`walk.begin(${JSON.stringify(access)})`)
  }

  return { walk }
}

/**
 * Every walk begins in an open consultation that has something to write about; from there on it
 * goes anywhere.
 */
const START = (seed: number) => ({
  do: 'mount' as const,
  id: 0,
  options: { enableFillEhr: seed % 2 === 0, enableFileUpload: true, schema: seed % 4 === 0 },
})

/** Some walks come to the end of the main job before they lose their way. */
const TO_THE_END = [
  { do: 'write' as const, forSure: true },
  { do: 'main' as const, label: 'Preencher prontuário' },
]

const collect = (page: Page) => page.evaluate('walk.drain()') as Promise<LogEntry[]>

/**
 * Runs in the page. Presses real elements of the shadow root, and keeps one log of calls and
 * events.
 */
const IN_PAGE = `
globalThis.walk = (() => {
  const log = []
  const plugin = () => SvcPlugin.instance
  const settle = (promise) => Promise.resolve(promise).catch(() => {})
  const shadow = () => document.querySelector('[data-svc-plugin]')?.shadowRoot
  const visible = (element) => element.checkVisibility() && !element.disabled
  const SCHEMA = { type: 'object', description: 'x', properties: { queixa: { type: 'string', description: 'Queixa principal' } } }
  let picture
  // Numbers go on after a reload.
  let mounts = Math.round(performance.timeOrigin)
  const mended = ['walk: a listener that throws']
  addEventListener('error', (event) => {
    if (!mended.some((text) => event.message?.includes(text))) log.push({ fault: String(event.message) })
  })
  addEventListener('unhandledrejection', (event) => log.push({ fault: String(event.reason?.stack ?? event.reason) }))
  const copy = (name, data) => {
    if (data === undefined) return undefined
    const { content, ...rest } = data
    return JSON.parse(JSON.stringify({ ...rest, ...('content' in data ? { content: content instanceof File ? 'file' : content } : {}) }))
  }
  const all = (selector) => [...(shadow()?.querySelectorAll(selector) ?? [])].filter(visible)
  const labelOf = (element) => (element.ariaLabel ?? element.textContent).trim()
  return {
    get picture() { return picture },
    thrower: () => { throw new Error('walk: a listener that throws') },
    sound() {
      const context = new AudioContext()
      return context.createMediaStreamDestination().stream
    },
    async begin(access) {
      walk.access = access
      const canvas = new OffscreenCanvas(64, 64)
      canvas.getContext('2d').fillRect(Math.random() * 60, 0, 9, 9)
      picture = new File([await canvas.convertToBlob()], 'exame.png', { type: 'image/png' })
      plugin().addMessageListener(({ eventName, eventData }) => log.push({ event: eventName, data: copy(eventName, eventData) }))
    },
    async take(step, seed) {
      if (step.do === 'press') {
        const stops = all('button, [role=tab], [role=menuitem], label.choice, summary')
        stops[step.at % stops.length]?.click()
      }
      if (step.do === 'main') all('button').find((one) => labelOf(one).includes(step.label))?.click()
      if (step.do === 'write') {
        const heard = () => log.filter(({ event }) => event === 'svc.plugin.ehr.document.created').length
        const before = heard()
        // Where nothing can be written, or it was called off, nobody waits; a walk that must come
        // to the end does.
        const patience = step.forSure ? 200 : 3
        const press = async (label) => {
          for (let i = 0; i < patience; i++) {
            const button = all('button').findLast((one) => label.test(labelOf(one)))
            if (button) return button.click()
            await new Promise((resolve) => setTimeout(resolve, 50))
          }
        }
        const isWritten = () => heard() > before && shadow()?.querySelector('.editor-text')
        const isOnItsWay = () => heard() > before || shadow()?.querySelector('.panel.generation')
        await press(/^Gerar documento$/)
        await press(/^Gerar (?!documento$)/)
        for (let i = 0, idle = 0; i < 60 + patience && idle < patience && !isWritten(); i++) {
          await new Promise((resolve) => setTimeout(resolve, 50))
          idle = isOnItsWay() ? 0 : idle + 1
        }
      }
      if (step.do === 'type') {
        const fields = all('input[type=text], input[type=search], textarea, [contenteditable=true]')
        const field = fields[step.at % fields.length]
        if (!field) return
        field.focus()
        document.execCommand('insertText', false, 'Dor lombar há ' + step.at + ' dias. ')
      }
      if (step.do === 'init')
        settle(plugin().init(step.token === 'good' ? { getToken: async () => walk.access } : { token: 'bad' }))
      if (step.do === 'mount') {
        const { embedded, schema, ...options } = step.options
        if (schema) options.structuredOutputSchema = SCHEMA
        settle(plugin().init({ getToken: async () => walk.access }))
        document.querySelector('#place')?.childElementCount || document.querySelector('#place')?.remove()
        const renderElement = embedded && !document.querySelector('#place') ? host.place() : undefined
        const number = ++mounts
        log.push({ call: 'mount', options, number })
        const mounting = plugin().mount({
          doctorId: 'd1', patientId: 'p1', consultationId: 'walk ' + seed + ' ' + step.id,
          options: { ...options, ...(renderElement ? { renderElement } : {}) },
        })
        const done = mounting.then(
          ({ mounted, reason }) => { if (!mounted) log.push({ call: 'refused', number, code: reason }) },
          ({ code }) => { log.push({ call: 'refused', number, code }) },
        )
        // A walk begins where there is something to do.
        if (!walk.begun) {
          walk.begun = true
          await done
          settle(plugin().appendContext('Hipertensão e diabetes há dez anos. Em uso de losartana 50 mg uma vez ao dia. Alergia a dipirona.'))
        }
      }
      if (step.do === 'unmount') {
        log.push({ call: 'unmount' })
        settle(plugin().unmount())
      }
      if (step.do === 'call') {
        const call = new Function('walk', 'return SvcPlugin.instance.' + step.call)
        try { settle(call(walk)) } catch {}
      }
    },
    async leave() {
      log.push({ call: 'unmount' })
      await plugin().unmount()
      await new Promise((resolve) => setTimeout(resolve, 50))
    },
    drain: () => log.splice(0),
  }
})()
`
