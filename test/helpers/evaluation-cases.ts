import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EvaluationCase } from '../../core/evaluation/case.ts'

export const EVALUATION_FOLDER = join(import.meta.dirname, '..', '..', 'config', 'evaluation')

/**
 * What nothing is tuned on: tests ask whether its cases are sound, and never how a writer does on
 * one.
 */
export const HELD_OUT_FOLDER = join(EVALUATION_FOLDER, 'held-out')

/**
 * Visits written later by somebody who knows no rule: rules were mended on the first half, the
 * second was only counted.
 */
export const FURTHER_FOLDER = join(EVALUATION_FOLDER, 'further')

export function caseFiles(folder = EVALUATION_FOLDER): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'thresholds.json')
    .map((file) => file.slice(0, -'.json'.length))
}

export function readCase(id: string, folder = EVALUATION_FOLDER): EvaluationCase {
  return EvaluationCase.parse(JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')))
}
