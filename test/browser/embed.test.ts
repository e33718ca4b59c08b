/**
 * The legacy iframe in a real page of another origin, over the whole service: parameters (spec
 * §4.4) and messages (spec §6).
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ExecutionContext } from 'ava'
import fc from 'fast-check'
import { readCommand } from '../../plugin/embed/answers.ts'
import { becomes, browserTest } from '../helpers/browser.ts'
import { connectToSimulator } from '../helpers/connected-appliance.ts'
import { HEARD, openEmbedHost } from '../helpers/embed-host.ts'
import { VOICE } from '../helpers/plugin-page.ts'
import { saysOutcome } from '../helpers/visit-choice.ts'

const CONSENT = 'Paciente informado e de acordo'

type Host = Awaited<ReturnType<typeof openEmbedHost>>
type Report = { status: string; timer: string }

/** A frame with its consultation open, as old hosts opened it: the token in the address. */
async function openReady(host: Host, more: Record<string, string> = {}, style = '') {
  const ids = host.ids()
  await host.open({ ...ids, bearerToken: await host.bearerOf(ids), ...more }, style)
  await host.hears('svc.plugin.recorder')
  return ids
}

browserTest('a visit through messages alone: each of them, in both directions', async (t) => {
  const host = await openEmbedHost(t, { microphoneWav: VOICE })
  const ids = host.ids()
  const { consultationId } = ids
  await host.open({ ...ids, clinicalType: 'soap', output_style: 'markdown' })
  t.like(await host.hears('svc.plugin.embed.ready'), { tokenNeeded: true, version: '0.1.0' })
  await host.tell('svc.plugin.recorder', { command: 'startRecording' })
  t.like(await host.hears('svc.plugin.error'), { code: 'NOT_READY', command: 'startRecording' })
  await host.tell('svc.plugin.embed.token', { bearerToken: await host.bearerOf(ids) })
  t.deepEqual(await host.hears('svc.plugin.recorder'), {
    status: 'idle',
    elapsedSeconds: 0,
    timer: '00m 00s',
    consultationId,
    error: null,
  })
  await host.tell('svc.plugin.generate')
  t.deepEqual(await host.hears('svc.plugin.generate'), {
    error: { code: 'NO_CONTENT', message: 'Nothing was said or typed yet.' },
  })

  // The host starts, and is written down as who has the patient's consent.
  await host.tell('svc.plugin.recorder', { command: 'startRecording' })
  await host.hears('svc.plugin.recorder', ({ status }) => status === 'recording')
  t.like(await consentOf(host, ids), { status: 'given', method: 'host', recorded_by: 'host' })
  const started = await host.hears('svc.plugin.notification', isOf('CONSULTATION_STARTED'))
  t.like(started, { consultationId, consultation_type: 'IN_PERSON' })
  t.false(Number.isNaN(Date.parse(started.started_at)))

  const chunk = await host.hears('svc.plugin.sequenceUpload')
  t.like(chunk, { text: HEARD })
  t.regex(chunk.start_time, /^\d\dm \d\ds$/)
  t.deepEqual(Object.keys(chunk), ['sequence', 'start_time', 'text', 'final'])
  t.like(await host.hears('svc.plugin.notification', isOf('TRANSCRIPTION_UPDATE')), {
    consultationId,
    text: HEARD,
  })
  t.deepEqual(await host.hears('CONSULTATION_STARTED'), started, 'by its own name too')
  t.like(await host.hears('TRANSCRIPTION_UPDATE'), { consultationId, text: HEARD })
  await host.hears(
    'svc.plugin.recorder',
    ({ status, elapsedSeconds }) => status === 'recording' && elapsedSeconds >= 5,
  )
  const reports = (await host.said('svc.plugin.recorder')).filter(
    ({ data }) => (data.eventData as { status: string }).status === 'recording',
  )
  t.true(reports.length >= 2, 'on the change, and every five seconds')

  await host.tell('svc.plugin.recorder', { command: 'stopRecording' })
  const paused = await host.hears('svc.plugin.recorder', ({ status }) => status === 'paused')
  t.true(paused.elapsedSeconds >= 5)
  t.regex(paused.timer, /^00m \d\ds$/)

  await host.tell('svc.plugin.fullTranscription')
  const full = await host.hears('svc.plugin.fullTranscription')
  t.like(full.transcriptions[0], { text: HEARD })
  t.true(full.text.startsWith(HEARD))
  t.is(full.complete, false)

  await host.tell('svc.plugin.generate')
  const { document } = await host.hears('svc.plugin.generate', (data) => 'document' in data)
  t.like(document, { clinicalType: 'soap', output_style: 'markdown' })
  t.is(typeof document.content, 'string')
  const generated = {
    type: 'DOCUMENT_GENERATED',
    document_id: document.id,
    clinicalType: 'soap',
    created_at: document.created_at,
    consultationId,
  }
  t.deepEqual(await host.hears('svc.plugin.notification', isOf('DOCUMENT_GENERATED')), generated)
  t.deepEqual(await host.hears('DOCUMENT_GENERATED'), generated)

  await host.tell('svc.plugin.recorder', { command: 'resetRecording' })
  const newest = async () => {
    const [report] = (await host.said('svc.plugin.recorder')).slice(-1)
    const { status, timer } = (report?.data.eventData ?? {}) as Report
    return `${status} ${timer}`
  }
  await becomes(t, newest, 'paused 00m 00s')
  await host.tell('svc.plugin.recorder', { command: 'startRecording' })
  await host.frame().getByRole('tab', { name: 'Gravação' }).click()
  await host.frame().getByRole('button', { name: 'Finalizar' }).click()
  const completed = await host.hears('svc.plugin.notification', isOf('CONSULTATION_COMPLETED'))
  t.like(completed, { consultationId, document_ids: [document.id], summary: document.content })
  t.is(typeof completed.duration_seconds, 'number')
  t.deepEqual(await host.hears('CONSULTATION_COMPLETED'), completed)

  const all = await host.said()
  t.true(all.every(({ origin }) => origin === host.service.url))
  t.true(
    all.every(({ data }) => Number.isInteger(data.eventTimestamp) && data.eventTimestamp > 1e12),
  )
  t.is(
    (await host.said('svc.plugin.notification')).filter(({ data }) =>
      isOf('CONSULTATION_STARTED')(data.eventData),
    ).length,
    1,
  )
  t.deepEqual(host.faults, [])
})

