/** Pages whose libraries changed what the browser gave them: nothing is lost, or it is refused. */
import { existsSync, readFileSync } from 'node:fs'
import test, { type ExecutionContext } from 'ava'
import { becomes, browserTest, until } from '../../helpers/browser.ts'
import { openHostPage, VOICE } from '../../helpers/plugin-page.ts'

/** What Prototype.js up to 1.6.1 does, as far as it reaches a stranger's code. */
const PROTOTYPE = `(() => {
  const give = (text) => function () { return text(this.valueOf ? this.valueOf() : this) }
  Array.prototype.toJSON = function () { return '[' + this.map((one) => JSON.stringify(one)).join(', ') + ']' }
  String.prototype.toJSON = give((text) => '"' + text + '"')
  Number.prototype.toJSON = give((number) => String(number))
  Boolean.prototype.toJSON = give((truth) => String(truth))
  Date.prototype.toJSON = function () { return '"' + this.getUTCFullYear() + '"' }
  Array.from = (iterable) => {
    if (!iterable) return []
    if (iterable.toArray) return iterable.toArray()
    let length = iterable.length || 0
    const results = new Array(length)
    while (length--) results[length] = iterable[length]
    return results
  }
  Array.prototype.toArray = Array.prototype.entries = function () { return this.slice() }
  Array.prototype.reduce = function () { return this.length > 1 ? this : this[0] }
  Array.prototype.find = function (test) { for (const one of this) if (test(one)) return one }
  String.prototype.startsWith = function (text) { return this.indexOf(text) === 0 }
  HTMLElement.prototype.remove = function () { this.parentNode.removeChild(this); return this }
  globalThis.Element = function () {}
})()`

/** Each breaks what old polyfills and mocks break; \`late\` after plugin.js was loaded. */
const CHANGES: Record<string, { script: string; late?: true }> = {
  'Prototype.js 1.6': { script: PROTOTYPE },
  'a toJSON of every object': {
    script: `Object.defineProperty(Object.prototype, 'toJSON', { value() { return 'object' } })`,
  },
  'JSON of its own': {
    script: `JSON.stringify = (value) => "'" + value + "'"; JSON.parse = () => ({})`,
  },
  'JSON of its own, later': {
    script: `globalThis.JSON = { stringify: () => '{}', parse: () => ({}) }`,
    late: true,
  },
  'MooTools’ Array.from': { script: `Array.from = (one) => (one == null ? [] : [one])` },
  'a stopped Date': {
    script: `globalThis.Date = Object.assign(function () { return {} }, { now: () => 0, parse: () => 0 })`,
  },
  'a Promise that never calls back': {
    script: `globalThis.Promise = class { then() { return this } catch() { return this } finally() { return this } static all() { return new this() } static allSettled() { return new this() } static race() { return new this() } static resolve() { return new this() } }`,
    late: true,
  },
  'object functions of a bad polyfill': {
    script: `Object.keys = Object.entries = Object.values = () => []; Object.assign = (one) => one; Object.fromEntries = () => ({})`,
    late: true,
  },
  'a fetch that answers nothing': { script: `globalThis.fetch = () => undefined`, late: true },
}

Object.assign(CHANGES, {
  'Map and Set of a polyfill': {
    script: `globalThis.Map = globalThis.Set = globalThis.WeakMap = class { get() {} set() { return this } has() { return false } forEach() {} }`,
    late: true,
  },
  'MooTools’ names': {
    script: `globalThis.Request = globalThis.Event = globalThis.Document = function () {}; globalThis.URL = function () { return {} }`,
  },
  'a TextEncoder of a polyfill': {
    script: `globalThis.TextEncoder = class { encode(text) { return [...text].map((one) => one.charCodeAt(0)) } }`,
  },
  'timers that answer with objects': {
    script: `for (const kind of ['Timeout', 'Interval']) { const [set, clear] = [globalThis['set' + kind], globalThis['clear' + kind]]; globalThis['set' + kind] = (...all) => ({ id: set(...all) }); globalThis['clear' + kind] = (timer) => clear(timer?.id) }`,
  },
} satisfies typeof CHANGES)

