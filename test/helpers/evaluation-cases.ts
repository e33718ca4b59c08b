import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EvaluationCase } from '../../core/evaluation/case.ts'

export const EVALUATION_FOLDER = join(import.meta.dirname, '..', '..', 'config', 'evaluation')

export function caseFiles(): string[] {
  return readdirSync(EVALUATION_FOLDER)
    .filter((file) => file.endsWith('.json') && file !== 'thresholds.json')
    .map((file) => file.slice(0, -'.json'.length))
}

export function readCase(id: string): EvaluationCase {
  return EvaluationCase.parse(
    JSON.parse(readFileSync(join(EVALUATION_FOLDER, `${id}.json`), 'utf8')),
  )
}
