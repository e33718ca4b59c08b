/**
 * What the frame does when its host says something, and what it answers (spec §6, SPEC-GAPS 1.9).
 */
import type { ClinicalDocument } from '../../core/contract/api.ts'
import type { EmbedErrorCode, OutputStyle, RecorderCommand } from '../../core/contract/embed.ts'
import type { Remote } from '../host/remote.ts'
import { toHtml } from '../text/rich-text.ts'
import type { Send } from './host-link.ts'

interface Deps {
  remote(): Remote | undefined
  clinicalType: string
  outputStyle: OutputStyle
  send: Send
}

export interface Answers {
  /** All but `token`, which is not about the consultation. */
  obey(command: Exclude<Command, { kind: 'token' }>): void
  onDocument(documentId: string): void
  /** After every change: something that was waited for may have come. */
  refresh(): void
}

const MESSAGES = {
  notOpen: 'The consultation is not open yet.',
  consent:
    'The patient’s consent is not recorded yet: recording starts when the doctor records it.',
  consentNotSaved: 'The consent could not be saved, so recording did not start.',
  refused: 'The patient refused to be recorded.',
  cannotRecord: 'Recording is not possible: it is finished, or open in another window.',
  busy: 'A document is being written already.',
  no_content: 'Nothing was said or typed yet.',
  unknown_template: 'This model is not in the organization’s catalogue.',
  notStarted: 'What the doctor is editing could not be saved, so nothing new was begun.',
  canceled: 'The doctor canceled the generation.',
} as const

/** For saving what is being edited, in ms. */
const START_LIMIT_MS = 10_000

export function answers({ remote, clinicalType, outputStyle, send }: Deps): Answers {
  /** The host asked to record before the doctor answered for the patient. */
  let startWaits = false
  /** A start that writes the consent down counts only while no other command came. */
  let newestCommand = 0

  function wait(app: Remote, waits: boolean) {
    if (!waits && !startWaits) return
    startWaits = waits
    app.awaitConsent(waits)
  }

  /** `asked`: what the doctor was editing is being saved first. */
  let generating: 'no' | 'asked' | 'running' = 'no'

  function notReady(command: string, message: string, reason?: string) {
    send('svc.plugin.error', {
      code: 'NOT_READY',
      message,
      command,
      ...(reason === undefined ? {} : { reason }),
    })
  }

  function start(app: Remote) {
    const { phase } = app.recorder()
    if (phase === 'recording' || phase === 'requesting') return
    if (phase === 'finished') return notReady('startRecording', MESSAGES.cannotRecord)
    if (app.consent === 'refused')
      return notReady('startRecording', MESSAGES.refused, 'consent_refused')
    if (app.consent === 'not_recorded' && app.hostTakesConsent) return void startForHost(app)
    // A program asks, not a person: the doctor has to have answered for the patient first.
    if (app.consent === 'not_recorded') {
      wait(app, true)
      return notReady('startRecording', MESSAGES.consent, 'consent_not_recorded')
    }
    if (!app.canRecord()) return notReady('startRecording', MESSAGES.cannotRecord)
    void app.start()
  }

  /** Its command says that the host has the patient's consent, and that is written down first. */
  async function startForHost(app: Remote) {
    const mine = ++newestCommand
    const isSaved = await app.recordConsentOfHost()
    // It was stopped meanwhile.
    if (mine !== newestCommand) return
    if (isSaved) return start(app)
    notReady('startRecording', MESSAGES.consentNotSaved, 'consent_not_recorded')
  }

  function steer(app: Remote, command: RecorderCommand) {
    if (command === 'startRecording') return start(app)
    newestCommand++
    wait(app, false)
    // The name says more than it does: the recording can go on (SPEC-GAPS C24).
    if (command === 'stopRecording') void app.pause()
    else void app.reset()
  }

  function generate(app: Remote) {
    const outcome = generating === 'no' ? app.generate(clinicalType) : 'busy'
    if (outcome !== 'started') return fail(outcome.toUpperCase(), MESSAGES[outcome])
    generating = 'asked'
    setTimeout(() => {
      if (generating !== 'asked') return
      generating = 'no'
      fail('NOT_STARTED', MESSAGES.notStarted)
    }, START_LIMIT_MS)
  }

  function fail(code: string, message: string) {
    send('svc.plugin.generate', { error: { code, message } })
  }

  function tellTranscript(app: Remote) {
    const { segments, complete } = app.transcript()
    const transcriptions = segments
      .filter(({ text }) => text.trim() !== '')
      .map(({ start_time, text }) => ({ start_time, text }))
    const text = transcriptions.map((entry) => entry.text).join('\n')
    send('svc.plugin.fullTranscription', { transcriptions, text, complete })
  }

  return {
    obey(command) {
      const app = remote()
      if (!app?.isReady) {
        const name = command.kind === 'recorder' ? command.command : `svc.plugin.${command.kind}`
        return notReady(name, MESSAGES.notOpen)
      }
      if (command.kind === 'recorder') steer(app, command.command)
      else if (command.kind === 'generate') generate(app)
      else tellTranscript(app)
    },
    onDocument(documentId) {
      if (generating === 'no') return
      const document = remote()
        ?.documents()
        .find(({ id }) => id === documentId)
      if (!document) return
      generating = 'no'
      send('svc.plugin.generate', {
        document: {
          id: document.id,
          clinicalType: document.template.id,
          output_style: outputStyle,
          content: contentOf(document, outputStyle),
          created_at: document.created_at,
        },
      })
    },
    refresh() {
      const app = remote()
      if (!app?.isReady) return
      if (startWaits && app.consent !== 'not_recorded') {
        wait(app, false)
        start(app)
      } else if (app.recorder().phase === 'recording') wait(app, false)
      const { phase, failure } = app.generation()
      if (generating === 'asked' && phase === 'running') generating = 'running'
      if (generating !== 'running' || phase === 'running') return
      generating = 'no'
      if (phase === 'failed')
        fail(failure?.code ?? 'generation_failed', failure?.message ?? 'The generation failed.')
      else fail('CANCELED', MESSAGES.canceled)
    },
  }
}

