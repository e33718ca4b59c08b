import { type Command, Option } from 'commander'
import { AppError, isAppError } from '../../core/errors.ts'
import { PUBLISHED_SPELLINGS } from '../../core/fhir/spellings.ts'
import { CODE_LISTS } from '../../core/fhir/terms.ts'
import type { Establishment } from '../../core/rnds/compile-record/establishment.ts'
import { HOSPITAL_STAY } from '../../core/rnds/compile-record/told-facts.ts'
import {
  applyChanges,
  ENVIRONMENTS,
  type EstablishmentChanges,
  missingFields,
  UFS,
} from '../../core/rnds/edit-establishment.ts'
import { defineCommand } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import { ORG_OPTION, type OrgOption, withOrganization } from '../find-ref.ts'
import type { Terminal } from '../terminal.ts'

/** `svcctl rnds profile show|set`: as whom and with which usual codes the establishment reports. */
export function rndsProfileCommand(deps: CliDeps): Command {
  return defineCommand('profile', 'the establishment, as the network knows it', [
    'rnds profile show',
  ])
    .addCommand(showCommand(deps))
    .addCommand(setCommand(deps))
}

interface Field {
  key: Exclude<keyof EstablishmentChanges, (typeof SWITCHES)[number]['key']>
  flag: string
  description: string
  /** Allowed values with labels, where they are few. */
  choices?: ReadonlyMap<string, string>
}

const labelled = (words: readonly string[]) => new Map(words.map((word) => [word, word]))
const ofList = ({ codes }: { codes: ReadonlyMap<string, string> }) => codes

/** In the order of the questions. */
const FIELDS: readonly Field[] = [
  {
    key: 'environment',
    flag: '--environment <name>',
    description: 'which network',
    choices: labelled(ENVIRONMENTS),
  },
  { key: 'uf', flag: '--uf <uf>', description: 'state: chooses the host', choices: labelled(UFS) },
  { key: 'cnes', flag: '--cnes <number>', description: 'the establishment, 7 digits' },
  {
    key: 'requesterId',
    flag: '--requester-id <id>',
    description: '“identificador do solicitante” of the credential',
  },
  {
    key: 'lookupCns',
    flag: '--lookup-cns <number>',
    description: 'CNS of the practitioner on whose behalf patients are looked up',
  },
  {
    key: 'cbo',
    flag: '--cbo <code>',
    description: 'occupation of those of whom nobody says one (see user set), 6 digits',
  },
  {
    key: 'modality',
    flag: '--modality <code>',
    description: 'kind of care; stays (04) are not sent',
    choices: ofList(CODE_LISTS.modality),
  },
  {
    key: 'priority',
    flag: '--priority <code>',
    description: 'how visits come about',
    choices: ofList(CODE_LISTS.priority),
  },
  {
    key: 'admissionSource',
    flag: '--admission-source <code>',
    description: 'where patients come from',
    choices: ofList(CODE_LISTS.admissionSource),
  },
  {
    key: 'outcome',
    flag: '--outcome <code>',
    description: 'how visits end',
    choices: ofList(CODE_LISTS.outcome),
  },
  {
    key: 'financing',
    flag: '--financing <code>',
    description: 'who pays',
    choices: ofList(CODE_LISTS.financing),
  },
  {
    key: 'procedure',
    flag: '--procedure <code>',
    description: 'the visit itself: SIGTAP (10 digits) or TUSS (8)',
  },
  { key: 'locationName', flag: '--location <name>', description: 'where in the establishment' },
  { key: 'team', flag: '--team <ine>', description: 'primary-care team (INE)' },
  {
    key: 'authUrl',
    flag: '--auth-url <url>',
    description: 'instead of the environment’s token address',
  },
  { key: 'ehrUrl', flag: '--ehr-url <url>', description: 'instead of its service address' },
  {
    key: 'loincSystem',
    flag: '--loinc-system <url>',
    description: `LOINC’s URL in records: ${PUBLISHED_SPELLINGS.loinc.join(' or ')}`,
  },
  {
    key: 'ucumSystem',
    flag: '--ucum-system <url>',
    description: `that of units (UCUM): ${PUBLISHED_SPELLINGS.ucum.join(' or ')}`,
  },
]

/**
 * For a rehearsal, a proxy, or a network that wants another spelling: changed by their flags only.
 */
