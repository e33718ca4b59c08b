import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { builtInTemplates } from '../config/templates.ts'
import { parseTemplate } from '../core/document/models/template-schema.ts'
import { AppError } from '../core/errors.ts'
import { EvaluationCase } from '../core/evaluation/case.ts'
import { caseChecker } from '../core/evaluation/check-case.ts'
import type { CaseFileFault, Evaluation, EvaluationSet } from '../core/evaluation/ports.ts'

const THRESHOLDS_FILE = 'thresholds.json'

/** @param wanted as in {@link Evaluation.openSet}. @throws as {@link readCases} does */
export async function readEvaluationSet(
  installRoot: string,
  wanted: Parameters<Evaluation['openSet']>[0],
): Promise<EvaluationSet> {
  const product = join(installRoot, 'config', 'evaluation')
  const heldOut = join(product, 'held-out')
  const own = typeof wanted === 'string' ? null : resolve(wanted.folder)
  if (own !== null && own !== heldOut)
    return { name: 'own', folder: own, thresholds: null, cases: await readCases(own) }
  const name = wanted === 'product' ? wanted : 'held-out'
  const folder = name === 'product' ? product : heldOut
  return { name, folder, thresholds: join(folder, THRESHOLDS_FILE), cases: await readCases(folder) }
}

/**
 * One consultation of the product's set; a whole set takes seconds to check.
 * @throws {AppError} `case_unknown` with the names that there are; as {@link readCases} does
 */
export async function readProductCase(installRoot: string, id: string): Promise<EvaluationCase> {
  const folder = join(installRoot, 'config', 'evaluation')
  const files = await listCases(folder)
  const file = `${id}.json`
  if (!files.includes(file)) {
    const names = files.map((name) => name.slice(0, -'.json'.length)).join(', ')
    const message = `No invented consultation is called "${id}". There are: ${names}`
    throw new AppError('not-found', 'case_unknown', message)
  }
  const [one] = await readCases(folder, [file])
  return one as EvaluationCase
}

/**
 * Reads `<id>.json` files of a folder, all of them unless some are named, and checks them; sounds
 * lie in `sound/` beside them.
 * @throws {AppError} `evaluation_set_invalid` with every fault; `file_not_readable`
 */
async function readCases(folder: string, named?: readonly string[]): Promise<EvaluationCase[]> {
  const files = named ?? (await listCases(folder))
  const check = caseChecker()
  const templates = new Map(
    builtInTemplates().map((template) => [template.id, parseTemplate(template)]),
  )
  const cases: EvaluationCase[] = []
  const faults: CaseFileFault[] = []
  for (const file of files) {
    const read = await readCase(join(folder, file))
    if (!('one' in read)) {
      faults.push(...read.faults.map((fault) => ({ file, ...fault })))
      continue
    }
    const { one } = read
    const template = templates.get(one.templateId)
    const own = template
      ? check(one, template)
      : [{ path: 'templateId', problem: `no such document model: ${one.templateId}` }]
    if (`${one.id}.json` !== file)
      own.push({ path: 'id', problem: `not the file's name: ${one.id}` })
    if (one.sound && !(await isFile(join(folder, 'sound', one.sound.file))))
      own.push({ path: 'sound.file', problem: `sound/${one.sound.file} is not there` })
    if (own.length === 0) cases.push(one)
    faults.push(...own.map((fault) => ({ file, ...fault })))
  }
  if (faults.length > 0) throw invalidSet(folder, faults)
  return cases
}

async function listCases(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new AppError('not-found', 'file_not_readable', `${folder} cannot be read.`, { cause })
  })
  const files = names.filter((name) => name.endsWith('.json') && name !== THRESHOLDS_FILE).sort()
  if (files.length === 0)
    throw new AppError('not-found', 'file_not_readable', `${folder} holds no cases (<id>.json).`)
  return files
}

async function readCase(path: string) {
  const text = await readFile(path, 'utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { faults: [{ path: '', problem: 'not JSON' }] }
  }
  const parsed = EvaluationCase.safeParse(value)
  if (parsed.success) return { one: parsed.data }
  return { faults: parsed.error.issues.map(faultOf) }
}

function faultOf({ path, message }: z.core.$ZodIssue) {
  return { path: path.join('.'), problem: message }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

const NAMED = 20

function invalidSet(folder: string, faults: readonly CaseFileFault[]): AppError {
  const lines = faults
    .slice(0, NAMED)
    .map(({ file, path, problem }) => `${file}${path ? ` at ${path}` : ''}: ${problem}`)
  if (faults.length > NAMED) lines.push(`and ${faults.length - NAMED} more`)
  const message = `${folder} holds cases that cannot be used.\n${lines.join('\n')}`
  const details = faults.map((fault) => ({ ...fault }))
  return new AppError('invalid', 'evaluation_set_invalid', message, { details })
}