browserTest('what the address may say: token, model, style, type and scale', async (t) => {
  const host = await openEmbedHost(t, {
    settings: { SVC_ALLOW_QUERY_TOKENS: 'all', SVC_SPEECH_ENGINE: 'off' },
  })
  const warnings: string[] = []
  host.page.on('console', (message) => warnings.push(message.text()))

  // Gone from the address before anything was fetched, and from the history.
  await openReady(host, { clinicalType: 'unheardOf', uiScale: 'compact' })
  const shown = new URL(host.frame().url())
  t.is(shown.search, '')
  t.is((await host.hears('svc.plugin.warning')).code, 'UNKNOWN_CLINICAL_TYPE')
  t.true(warnings.some((text) => text.includes('/embed is deprecated')))
  await becomes(t, async () => JSON.stringify(await smallestText(host)), '{"px":12,"compact":true}')
  const compactHeight = await heightOf(host)
  await typeContext(host)
  await host.tell('svc.plugin.generate')
  const structured = await host.hears('svc.plugin.generate', (data) => 'document' in data)
  t.like(structured.document, { clinicalType: 'anamnesis', output_style: 'structured' })
  t.is(structured.document.content['Queixa Principal'] === undefined, false)
  t.is(typeof structured.document.content, 'object')

  // Snake case, another casing, HTML, and the type before anybody chose one.
  await openReady(host, {
    output_style: 'HTML',
    clinical_type: 'SOAP',
    consultation_type: 'TeleMedicine',
  })
  t.true(
    await host
      .frame()
      .getByRole('radio', { name: /Telemedicina/ })
      .isChecked(),
  )
  t.true((await heightOf(host)) > compactHeight)
  await typeContext(host)
  await host.tell('svc.plugin.generate')
  const html = (await host.hears('svc.plugin.generate', (data) => 'document' in data)).document
  t.like(html, { clinicalType: 'soap', output_style: 'html' })
  t.regex(html.content, /^<h2>Subjetivo<\/h2>.*&lt;script&gt;/)
  t.notRegex(html.content, /<(?!\/?(h2|p|ul|li)>)/)

  // Whatever is thrown at it, it answers or ignores as the rules say, and goes on.
  await fuzz(t, host)

  // An auth token is traded for one of this consultation; an API key opens nothing.
  const [authToken, apiKey] = await host.folder.withAccess(async (access) => {
    const [organization] = await access.listOrganizations()
    const create = (kind: 'auth_token' | 'api_key') =>
      access.createKey({ organizationId: organization?.id ?? '', kind, name: 'test' })
    return [(await create('auth_token')).secret, (await create('api_key')).secret]
  })
  await host.open({ ...host.ids(), authToken: authToken ?? '' })
  await host.hears('svc.plugin.recorder')
  t.false(host.frame().url().includes('oken'))
  await host.open({ ...host.ids(), authToken: apiKey ?? '' })
  t.regex((await host.hears('svc.plugin.error.auth')).message, /chave de API/)
  await host.frame().getByText('Não foi possível autenticar').waitFor()
  await host.frame().getByText('api_key_in_browser').waitFor()
  t.false(host.frame().url().includes('oken'))

  // A reload knows the visit, and asks for what it must not know.
  await openReady(host, {})
  t.is(host.frame().url().split('/embed')[1], '')
  await host.frame().evaluate('location.reload()')
  await host.hears('svc.plugin.embed.ready', ({ tokenNeeded }) => tokenNeeded === true)

  // The page around the app is one too.
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  for (const darkMode of ['false', 'true']) {
    await openReady(host, { darkMode }, 'width: 360px; height: 700px; border: 0')
    await host.frame().evaluate(axe)
    const found = await host.frame().evaluate(`axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }).then(({ violations }) => violations.map(({ id, nodes }) => id + nodes.map(({ html }) => html)))`)
    t.deepEqual(found, [], `dark: ${darkMode}`)
  }

  // Too little to open anything.
  await host.open({ patientId: 'p' })
  t.is((await host.hears('svc.plugin.error')).code, 'INVALID_PAYLOAD')
  await host.frame().getByText('O endereço deste assistente está incompleto').waitFor()
  t.deepEqual(host.faults, [])
})