/**
 * HTML is made of escaped text and a handful of tags of our own: nothing of what was said can
 * become markup.
 */
function contentOf({ content, markdown }: ClinicalDocument, style: OutputStyle) {
  if (style === 'structured') return content
  return style === 'markdown' ? markdown : toHtml(content)
}

type Command =
  | { kind: 'recorder'; command: RecorderCommand }
  | { kind: 'generate' }
  | { kind: 'fullTranscription' }
  | { kind: 'token'; bearerToken: string }

type CommandReading =
  | { command: Command }
  | { refusal: { code: EmbedErrorCode; message: string; command?: string } }
  | undefined

const RECORDER_COMMANDS: readonly string[] = ['startRecording', 'stopRecording', 'resetRecording']
const LONGEST_TOKEN = 8192

/**
 * What a host may say to the frame (spec §6, SPEC-GAPS 1.9). Whatever arrives is one of three: a
 * command, a refusal that is answered, or somebody else's message on the same page, which is none
 * of our business.
 *
 * Never throws, whatever `data` is. Undefined: not for us.
 */
export function readCommand(data: unknown): CommandReading {
  if (!isObject(data)) return undefined
  const { eventName, eventData } = data
  if (typeof eventName !== 'string' || !eventName.startsWith('svc.plugin.')) return undefined
  switch (eventName) {
    case 'svc.plugin.recorder':
      return readRecorder(eventData)
    case 'svc.plugin.generate':
      return { command: { kind: 'generate' } }
    case 'svc.plugin.fullTranscription':
      return { command: { kind: 'fullTranscription' } }
    case 'svc.plugin.embed.token':
      return readToken(eventData)
    default:
      return refuse('UNKNOWN_COMMAND', 'No command of this name.')
  }
}

function readRecorder(eventData: unknown): CommandReading {
  const command = isObject(eventData) ? eventData.command : undefined
  if (typeof command !== 'string')
    return refuse(
      'INVALID_PAYLOAD',
      'eventData.command must be a text: startRecording, stopRecording or resetRecording.',
      'svc.plugin.recorder',
    )
  if (!RECORDER_COMMANDS.includes(command))
    return refuse(
      'UNKNOWN_COMMAND',
      'eventData.command must be startRecording, stopRecording or resetRecording.',
      'svc.plugin.recorder',
    )
  return { command: { kind: 'recorder', command: command as RecorderCommand } }
}

function readToken(eventData: unknown): CommandReading {
  const token = isObject(eventData) ? eventData.bearerToken : undefined
  if (typeof token !== 'string' || token.trim() === '' || token.length > LONGEST_TOKEN)
    return refuse(
      'INVALID_PAYLOAD',
      'eventData.bearerToken must be a token of the identify endpoint.',
      'svc.plugin.embed.token',
    )
  return { command: { kind: 'token', bearerToken: token.trim() } }
}

function refuse(code: EmbedErrorCode, message: string, command?: string): CommandReading {
  return { refusal: { code, message, ...(command === undefined ? {} : { command }) } }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