/** The library itself: Debian's `libjs-prototype`, or any version by its path. */
const LIBRARY = process.env.PROTOTYPE_JS ?? '/usr/share/javascript/prototype/prototype.js'
if (existsSync(LIBRARY)) CHANGES['Prototype.js itself'] = { script: readFileSync(LIBRARY, 'utf8') }
else test.skip(`no ${LIBRARY}: set PROTOTYPE_JS, or apt-get install libjs-prototype`, () => {})

async function visit(t: ExecutionContext, { script, late }: (typeof CHANGES)[string]) {
  // A library is in the page, and in no frame of it.
  const initScript = late ? '' : `if (globalThis === globalThis.top) { ${script} }`
  const host = await openHostPage(t, { microphoneWav: VOICE, initScript })
  await host.run(`host.listen(), host.plain = SvcPlugin.instance.init({ token: 'good' })`)
  if (late) await host.run(`{ ${script} }`)
  return host
}

for (const [name, change] of Object.entries(CHANGES))
  browserTest(`a visit is recorded and ended on a page with ${name}`, async (t) => {
    const host = await visit(t, change)
    await host.run(`void SvcPlugin.instance.mount(host.ids)`)
    await host.page.getByRole('radio', { name: 'Paciente informado e de acordo' }).click()
    await until(() => host.server.ehr()?.consent.status === 'given', 'consent is stored')
    await host.page.getByRole('button', { name: 'Iniciar gravação' }).click()
    await host.page.getByRole('button', { name: 'Pausar gravação' }).waitFor()
    const held = () => [...host.server.recordings.values()][0]?.nextOffset ?? 0
    await until(() => held() >= 16_000, 'a second is held')
    await host.page.getByRole('button', { name: 'Finalizar' }).click()
    await host.page.getByText(/Gravação (completa|com falhas)/).waitFor()
    await until(() => host.server.statements.length === 1, 'the statement was sent')
    t.true(host.server.statements[0]!.complete)
    t.true(host.server.statements[0]!.channels[0]!.held_samples >= 16_000)
  })

browserTest(
  'a page that breaks what cannot be brought along is refused, with the name',
  async (t) => {
    const host = await openHostPage(t)
    await host.run(`{ Array.prototype.splice = function () { return this } }`)
    t.like(await host.open(), { code: 'PAGE_CHANGES_BUILTINS' })
    await host.page.getByText('Esta página altera funções básicas do navegador').waitFor()
    await host.page.getByText('Array.prototype.splice').waitFor()
    t.is(await host.page.getByRole('button', { name: 'Iniciar gravação' }).count(), 0)
  },
)

const REFUSED: Record<string, string> = {
  'Array.prototype.join': `Array.prototype.join = () => ''`,
  'String.prototype.trim': `String.prototype.trim = () => ''`,
  'Math.max': `Math.max = () => 0`,
  'Promise.prototype.finally': `Promise.prototype.finally = undefined`,
}
for (const [name, script] of Object.entries(REFUSED))
  browserTest(`a broken ${name} is refused by its name`, async (t) => {
    const host = await visit(t, { script, late: true })
    // Told by the title: what drives the browser needs these built-ins in the page, too.
    await host.run(
      `{ SvcPlugin.instance.mount(host.ids).catch((error) => { document.title = error.code + ' ' + error.message }) }`,
    )
    const told = `PAGE_CHANGES_BUILTINS Esta página altera ${name}.`
    await becomes(t, () => host.page.title(), told)
  })

browserTest('what the server does not understand at the end is said as that', async (t) => {
  const host = await openHostPage(t, { microphoneWav: VOICE })
  await host.open()
  await host.page.getByRole('button', { name: 'Iniciar gravação' }).click()
  await host.heard('svc.plugin.recorder.started')
  await host.recorded(1)
  host.server.refuseEnds(true)
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText('não entendeu o que esta página enviou (código 4400)').waitFor()
  await host.page.getByText('Não foi possível finalizar').waitFor()
  t.is(await host.page.getByText('Sem conexão').count(), 0)
  t.is(await host.page.getByText('não aceita mais este atendimento').count(), 0)
  host.server.refuseEnds(false)
  await host.page.getByRole('button', { name: 'Reconectar' }).click()
  await host.page.getByText(/Gravação (completa|com falhas)/).waitFor()
})
