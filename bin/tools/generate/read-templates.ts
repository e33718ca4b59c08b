import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Template } from '../../../core/document/models/ports.ts'
import { parseTemplate } from '../../../core/document/models/template-schema.ts'

const FOLDER = join(import.meta.dirname, '../../../config/templates')

/** The document models that are built in. */
export function readTemplates(): Template[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => parseTemplate(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))))
}
