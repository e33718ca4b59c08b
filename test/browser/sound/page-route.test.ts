/**
 * A router takes the view of a visit away and says nothing: the words of the next patient never go
 * into the visit before. The microphone of these tests says who is speaking.
 */
import type { ExecutionContext } from 'ava'
import fc from 'fast-check'
import { becomes, browserTest, until } from '../../helpers/browser.ts'
import { type HostPage, openHostPage } from '../../helpers/plugin-page.ts'
import { secondsOf, VOICE_LEVEL } from '../../helpers/voice-level.ts'

/** No word is shorter. */
const A_WORD_S = 0.05
const LEVEL: Record<string, number> = { a: 0.2, b: 0.4, c: 0.6 }

/** In the page: a router like React's, which replaces its view without `unmount`. */
const ROUTER = `globalThis.addEventListener('DOMContentLoaded', () => {
  globalThis.outcomes = []
  globalThis.show = (patient) => {
    document.querySelector('main').innerHTML =
      '<h1>' + patient + '</h1><div class="assistant" style="width: 420px; height: 700px"></div>'
  }
  globalThis.mountVisit = (patient, options = {}) =>
    SvcPlugin.instance.mount({
      doctorId: 'd1',
      patientId: 'p-' + patient,
      consultationId: 'visit-' + patient,
      options: { renderElement: document.querySelector('.assistant') ?? undefined, ...options },
    })
  globalThis.isLive = () => inputs.some(({ readyState }) => readyState === 'live')
})`

async function openRouter(t: ExecutionContext): Promise<HostPage> {
  const host = await openHostPage(t, {
    initScript: `${VOICE_LEVEL};${ROUTER}`,
    flags: ['--autoplay-policy=no-user-gesture-required'],
  })
  await host.run(`host.listen(), SvcPlugin.instance.init({ token: 'good' })`)
  return host
}

async function record(host: HostPage, patient: string, seconds = 1) {
  await host.run(`speak(${LEVEL[patient]})`)
  await host.page.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).click()
  await host.page.getByRole('button', { name: 'Pausar gravação' }).waitFor()
  await host.recorded((await host.clock()) + seconds)
}

const heardIn = (host: HostPage, patient: string) =>
  host.server.recordingsOf(`visit-${patient}`).map((id) => host.server.samplesOf(id))

const secondsIn = (host: HostPage, patient: string) =>
  heardIn(host, patient).reduce((sum, { length }) => sum + length, 0) / 16_000

/** No word of anybody else in any visit. */
function isEverybodysOwn(t: ExecutionContext, host: HostPage, patients: string[]) {
  for (const patient of patients)
    for (const samples of heardIn(host, patient))
      for (const other of patients.filter((one) => one !== patient))
        t.true(secondsOf(samples, LEVEL[other]!) < A_WORD_S, `${other} in the visit of ${patient}`)
}

browserTest('the next patient is mounted: the visit before ends first', async (t) => {
  const host = await openRouter(t)
  await host.run(`show('a'), mountVisit('a')`)
  await record(host, 'a')
  const second = await host.run(`(async () => {
    history.pushState({}, '', '?patient=b')
    show('b')
    speak(0)
    await new Promise((resolve) => setTimeout(resolve, 400))
    speak(${LEVEL.b})
    const outcome = await mountVisit('b')
    return { outcome, live: isLive() }
  })()`)
  t.deepEqual(second, { outcome: { mounted: true }, live: false })
  const names = (await host.eventNames()).filter((name) => /paused|closed|opened/.test(name))
  t.deepEqual(names, [
    'svc.plugin.opened',
    'svc.plugin.recorder.paused',
    'svc.plugin.closed',
    'svc.plugin.opened',
  ])
  await record(host, 'b')
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText(/Gravação (completa|com falhas)/).waitFor()
  isEverybodysOwn(t, host, ['a', 'b'])
  t.true(heardIn(host, 'b').some((samples) => secondsOf(samples, LEVEL.b!) > 0.5))
  t.true(heardIn(host, 'a').some((samples) => secondsOf(samples, LEVEL.a!) > 0.5))
})

