import type { Command } from 'commander'
import type { User } from '../core/access/access.ts'
import { AppError } from '../core/errors.ts'
import type { SubmissionStore } from '../core/rnds/ports.ts'
import type { Submission } from '../core/rnds/submission.ts'
import { shownUrl, type WebhookEndpoint } from '../core/webhooks/endpoint.ts'
import { withAdmin } from './define-command.ts'
import type { Admin, CliDeps } from './deps.ts'

interface Named {
  id: string
  name: string
}

/** Names that people read as the same: case, accents typed in two ways, and spaces aside. */
export function sameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** All that may be meant; several only where the words do not tell them apart. */
export function meant<Item extends Named>(items: readonly Item[], ref: string): readonly Item[] {
  const wanted = ref.toLowerCase()
  const exact = items.filter(({ id }) => id === wanted)
  const named = items.filter(({ name }) => sameName(name, ref))
  const begun = wanted.length >= 4 ? items.filter(({ id }) => id.startsWith(wanted)) : []
  return [exact, named, begun].find((list) => list.length > 0) ?? []
}

/**
 * The one thing meant by an id, the beginning of one (4 characters or more), or a name in any case.
 * @throws {AppError} `<what>_not_found`, `<what>_ambiguous`
 */
export function findRef<Item extends Named>(
  items: readonly Item[],
  ref: string,
  what: 'organization' | 'user' | 'key' | 'webhook' | 'device',
): Item {
  const found = meant(items, ref)
  const [first, ...others] = found
  const list = {
    organization: 'org list',
    user: 'user list',
    key: 'key list',
    webhook: 'webhook list',
    device: 'user devices',
  }[what]
  if (!first)
    throw new AppError(
      'not-found',
      `${what}_not_found`,
      `No ${what} is "${ref}". See: svcctl ${list}`,
    )
  if (others.length > 0)
    throw new AppError(
      'conflict',
      `${what}_ambiguous`,
      `"${ref}" means ${found.length} of them. Use the id. See: svcctl ${list}`,
    )
  return first
}

/**
 * The organization that was named, or the only one there is.
 * @throws {AppError} `organization_not_found`, `organization_ambiguous`, `organization_needed`
 */
export function chooseOrganization<Item extends Named>(
  items: readonly Item[],
  ref: string | undefined,
): Item {
  if (ref !== undefined) return findRef(items, ref, 'organization')
  const [only, ...others] = items
  if (!only)
    throw new AppError(
      'not-found',
      'organization_not_found',
      'There is no organization yet. Make one: svcctl org create "Hospital"',
    )
  if (others.length > 0)
    throw new AppError(
      'invalid',
      'organization_needed',
      'There are several organizations: say which with --org <name>. See: svcctl org list',
    )
  return only
}

export const ORG_OF_IT = [
  '--org <organization>',
  'of this one, where several have the name',
] as const

/** Undefined: of any. */
export async function organizationOf(
  { access }: Admin,
  ref: string | undefined,
): Promise<string | undefined> {
  if (ref === undefined) return undefined
  return findRef(await access.listOrganizations(), ref, 'organization').id
}

/** Among the users of one organization, or of all of them. */
export async function findUser(
  { access }: Admin,
  ref: string,
  organizationId?: string,
): Promise<User> {
  const ids = organizationId
    ? [organizationId]
    : (await access.listOrganizations()).map(({ id }) => id)
  const users = await Promise.all(ids.map((id) => access.listUsers(id)))
  return findRef(users.flat(), ref, 'user')
}

/**
 * By name, id or the beginning of the id. @throws {AppError} `webhook_not_found`,
 * `webhook_ambiguous`
 */
export async function findWebhook({ webhooks }: Admin, ref: string): Promise<WebhookEndpoint> {
  return findRef(await webhooks.endpoints.list(), ref, 'webhook')
}

/** What an administrator may know: no secret, and nothing of a query, which may be one. */
export function presentWebhook(endpoint: WebhookEndpoint) {
  const { id, organizationId, name, events, content, state, disabledBecause } = endpoint
  const { createdAt, secrets } = endpoint
  return {
    id,
    organizationId,
    name,
    url: shownUrl(endpoint.url),
    events,
    content,
    state,
    disabledBecause,
    createdAt,
    previousSecretUntil: secrets.previous?.until ?? null,
  }
}

/**
 * The record meant by its id, with or without `rnds_`, or by the first four or more characters of
 * it, as a narrow list shows them too, with the ellipsis.
 * @throws {AppError} `record_not_found`, `record_ambiguous`
 */
export async function findRecord(
  store: Pick<SubmissionStore, 'find' | 'list'>,
  ref: string,
): Promise<Submission> {
  const wanted = ref
    .toLowerCase()
    .replace(/…$/, '')
    .replace(/^(rnds_)?/, 'rnds_')
  const exact = await store.find(wanted)
  if (exact) return exact
  const begun = wanted.length >= 'rnds_'.length + 4 ? await store.list({ limit: ALL }) : []
  const [first, ...others] = begun.filter(({ id }) => id.startsWith(wanted))
  if (others.length > 0)
    throw new AppError(
      'conflict',
      'record_ambiguous',
      `"${ref}" means ${others.length + 1} records. Use the whole id.`,
    )
  const found = first && (await store.find(first.id))
  if (found) return found
  throw new AppError(
    'not-found',
    'record_not_found',
    `No record is "${ref}". See: svcctl rnds list`,
  )
}

const ALL = 100_000

export interface OrgOption {
  org?: string
}

/** For commands about one organization. */
export const ORG_OPTION = ['--org <organization>', 'needed where there are several'] as const

/** Opens the data folder for one piece of work on the organization that is meant. */
export function withOrganization<Result>(
  deps: Pick<CliDeps, 'openAdmin' | 'settings'>,
  command: Command,
  ref: string | undefined,
  work: (admin: Admin, organizationId: string) => Promise<Result>,
): Promise<Result> {
  return withAdmin(deps, command, async (admin) => {
    const { id } = chooseOrganization(await admin.access.listOrganizations(), ref)
    return work(admin, id)
  })
}

type NamedThing = { id: string; name: string }

/**
 * @param hint what to do instead, a sentence
 * @throws {AppError} `<what>_exists`
 */
export function refuseTaken(
  items: readonly NamedThing[],
  name: string,
  what: 'organization' | 'user' | 'webhook',
  hint: string,
): void {
  const same = items.find((one) => sameName(one.name, name))
  if (!same) return
  throw new AppError(
    'conflict',
    `${what}_exists`,
    `${same.name} is there already (${same.id}); two of a name could not be told apart. ${hint}`,
  )
}

/**
 * Names that are given here: two of one could not be told apart by it.
 *
 * The name itself, or with the first number that makes it one of its own: `EHR 2`.
 */
export function freeName(items: readonly NamedThing[], name: string): string {
  const isTaken = (wanted: string) => items.some((one) => sameName(one.name, wanted))
  for (let number = 1; ; number++) {
    const wanted = number === 1 ? name : `${name} ${number}`
    if (!isTaken(wanted)) return wanted
  }
}