browserTest(
  'a start that waits for the consent shows the question and says what is waited for',
  async (t) => {
    const settings = { SVC_SPEECH_ENGINE: 'off' }
    const host = await openEmbedHost(t, { microphoneWav: VOICE, settings })
    await host.folder.withAccess(async (access) => {
      const [organization] = await access.listOrganizations()
      await access.updateOrganization(organization?.id ?? '', { iframeConsent: 'click' })
    })
    const small = 'width: 360px; height: 520px; border: 0'
    const awaited = () =>
      host.frame().getByRole('tabpanel').getByText('O sistema pediu para gravar')
    const answer = () => host.frame().getByRole('radio', { name: CONSENT })
    const isSeen = async () => {
      await awaited().waitFor()
      for (const place of [awaited(), answer().locator('..')]) {
        const { y, height } = (await place.boundingBox())!
        const { y: top, height: room } = (await host.page.locator('iframe').boundingBox())!
        t.true(y >= top && y + height <= top + room, 'in view')
      }
    }
    const asks = async () => {
      await host.tell('svc.plugin.recorder', { command: 'startRecording' })
      await host.hears('svc.plugin.error', ({ reason }) => reason === 'consent_not_recorded')
      await isSeen()
    }

    await openReady(host, {}, small)
    t.is(await awaited().count(), 0)
    await asks()
    await host.tell('svc.plugin.recorder', { command: 'stopRecording' })
    await awaited().waitFor({ state: 'detached' })
    await host.frame().getByRole('tab', { name: 'Contexto' }).click()
    await asks()

    // The doctor begins alone, and leaves the answer for later.
    await host.frame().getByRole('button', { name: 'Iniciar gravação' }).click()
    await host.hears('svc.plugin.recorder', ({ status }) => status === 'recording')
    await host.frame().getByRole('button', { name: 'Pausar' }).first().click()
    await host.hears('svc.plugin.recorder', ({ status }) => status === 'paused')
    t.is(await awaited().count(), 0)
    await asks()
    await answer().click()
    await host.hears('svc.plugin.recorder', ({ status }) => status === 'recording')
    await awaited().waitFor({ state: 'detached' })
    t.deepEqual(host.faults, [])
  },
)

browserTest('a page that the organization did not list gets nothing', async (t) => {
  const host = await openEmbedHost(t, { settings: { SVC_SPEECH_ENGINE: 'off' } })
  await host.folder.withAccess(async (access) => {
    const [organization] = await access.listOrganizations()
    await access.updateOrganization(organization?.id ?? '', {
      allowedOrigins: ['https://ehr.example'],
    })
  })
  const ids = host.ids()
  const refused = host.page.waitForEvent('console', (message) =>
    message.text().includes('frame-ancestors'),
  )
  await host.open({ ...ids, bearerToken: await host.bearerOf(ids) })
  await refused
  await host.tell('svc.plugin.generate').catch(() => {})
  t.deepEqual(await host.said(), [])

  await host.folder.withAccess(async (access) => {
    const [organization] = await access.listOrganizations()
    await access.updateOrganization(organization?.id ?? '', { allowedOrigins: [host.hostUrl] })
  })
  await openReady(host)
  t.pass()
})