browserTest(
  'nobody is mounted next: it pauses as of then, lets go, says so, and stays its own',
  async (t) => {
    const host = await openRouter(t)
    const warnings: string[] = []
    host.page.on('console', (message) => warnings.push(message.text()))
    await host.run(`show('a'), mountVisit('a')`)
    await record(host, 'a')
    await host.run(`document.querySelector('main').replaceChildren()`)
    await host.page.waitForTimeout(400)
    await host.run(`speak(${LEVEL.b})`)
    await host.heard('svc.plugin.recorder.paused')
    await becomes(t, () => host.run<boolean>('isLive()'), false)
    t.true(warnings.some((text) => /off the page.*paused/.test(text)))
    isEverybodysOwn(t, host, ['a', 'b'])

    // The router comes back to it: the same visit, and what happened.
    await host.run(`show('a')`)
    t.deepEqual(await host.run(`mountVisit('a')`), { mounted: false, reason: 'ALREADY_MOUNTED' })
    await host.page.getByText('A página retirou o assistente da tela').waitFor()
    await record(host, 'a')
    await host.page
      .getByText('A página retirou o assistente da tela')
      .waitFor({ state: 'detached' })
    isEverybodysOwn(t, host, ['a', 'b'])
  },
)

browserTest('removed and put back at once: it goes on, and nothing is missing', async (t) => {
  const host = await openRouter(t)
  await host.run(`show('a'), mountVisit('a')`)
  await record(host, 'a')
  await host.run(`(async () => {
    const view = document.querySelector('.assistant')
    for (const ms of [0, 50, 1200]) {
      view.remove()
      await new Promise((resolve) => setTimeout(resolve, ms))
      document.querySelector('main').append(view)
      await new Promise((resolve) => setTimeout(resolve, 700))
    }
  })()`)
  t.false((await host.eventNames()).includes('svc.plugin.recorder.paused'))
  t.true(await host.run<boolean>('isLive()'))
  await host.page.getByRole('button', { name: 'Finalizar' }).click()
  await host.page.getByText(/Gravação (completa|com falhas)/).waitFor()
  await until(() => host.server.statements.length === 1, 'the statement was sent')
  t.true(host.server.statements[0]!.complete)
  t.true(secondsIn(host, 'a') > 4)
  const [samples] = heardIn(host, 'a')
  t.true(secondsOf(samples!, LEVEL.a!) > 0.9 * secondsIn(host, 'a'))
})

browserTest('keep: it goes on in a window of its own, until another patient comes', async (t) => {
  const host = await openRouter(t)
  await host.run(`show('a'), mountVisit('a', { whenRemoved: 'keep' })`)
  await record(host, 'a')
  await host.run(`document.querySelector('main').replaceChildren()`)
  await host.page.getByRole('button', { name: 'Fechar assistente' }).waitFor()
  await host.page.getByRole('button', { name: 'Pausar gravação' }).waitFor()
  t.false((await host.eventNames()).includes('svc.plugin.recorder.paused'))
  const before = await host.clock()
  await host.recorded(before + 1)
  // Back in the view of its own visit.
  await host.run(`show('a')`)
  t.deepEqual(await host.run(`mountVisit('a')`), { mounted: false, reason: 'ALREADY_MOUNTED' })
  await host.page.getByRole('button', { name: 'Fechar assistente' }).waitFor({ state: 'detached' })
  await host.run(`document.querySelector('main').replaceChildren()`)
  await host.page.getByRole('button', { name: 'Fechar assistente' }).waitFor()
  await host.run(`speak(0)`)
  await host.page.waitForTimeout(400)
  await host.run(`show('b'), speak(${LEVEL.b})`)
  t.deepEqual(await host.run(`mountVisit('b')`), { mounted: true })
  await record(host, 'b')
  isEverybodysOwn(t, host, ['a', 'b'])
})

browserTest('a window that is to be seen stays, and pauses for another patient', async (t) => {
  const host = await openRouter(t)
  await host.run(`mountVisit('a')`)
  await record(host, 'a')
  t.deepEqual(await host.run(`mountVisit('b')`), { mounted: false, reason: 'ALREADY_MOUNTED' })
  await host.page.getByText('O prontuário pediu outro atendimento').waitFor()
  await host.heard('svc.plugin.recorder.paused')
  await becomes(t, () => host.run<boolean>('isLive()'), false)
})