const NOT_ASKED: ReadonlySet<string> = new Set(['authUrl', 'ehrUrl', 'loincSystem', 'ucumSystem'])

const SWITCHES = [
  {
    key: 'severalEstablishments',
    flag: '--several-establishments <on|off>',
    description: 'no CNES is remembered: each record has to name its own',
  },
  {
    key: 'rpmEnabled',
    flag: '--rpm <on|off>',
    description: 'send prescriptions on their own (RPM, past): where the network takes them',
  },
  {
    key: 'relEnabled',
    flag: '--rel <on|off>',
    description: 'send laboratory results (REL): notifiable diseases only',
  },
  {
    key: 'teleconsultationType',
    flag: '--teleconsultation-type <on|off>',
    description: 'mark teleconsultations: where the network takes it',
  },
  {
    key: 'patientByCnsAlone',
    flag: '--patient-by-cns-alone <on|off>',
    description: 'send patients without a CPF by their CNS: newborns, visitors from abroad',
  },
] as const

function showCommand(deps: CliDeps): Command {
  return defineCommand('show', 'show the profile and what is missing', ['rnds profile show'])
    .option(...ORG_OPTION)
    .action(async ({ org }: OrgOption, command: Command) => {
      const establishment = await withOrganization(deps, command, org, ({ rnds }, id) =>
        rnds.establishments.getEstablishment(id),
      )
      tell(deps, establishment)
    })
}

function setCommand(deps: CliDeps): Command {
  const { terminal } = deps
  const command = defineCommand('set', 'change the profile; without flags it asks', [
    'rnds profile set --cnes 9876543 --uf sp --environment homologation --requester-id 12345',
    'rnds profile set --modality 07 --priority 03 --financing 01',
    'rnds profile set --team ""   # clears it',
    'rnds profile set --loinc-system https://loinc.org/   # "" brings the usual one back',
  ])
  for (const { flag, description } of FIELDS) command.option(flag, description)
  for (const { flag, description } of SWITCHES)
    command.addOption(new Option(flag, description).choices(['on', 'off']))
  return command
    .addHelpText('after', codeTables())
    .option(...ORG_OPTION)
    .action(async (options: Record<string, string> & OrgOption, self: Command) => {
      const establishment = await withOrganization(deps, self, options.org, async (admin, id) => {
        const { establishments } = admin.rnds
        const typed = changesOf(options)
        const isAsking = Object.keys(typed).length === 0 && terminal.canAsk
        const changes = isAsking
          ? await askAll(terminal, await establishments.getEstablishment(id))
          : typed
        await confirmOtherNetwork(terminal, { admin, id, changes })
        return establishments.changeEstablishment(id, changes).catch((error: unknown) => {
          throw explained(error)
        })
      })
      tell(deps, establishment)
    })
}

/** A refusal with what may be typed instead, by the flags' own names. */
function explained(error: unknown): unknown {
  if (!isAppError(error) || error.code !== 'validation_error') return error
  const lines = (error.details ?? []).flatMap(({ field, code }) => {
    const wrong = FIELDS.find(({ key }) => key === field)
    if (!wrong) return []
    const [name] = wrong.flag.split(' ')
    if (code === 'ERR784') return [`${name}: urgent care (modality 06) is never elective.`]
    const { choices, description } = wrong
    return choices ? [`${name}, one of:`, ...tableOf(choices)] : [`${name}: ${description}.`]
  })
  const { kind, message, details = [] } = error
  return new AppError(kind, error.code, [message, ...lines].join('\n'), { details, cause: error })
}

/**
 * Records that wait go to whatever network the profile names when their turn comes: those of a
 * rehearsal to the real one, too.
 */
async function confirmOtherNetwork(
  terminal: Terminal,
  { admin, id, changes }: { admin: Admin; id: string; changes: EstablishmentChanges },
): Promise<void> {
  const { environment } = await admin.rnds.establishments.getEstablishment(id)
  const { environment: wanted } = changes
  if (!wanted || wanted === environment) return
  const filter = { organizationId: id, state: 'pending' as const, limit: MOST_COUNTED }
  const { length } = await admin.submissions.store.list(filter)
  if (length === 0) return
  const count = length < MOST_COUNTED ? `${length}` : `${MOST_COUNTED} or more`
  await terminal.confirm(
    `${count} records were made for the network "${environment}" and wait (svcctl rnds list --state pending). They would be sent to "${wanted}". Change it all the same?`,
  )
}