browserTest('a token of one consultation may be called authToken, as shipped', async (t) => {
  const host = await openEmbedHost(t, { settings: { SVC_SPEECH_ENGINE: 'off' } })
  const ids = host.ids()
  const authToken = await host.bearerOf(ids)
  await host.open({ ...ids, 'auth--token': authToken })
  await host.hears('svc.plugin.recorder')
  const { frame } = host
  t.is(frame().url().split('/embed')[1], '')
  const state: string = await frame().evaluate('JSON.stringify(history.state)')
  t.false(state.includes(authToken))
  t.true(state.includes(ids.consultationId))
  t.deepEqual(host.faults, [])
})

/** As the appliance has it. */
async function consentOf({ service, bearerOf }: Host, ids: Record<string, string>) {
  const answer = await fetch(`${service.url}/api/v1/ehrs/by-external-id`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${await bearerOf(ids)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      consultation_id: ids.consultationId,
      doctor_id: ids.doctorId,
      patient_id: ids.patientId,
    }),
  })
  return ((await answer.json()) as { consent: object }).consent
}

/** Of what a doctor can read in the frame. */
async function smallestText({ frame }: Host): Promise<{ px: number; compact: boolean }> {
  return frame().evaluate(`(() => {
    const host = document.querySelector('[data-svc-plugin]')
    const sizes = [...host.shadowRoot.querySelectorAll('*')]
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
      .map((one) => parseFloat(getComputedStyle(one).fontSize))
    return { px: Math.min(...sizes), compact: 'compact' in host.dataset }
  })()`)
}

browserTest('what the national network is told of the visit is chosen in the frame', async (t) => {
  const host = await openEmbedHost(t, { settings: { SVC_SPEECH_ENGINE: 'off' } })
  const { simulator } = await connectToSimulator(t, host.folder)
  await openReady(host, {}, 'width: 360px; height: 700px; border: 0')
  await typeContext(host)
  await saysOutcome(t, { page: host.page, within: host.frame(), base: host.service.url })
  t.is(simulator.documents().length, 0, 'a choice sends nothing')
  t.deepEqual(host.faults, [])
})

async function typeContext({ frame }: Host) {
  await frame().getByRole('tab', { name: 'Contexto' }).click()
  await frame()
    .getByRole('tabpanel')
    .locator('textarea, [contenteditable=true]')
    .first()
    .fill('Tenho alergia a dipirona <script>alert(1)</script><img src=x onerror=alert(1)>.')
  await frame().getByText('Salvo').first().waitFor()
}

async function heightOf({ frame }: Host): Promise<number> {
  return (await frame().locator('.header').boundingBox())?.height ?? 0
}

const anything = fc.oneof(
  fc.jsonValue(),
  fc.record({
    eventName: fc.oneof(
      fc.constantFrom('svc.plugin.recorder', 'svc.plugin.embed.token', 'svc.plugin.fly', 'other'),
      fc.jsonValue(),
    ),
    eventData: fc.oneof(fc.jsonValue(), fc.record({ command: fc.jsonValue() })),
  }),
)

async function fuzz(t: ExecutionContext, host: Host) {
  const messages = fc.sample(anything, 400).filter((data) => {
    const reading = readCommand(data)
    return reading === undefined || 'refusal' in reading
  })
  const expected = messages.flatMap((data) => {
    const reading = readCommand(data)
    return reading && 'refusal' in reading ? [reading.refusal] : []
  })
  await host.page.evaluate('said.length = 0')
  await host.page.evaluate(
    `for (const message of ${JSON.stringify(messages)}) tell(message, ${JSON.stringify(host.service.url)})`,
  )
  await host.tell('svc.plugin.fullTranscription')
  await host.hears('svc.plugin.fullTranscription')
  const answers = (await host.said('svc.plugin.error')).map(({ data }) => data.eventData)
  t.deepEqual(answers, expected)
  t.true(expected.length > 50)
  await becomes(t, async () => (await host.frame().locator('.window').count()) === 1, true)
}

function isOf(type: string) {
  return (data: unknown) => (data as { type: string }).type === type
}
