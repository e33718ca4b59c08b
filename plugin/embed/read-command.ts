/**
 * What a host may say to the frame (spec §6, SPEC-GAPS 1.9). Whatever arrives is one of three: a
 * command, a refusal that is answered, or somebody else's message on the same page, which is none
 * of our business.
 */
import type { EmbedErrorCode, RecorderCommand } from '../../core/contract/embed.ts'

export type Command =
  | { kind: 'recorder'; command: RecorderCommand }
  | { kind: 'generate' }
  | { kind: 'fullTranscription' }
  | { kind: 'token'; bearerToken: string }

export type CommandReading =
  | { command: Command }
  | { refusal: { code: EmbedErrorCode; message: string; command?: string } }
  | undefined

const RECORDER_COMMANDS: readonly string[] = ['startRecording', 'stopRecording', 'resetRecording']
const LONGEST_TOKEN = 8192

/** Never throws, whatever `data` is. Undefined: not for us. */
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