const MOST_COUNTED = 1000

function changesOf(options: Record<string, string | undefined>): EstablishmentChanges {
  const changes: EstablishmentChanges = {}
  for (const { key, flag } of FIELDS) {
    const typed = options[attributeOf(flag)]
    if (typed !== undefined) changes[key] = typed
  }
  for (const { key, flag } of SWITCHES) {
    const typed = options[attributeOf(flag)]
    if (typed !== undefined) changes[key] = typed === 'on'
  }
  return changes
}

/** So that nothing is set by pressing return. */
const NOT_SET = [['', '(not set)']] as const

/**
 * Every answer is checked at once: a slip in the last one must not cost
 * the others.
 */
async function askAll(terminal: Terminal, present: Establishment): Promise<EstablishmentChanges> {
  const changes: EstablishmentChanges = {}
  for (const { key, description, choices } of FIELDS) {
    if (NOT_ASKED.has(key)) continue
    const held = heldValue(present, key)
    const question = description.replace(/^./, (letter) => letter.toUpperCase())
    const isAllowed = (typed: string) => {
      try {
        // The priority held may not fit the new modality (ERR784): it is asked for behind it.
        applyChanges(present, { ...changes, priority: null, [key]: typed })
        return true
      } catch (error) {
        if (!isAppError(error)) throw error
        return false
      }
    }
    changes[key] = choices
      ? await terminal.choose(
          question,
          [...(key === 'environment' ? [] : NOT_SET), ...choices]
            .filter(([value]) => isAllowed(value))
            .map(([value, label]) => ({
              value,
              label: value === label ? value : `${value} ${label}`.trim(),
            })),
          held,
        )
      : await terminal.ask(question, {
          initial: held ?? '',
          optional: true,
          fault: (typed) => (isAllowed(typed) ? null : `This is not: ${description}.`),
        })
  }
  return changes
}

function tell({ terminal }: CliDeps, establishment: Establishment) {
  const missing = missingFields(establishment)
  const isStay = establishment.defaults.modality === HOSPITAL_STAY
  terminal.result({ ...establishment, missing }, () =>
    FIELDS.map(({ key, flag, choices }) => {
      const value = heldValue(establishment, key)
      const label = value === null ? undefined : choices?.get(value)
      const shown = value === null ? '–' : label && label !== value ? `${value} ${label}` : value
      return `${terminal.style.dim(flagName(flag).padEnd(24))}${shown}`
    })
      .concat(
        SWITCHES.map(
          ({ key, flag }) =>
            `${terminal.style.dim(flagName(flag).padEnd(24))}${establishment[key] ? 'on' : 'off'}`,
        ),
      )
      .join('\n'),
  )
  if (isStay) terminal.say(terminal.sentence(STAY))
  if (missing.length === 0) return
  const flags = FIELDS.filter(({ key }) => missing.some((name) => name === key))
  terminal.say(`Still missing: ${flags.map(({ flag }) => flag.split(' ')[0]).join(' ')}`)
}

const STAY =
  'With modality 04 as the usual one, hospital stays, no visit is sent: the record of a stay is the discharge summary (Sumário de Alta), which is not composed here. Set that of the other visits, or none.'

function heldValue(establishment: Establishment, key: Field['key']): string | null {
  const { defaults, ...rest } = establishment
  const values: Record<string, unknown> = { ...rest, ...defaults }
  const value = values[key]
  return value === null || value === undefined ? null : String(value)
}

/** `--admission-source <code>` → `admission-source`: what is shown is called as it is set. */
function flagName(flag: string): string {
  return flag.replace(/^--| .*/gs, '')
}

/** `--admission-source <code>` → `admissionSource` */
function attributeOf(flag: string): string {
  return new Option(flag).attributeName()
}

function codeTables(): string {
  const lists = FIELDS.filter(({ key }) => key in CODE_LISTS)
  const blocks = lists.map(({ flag, choices }) =>
    [`${flag.split(' ')[0]}:`, ...(choices ? tableOf(choices) : [])].join('\n'),
  )
  return `\n${blocks.join('\n')}`
}

function tableOf(choices: ReadonlyMap<string, string>): string[] {
  return [...choices].map(([value, label]) =>
    label === value ? `  ${value}` : `  ${value}  ${label}`,
  )
}
