/** The flags by which the trail is narrowed, the same for every command that reads it. */
import { type Command, InvalidArgumentError } from 'commander'
import type { AuditFilter } from '../core/audit/entry.ts'
import type { Admin } from './deps.ts'
import { chooseOrganization } from './find-ref.ts'

export interface FilterOptions {
  patient?: string
  person?: string
  consultation?: string
  actor?: string
  org?: string
  since?: Date
  until?: Date
}

export function withFilterFlags(command: Command, now: () => Date): Command {
  return command
    .option('--patient <id>', 'only what was done to this patient, by the EHR’s id')
    .option('--org <organization>', 'whose patient; needed where there are several')
    .option('--person <id>', 'only what this professional did, by the EHR’s id')
    .option('--consultation <id>', 'only what was done in this consultation, by its id here')
    .option('--actor <who>', 'only acts of this account, key or token, or of a kind: administrator')
    .option(
      '--since <when>',
      'from this date, time or age on (2026-11-01, 3h, 7d)',
      momentFlag(now),
    )
    .option('--until <when>', 'up to this date, time or age', momentFlag(now))
}

export async function filterOf(
  { access }: Pick<Admin, 'access'>,
  { patient, person, consultation, actor, org, since, until }: FilterOptions,
): Promise<AuditFilter> {
  // Also where no patient is named: a mistyped one is told.
  const organization =
    patient === undefined && org === undefined
      ? undefined
      : chooseOrganization(await access.listOrganizations(), org)
  return {
    consultationId: consultation,
    personId: person,
    actor,
    since,
    until,
    patient:
      organization && patient !== undefined
        ? { organizationId: organization.id, patientId: patient }
        : undefined,
  }
}

const UNIT_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** For options: a date (its beginning, on this machine's clock), a time, or an age. */
export function momentFlag(now: () => Date) {
  return (text: string): Date => {
    const age = /^(\d+)([smhd])$/.exec(text)
    const at = age
      ? new Date(now().getTime() - Number(age[1]) * (UNIT_MS[age[2] as string] as number))
      : (startOfDay(text) ?? new Date(text))
    if (Number.isNaN(at.getTime()))
      throw new InvalidArgumentError(
        'Give a date, a time or an age: 2026-11-01, 2026-11-01T08:00Z, 3h, 7d.',
      )
    return at
  }
}

const DATE = /^\d{4}-\d{2}-(\d{2})$/

/**
 * Where a day begins on this machine's clock, invalid for one that no calendar has (31 February);
 * null for what is no date alone.
 */
export function startOfDay(text: string): Date | null {
  const day = DATE.exec(text)?.[1]
  if (day === undefined) return null
  const at = new Date(`${text}T00:00`)
  return at.getDate() === Number(day) ? at : new Date(Number.NaN)
}
