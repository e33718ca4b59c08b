/** The arguments of the host's other calls. All throw `INVALID_ARGUMENT` and name the call. */
import { PluginError } from './plugin-error.ts'

export function requireText(call: string, text: unknown) {
  if (typeof text !== 'string')
    throw new PluginError('INVALID_ARGUMENT', `${call}: o conteúdo precisa ser um texto.`)
}

export function requireStream(stream: unknown) {
  if (stream === null || stream instanceof MediaStream) return
  const message = 'setScreenMediaStream: informe um MediaStream ou null.'
  throw new PluginError('INVALID_ARGUMENT', message)
}

/** What a file input holds is a list, and not an array. */
export function readFiles(files: unknown): File[] {
  const list: unknown = files instanceof FileList ? [...files] : files
  if (Array.isArray(list) && list.every((file) => file instanceof File)) return list
  throw new PluginError('INVALID_ARGUMENT', 'uploadFiles: informe um array de File.')
}
