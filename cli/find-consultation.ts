import type { Command } from 'commander'
import { AppError } from '../core/errors.ts'
import type { Admin, CliDeps } from './deps.ts'
import { chooseOrganization } from './find-ref.ts'
import { moment } from './format.ts'

const WHOLE = 36
const LEAST = 6
const SHOWN = 10

export interface PatientOptions {
  patient?: string
  org?: string
}

/** For commands on one consultation, or on all of a patient. */
export function withPatientFlags(command: Command): Command {
  return command
    .option(
      '--patient <external-id>',
      "every consultation of a patient, by the host's identifier; - reads it from standard input, so that no history keeps it",
    )
    .option('--org <organization>', 'whose patient; needed where there are several')
}

/**
 * The id that is meant by it, or by the first six or more characters of it, as a narrow list shows
 * them too, with the ellipsis. Whether a whole one exists, its use says.
 * @throws {AppError} `consultation_not_found`, `consultation_ambiguous`
 */
export async function findConsultation(
  { consult }: Pick<Admin, 'consult'>,
  ref: string,
): Promise<string> {
  const wanted = ref.trim().toLowerCase().replace(/…$/, '')
  if (wanted.length === WHOLE) return wanted
  if (!/^[0-9a-f-]*$/.test(wanted) || wanted.length > WHOLE) throw notFound(ref)
  if (wanted.length < LEAST) throw notFound(ref, `It takes at least the first ${LEAST} characters.`)
  const [first, ...others] = await consult.beginning(wanted, SHOWN + 1)
  if (!first) throw notFound(ref)
  if (others.length === 0) return first.id
  const candidates = [first, ...others].slice(0, SHOWN)
  throw new AppError(
    'conflict',
    'consultation_ambiguous',
    [
      `"${ref}" means several consultations. Use more of the id:`,
      ...candidates.map(({ id, createdAt }) => `  ${id}  prepared ${moment(createdAt)}`),
      ...(others.length >= SHOWN ? ['  and more'] : []),
    ].join('\n'),
  )
}

/**
 * The one that is named, or all of the patient's.
 * @throws {AppError} `consultation_not_found`, `consultation_ambiguous` and those of choosing an
 * organization
 */
export async function findConsultations(
  { terminal }: Pick<CliDeps, 'terminal'>,
  admin: Pick<Admin, 'access' | 'consult'>,
  ref: string | undefined,
  { patient, org }: PatientOptions,
): Promise<string[]> {
  if (ref !== undefined) return [await findConsultation(admin, ref)]
  const externalId = await readPatient(terminal, patient ?? '')
  const { id } = chooseOrganization(await admin.access.listOrganizations(), org)
  const ids = await admin.consult.ofPatient(id, externalId)
  if (ids.length > 0) return ids
  throw new AppError(
    'not-found',
    'consultation_not_found',
    'No consultation of that patient is kept here.',
  )
}

/** @throws {AppError} `usage` unless exactly one of both is given */
export function needOneOf(ref: string | undefined, { patient }: PatientOptions): void {
  if ((ref === undefined) === (patient === undefined))
    throw new AppError('invalid', 'usage', 'Give the id of one consultation, or --patient.')
}

/** @param patient the identifier; "-" stands for standard input */
export async function readPatient(terminal: CliDeps['terminal'], patient: string): Promise<string> {
  return patient === '-' ? (await terminal.readInput()).trim() : patient
}

function notFound(ref: string, hint = 'See: svcctl consult list'): AppError {
  return new AppError(
    'not-found',
    'consultation_not_found',
    `No consultation has an id that is or begins with "${ref}". ${hint}`,
  )
}
