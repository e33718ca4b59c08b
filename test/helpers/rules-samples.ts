import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Template } from '../../core/document/models/ports.ts'
import { parseTemplate } from '../../core/document/models/template-schema.ts'

/** A sample consultation: what is said, and what a correct document holds. */
export interface Sample {
  slug: string
  templateId: string
  turns: { speaker: 'doctor' | 'patient'; text: string }[]
  facts: Record<string, string[] | Record<string, string | null>>
  forbidden: { text: string; field: string | null; why: string }[]
  expectedNull: string[]
}

const root = join(import.meta.dirname, '..', '..')
const SAMPLES = join(root, 'bin', 'tools', 'demo', 'samples')
const TEMPLATES = join(root, 'config', 'templates')

export function samples(): Sample[] {
  if (!existsSync(SAMPLES)) return []
  return readdirSync(SAMPLES)
    .filter((file) => file.endsWith('.json'))
    .map((file): Sample => JSON.parse(readFileSync(join(SAMPLES, file), 'utf8')))
}

/** The 26 of the catalogue, by their files' names. */
export function templates(): Template[] {
  return readdirSync(TEMPLATES)
    .filter((file) => file.endsWith('.json'))
    .map((file) => parseTemplate(JSON.parse(readFileSync(join(TEMPLATES, file), 'utf8'))))
    .filter(({ group }) => group === 'specialty')
}

export function templateOf(id: string): Template {
  const found = templates().find((template) => template.id === id)
  if (!found) throw new Error(`no template ${id}`)
  return found
}
