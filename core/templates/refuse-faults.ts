import type { Template } from '../document/models/ports.ts'
import { AppError } from '../errors.ts'
import type { CheckedTemplate } from './check-template.ts'

/** @throws {AppError} `template_invalid`, one detail per fault: line, column, path, problem, fix */
export function refuseFaults({ template, faults }: CheckedTemplate): Template {
  if (template) return template
  const lines = faults.map(
    ({ line, column, path, problem, fix }) =>
      `  line ${line}:${column}  ${path ? `${path} ` : ''}${problem}${fix ? ` (${fix})` : ''}`,
  )
  throw new AppError(
    'invalid',
    'template_invalid',
    `This is no document model that can be installed:\n${lines.join('\n')}`,
    { details: faults.map((fault) => ({ ...fault })) },
  )
}
