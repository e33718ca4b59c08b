/**
 * A real reading of a tiny PDF and a tiny picture, as the service would do it: for `svcctl doctor`.
 */
import { fileReader } from '../ai-local/files/read-file.ts'
import type { Config } from '../config/settings.ts'
import type { FileProbeFacts } from '../core/doctor/check.ts'
import { computeGate } from '../core/engine/compute-gate.ts'
import { silentLog } from '../core/log.ts'
import { fileLimits, recognitionFiles } from './file-settings.ts'
import type { Platform } from './platform.ts'

interface Deps {
  config: Config
  platform: Pick<Platform, 'built' | 'installRoot'>
  signal: AbortSignal
}

const WORD = 'Glicemia'

export async function fileProbe({ config, platform, signal }: Deps): Promise<FileProbeFacts> {
  const readWith = recognitionFiles(config, platform.installRoot)
  const readFile = fileReader({
    childUrl: platform.built('file-child.js'),
    recognitionFiles: readWith,
    limits: fileLimits(config),
    gate: computeGate(),
    log: silentLog,
  })
  const works = async (bytes: Uint8Array, text: string) =>
    readFile(bytes, signal).then(
      ({ pages, thumbnail }) => thumbnail !== null && pages.join() === text,
      () => false,
    )
  const [pdf, picture] = await Promise.all([works(tinyPdf(), WORD), works(TINY_PICTURE, '')])
  signal.throwIfAborted()
  const failures = [...(pdf ? [] : ['PDF']), ...(picture ? [] : ['picture'])]
  return { recognition: readWith !== null, failures }
}

function tinyPdf(): Uint8Array {
  const drawing = `BT /F1 24 Tf 20 50 Td (${WORD}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const offsets: string[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(text.length).padStart(10, '0')} 00000 n \n`)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end)
}

/** PNG, 32 by 32 pixels, grey. */
const TINY_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAJklEQVRIx+3NMQ0AAAwDoMqv7KrYsQQMkB6LQCAQCAQCgUAg+BIMT/hgW3KoHvUAAAAASUVORK5CYII=',
  'base64',
)
