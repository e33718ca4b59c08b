/**
 * What a host may rely on, whatever doctor, host and network do (spec §3.2, §3.3, §6; SPEC-GAPS
 * 2.14): judges a log of the host's calls and of the events it heard, in the order they came, and
 * knows nothing of how they came about.
 */
import { z } from 'zod'
import { pluginEvents } from '../../core/contract/events.ts'

export type LogEntry =
  /** A call took effect or was answered: `mounted` and `unmounted` are told when they begin. */
  | { call: 'mount'; options: MountedOptions; number?: number }
  /** How the mount of that number was answered, when it was not by opening. */
  | { call: 'refused'; number: number; code: string }
  | { call: 'unmount' }
  | { call: 'reload' }
  | { event: string; data: unknown }
  /** An error that nobody caught in the page. */
  | { fault: string }

type Call = Extract<LogEntry, { call: string }>

/** Answers of a mount that changed nothing. */
const NO_EFFECT = new Set([
  'ALREADY_MOUNTED',
  'INVALID_ARGUMENT',
  'INVALID_SCHEMA',
  'LOAD_FAILED',
  'NOT_INITIALIZED',
])

export interface MountedOptions {
  enableFillEhr?: boolean
  allowCopyDocument?: boolean
  structuredOutputSchema?: object
  messageSubscriptions?: boolean
  includeUploadStartedContent?: boolean
}

/**
 * As the contract has them; of a file the test's page tells only that there is one, and when a file
 * is announced it has its id.
 */
const PAYLOADS: Record<string, z.ZodType> = {
  ...pluginEvents,
  'svc.plugin.file.upload.started': pluginEvents['svc.plugin.file.upload.started'].extend({
    fileId: z.uuid(),
    content: z.literal(['file']).nullable(),
  }),
}

/**
 * @returns one sentence per breach, naming the entry's place in the log; none when all laws were
 * kept
 */
export function breaches(log: readonly LogEntry[]): string[] {
  const found: string[] = []
  const refused = new Set(
    log.flatMap((entry) =>
      'call' in entry && entry.call === 'refused' && NO_EFFECT.has(entry.code)
        ? [entry.number]
        : [],
    ),
  )
  let mount = newMount({}, 'none')
  for (const [at, entry] of log.entries()) {
    const breach = (what: string) => {
      found.push(`${at}: ${what}`)
    }
    if ('fault' in entry) breach(`an error nobody caught: ${entry.fault}`)
    else if ('event' in entry) {
      judgePayload(entry.event, entry.data, breach)
      judgeEvent(mount, entry.event, entry.data, breach)
    } else mount = afterCall(mount, entry, refused)
  }
  return found
}

interface Mount {
  options: MountedOptions
  phase: 'none' | 'mounting' | 'opened' | 'ready' | 'closed'
  created: boolean
  isRecording: boolean
  fills: number
  structured: number
  /** Files that were started and have not ended. */
  uploads: Set<string>
  /** Mounted again before the one before had said its last word. */
  next: MountedOptions | undefined
}

function newMount(options: MountedOptions, phase: Mount['phase']): Mount {
  const counts = { fills: 0, structured: 0 }
  const state = { created: false, isRecording: false, next: undefined }
  return { options, phase, ...counts, ...state, uploads: new Set() }
}

function afterCall(mount: Mount, entry: Call, refused: ReadonlySet<number>): Mount {
  // A reload ends what was open without a word: the page was not asked.
  if (entry.call === 'reload') return newMount({}, 'none')
  if (entry.call !== 'mount' || refused.has(entry.number ?? -1)) return mount
  const { options } = entry
  // What was mounted and never opened says nothing either.
  if (mount.phase === 'opened' || mount.phase === 'ready') return { ...mount, next: options }
  return newMount(options, 'mounting')
}

function judgePayload(event: string, data: unknown, breach: (what: string) => void) {
  const payload = PAYLOADS[event]
  if (!payload) return breach(`an event that nobody specified: ${event}`)
  const { error } = payload.safeParse(data)
  if (error) breach(`${event} carries another payload: ${error.issues.map(told).join('; ')}`)
}

function told({ path, message }: z.core.$ZodIssue): string {
  return `${path.join('.')} ${message}`
}

/**
 * One mount's life: opened, maybe created, ready, anything, closed; nothing before, nothing after.
 */
function judgeEvent(mount: Mount, event: string, data: unknown, breach: (what: string) => void) {
  const { options } = mount
  // An authentication may end before there is a mount, and be said after it.
  if (event === 'svc.plugin.error.auth') return
  if (options.messageSubscriptions === false && mount.phase !== 'closed')
    return breach(`${event}, though nobody subscribed`)
  switch (event) {
    case 'svc.plugin.opened':
      if (mount.phase === 'closed' && mount.next)
        Object.assign(mount, newMount(mount.next, 'mounting'))
      if (mount.phase !== 'mounting') return breach(`opened while ${mount.phase}`)
      mount.phase = 'opened'
      return
    case 'svc.plugin.ehr.created':
      if (mount.phase !== 'opened') breach(`created while ${mount.phase}`)
      if (mount.created) breach('created twice')
      mount.created = true
      return
    case 'svc.plugin.ready':
      if (mount.phase !== 'opened') return breach(`ready while ${mount.phase}`)
      mount.phase = 'ready'
      return
    case 'svc.plugin.closed':
      if (mount.phase !== 'opened' && mount.phase !== 'ready')
        return breach(`closed while ${mount.phase}`)
      if (mount.isRecording) breach('closed while it says it records')
      if (mount.uploads.size > 0) breach('closed, and files never ended')
      mount.phase = 'closed'
      return
    case 'svc.plugin.ehr.document.minimized':
    case 'svc.plugin.maximized':
      if (mount.phase !== 'opened' && mount.phase !== 'ready')
        breach(`${event} while ${mount.phase}`)
      return
  }
  if (mount.phase !== 'ready') return breach(`${event} while ${mount.phase}`)
  switch (event) {
    case 'svc.plugin.recorder.started':
      if (mount.isRecording) breach('started while recording')
      mount.isRecording = true
      return
    case 'svc.plugin.recorder.paused':
      if (!mount.isRecording) breach('paused while paused')
      mount.isRecording = false
      return
    case 'svc.plugin.ehr.fill':
      if (!options.enableFillEhr) breach('filled, though the host did not allow it')
      mount.fills += 1
      return
    case 'svc.plugin.ehr.structured_output':
      mount.structured += 1
      if (!options.structuredOutputSchema) breach('structured output without a schema')
      if (mount.structured > mount.fills) breach('structured output before its text')
      return
    case 'svc.plugin.ehr.document.copied':
      if (options.allowCopyDocument === false) breach('copied, though the host did not allow it')
      return
  }
  if (event.startsWith('svc.plugin.file.upload.')) judgeUpload(mount, event, data, breach)
}

function judgeUpload(mount: Mount, event: string, data: unknown, breach: (what: string) => void) {
  const { fileId, content } = data as { fileId: string | null; content?: string | null }
  if (event.endsWith('.started')) {
    if (fileId && mount.uploads.has(fileId)) breach('a file started twice')
    if (fileId) mount.uploads.add(fileId)
    const wanted = mount.options.includeUploadStartedContent ? 'file' : null
    if (content !== wanted) breach(`a file's content is ${content}, not ${wanted}`)
    return
  }
  if (fileId === null) return
  // A try that the box refuses to begin again ends without having begun.
  if (!mount.uploads.delete(fileId) && event.endsWith('.success'))
    breach('success of a file that had not started')
}
