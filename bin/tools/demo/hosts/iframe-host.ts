/**
 * The legacy iframe in a host page. The frame announces itself, the page posts a token for this one
 * consultation, and from then on both speak in messages. The token never is in an address; what
 * arrives counts only from the appliance's origin.
 */
interface FrameMessage {
  eventName: string
  eventTimestamp: number
  eventData: Record<string, unknown> | undefined
}

/** Where the appliance is. Here it serves this page too; yours is `https://appliance.hospital`. */
const APPLIANCE = location.origin
const ids = {
  doctorId: 'medico-demo',
  patientId: 'paciente-iframe',
  consultationId: `iframe-${Date.now()}`,
}
const LONGEST_LOG = 60

const frame = find('#frame', HTMLIFrameElement)
const notes = find('#notes', HTMLTextAreaElement)
const recorder = find('#recorder', HTMLElement)
const log = find('#log', HTMLOListElement)
// It scrolls, so the keyboard must reach it.
log.tabIndex = 0

addEventListener('message', ({ source, origin, data }: MessageEvent<FrameMessage>) => {
  if (source !== frame.contentWindow || origin !== APPLIANCE) return
  write('recebida', data)
  void answer(data)
})

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-command]'))
  button.onclick = () => say('svc.plugin.recorder', { command: button.dataset.command ?? '' })
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-message]'))
  button.onclick = () => say(button.dataset.message ?? '')

const address = new URL('../../embed', location.href)
const dark = matchMedia('(prefers-color-scheme: dark)').matches
const parameters = { ...ids, clinicalType: 'soap', output_style: 'markdown', uiScale: 'compact' }
for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
if (dark) address.searchParams.set('darkMode', 'true')
frame.src = address.href

async function answer({ eventName, eventData = {} }: FrameMessage) {
  if (eventName === 'svc.plugin.embed.ready' || eventName === 'svc.plugin.embed.tokenNeeded')
    say('svc.plugin.embed.token', { bearerToken: await tokenOfThisConsultation() })
  if (eventName === 'svc.plugin.recorder')
    recorder.textContent = `Gravador: ${eventData.status} (${eventData.timer})`
  if (eventName === 'svc.plugin.generate') notes.value = contentOf(eventData)
}

/** Your own backend: it knows your user, and trades its key for a token of one consultation. */
async function tokenOfThisConsultation(): Promise<string> {
  const response = await fetch('../identify', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ids),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}

function say(eventName: string, eventData?: Record<string, string>) {
  const message = { eventName, eventTimestamp: Date.now(), eventData }
  frame.contentWindow?.postMessage(message, APPLIANCE)
  write('enviada', message)
}

function contentOf({ document: written, error }: Record<string, unknown>): string {
  if (error) return `Não foi gerado: ${(error as { message: string }).message}`
  return String((written as { content: unknown }).content)
}

/** Newest first. A token is not something to look at. */
function write(direction: string, { eventName, eventData }: FrameMessage) {
  const line = document.createElement('li')
  const head = document.createElement('p')
  head.textContent = `${new Date().toLocaleTimeString('pt-BR')} ${direction} `
  const name = document.createElement('code')
  name.textContent = eventName
  head.append(name)
  line.append(head)
  if (eventData) {
    const shown = document.createElement('pre')
    shown.textContent = JSON.stringify(
      eventData,
      (key, value) => (key === 'bearerToken' ? '…' : value),
      1,
    )
    line.append(shown)
  }
  log.prepend(line)
  if (log.childElementCount > LONGEST_LOG) log.lastElementChild?.remove()
}

function find<Kind extends HTMLElement>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`no ${selector}`)
  return found
}