/** As routers that keep their views alive put one away, and show it again. */
const PUT_AWAY: Record<string, [hide: string, show: string]> = {
  'display: none': [`style.display = 'none'`, `style.display = ''`],
  'opacity: 0': [`style.opacity = '0'`, `style.opacity = ''`],
  'a place beyond the page': [`style.cssText = 'position: fixed; left: -9999px'`, `style = ''`],
}
for (const [how, [hide, show]] of Object.entries(PUT_AWAY)) {
  browserTest(`hidden by ${how} at another address: it is as taken away`, async (t) => {
    const host = await openRouter(t)
    await host.run(`show('a'), mountVisit('a')`)
    await record(host, 'a')
    await host.run(
      `history.pushState({}, '', '?patient=b'), void (document.querySelector('main').${hide})`,
    )
    await host.page.waitForTimeout(400)
    await host.run(`speak(${LEVEL.b})`)
    await host.heard('svc.plugin.recorder.paused')
    await becomes(t, () => host.run<boolean>('isLive()'), false)
    await host.run(`void (document.querySelector('main').${show})`)
    await host.page.getByText('A página retirou o assistente da tela').waitFor()
    isEverybodysOwn(t, host, ['a', 'b'])
  })

  browserTest(`hidden by ${how} at its address: it is seen elsewhere, and goes back`, async (t) => {
    const host = await openRouter(t)
    await host.run(`show('a'), mountVisit('a')`)
    await record(host, 'a')
    await host.run(`void (document.querySelector('main').${hide})`)
    await host.page.getByRole('button', { name: 'Fechar assistente' }).waitFor()
    await host.recorded((await host.clock()) + 1)
    await host.run(`void (document.querySelector('main').${show})`)
    await host.page
      .getByRole('button', { name: 'Fechar assistente' })
      .waitFor({ state: 'detached' })
    t.false((await host.eventNames()).includes('svc.plugin.recorder.paused'))
    await host.run(`void (document.querySelector('main').${hide})`)
    await host.page.getByRole('button', { name: 'Fechar assistente' }).waitFor()
    // The address goes on to the next patient: now it waits.
    await host.run(`history.pushState({}, '', '?patient=b')`)
    await host.heard('svc.plugin.recorder.paused')
    await becomes(t, () => host.run<boolean>('isLive()'), false)
  })
}

/** One step of a router and its doctor, and how long the next one takes. */
const STEP = fc.record({
  do: fc.constantFrom('next', 'remove', 'putBack', 'body', 'record'),
  ms: fc.constantFrom(0, 60, 600, 3600),
})

browserTest('whatever a router does, nobody is heard in the visit of another', async (t) => {
  for (const seed of [7, 11]) {
    const steps = fc.sample(fc.array(STEP, { minLength: 6, maxLength: 9 }), {
      seed,
      numRuns: 1,
    })[0]!
    const host = await openRouter(t)
    const patients = Object.keys(LEVEL)
    let at = 0
    await host.run(`globalThis.kept = null, show('a'), mountVisit('a')`)
    await record(host, 'a', 0.5)
    for (const step of steps) {
      const patient = patients[at]!
      if (step.do === 'next') {
        at = Math.min(at + 1, patients.length - 1)
        const next = patients[at]!
        await host.run(`(async () => {
          show('${next}')
          speak(0)
          await new Promise((resolve) => setTimeout(resolve, 400))
          speak(${LEVEL[next]})
          await host.outcome(mountVisit('${next}'))
        })()`)
      } else if (step.do === 'remove')
        await host.run(`(globalThis.kept ??= document.querySelector('.assistant'), kept?.remove())`)
      else if (step.do === 'putBack')
        await host.run(`(kept && document.querySelector('main').append(kept), kept = null)`)
      else if (step.do === 'body')
        await host.run(`document.body.replaceChildren(...document.body.childNodes)`)
      else {
        const button = host.page.getByRole('button', { name: /(Iniciar|Retomar) gravação/ })
        if (await button.isVisible()) {
          await host.run(`speak(${LEVEL[patient]})`)
          await button.click()
        }
      }
      await host.page.waitForTimeout(step.ms)
    }
    await host.run(`SvcPlugin.instance.unmount()`)
    isEverybodysOwn(t, host, patients)
    t.true(secondsIn(host, 'a') > 0.4)
    await host.page.context().close()
  }
})
