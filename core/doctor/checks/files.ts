import type { Check } from '../check.ts'
import { makeWritable } from '../unwritable.ts'

export const filesFolder: Check = {
  id: 'files.folder',
  title: 'files folder',
  async run(host) {
    const path = `${host.settings.dataDir}/files`
    const facts = await host.path(path)
    if (!facts) return { severity: 'ok', what: 'is made with the first file' }
    if (facts.kind === 'folder' && facts.writable)
      return { severity: 'ok', what: 'there, and can be written' }
    return {
      severity: 'error',
      what: `${path} cannot be written by this user.`,
      why: 'Reports and pictures that doctors send are refused.',
      fix: makeWritable(path, facts, host),
    }
  },
}

export const fileReader: Check = {
  id: 'files.reader',
  title: 'reading files',
  probe: true,
  async run(host) {
    const { recognition, failures } = await host.fileProbe()
    if (failures.length > 0)
      return {
        severity: 'error',
        what: `A small ${failures.join(' and a small ')} could not be read.`,
        why: 'What doctors send stays without text, and documents do not take it into account.',
        fix: 'npm ci && npm run build   # in the install folder',
      }
    return recognition
      ? { severity: 'ok', what: 'a PDF and a picture were read, text on pictures too' }
      : {
          severity: 'info',
          what: 'A PDF and a picture were read; text on pictures is not (fileRecognition).',
          fix: 'svcctl config show fileRecognition',
        }
  },
}
