import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { digitsOf, isCns } from '../../core/identifiers.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { ORG_OPTION, type OrgOption, withOrganization } from '../find-ref.ts'
import { callerOf, networkFor } from '../rnds-caller.ts'

interface Options extends OrgOption {
  cns: string
  cnes?: string
  as?: string
}

/**
 * `svcctl rnds practitioner --cns`: who it is, and as what they work in the establishment (prevents
 * ERR879 and ERR906).
 */
export function rndsPractitionerCommand(deps: CliDeps): Command {
  const { terminal, signal } = deps
  return defineCommand('practitioner', 'look a practitioner and their occupations up', [
    'rnds practitioner --cns 159877430980006',
  ])
    .requiredOption('--cns <number>', 'fifteen digits')
    .option('--cnes <number>', 'the establishment; else the profile’s')
    .option('--as <cns>', 'on whose behalf; else the profile’s --lookup-cns, else their own')
    .option(...ORG_OPTION)
    .action(async (options: Options, command: Command) => {
      const cns = digitsOf(options.cns)
      if (!isCns(cns))
        throw new AppError('invalid', 'usage', 'This is no CNS: its check digits are wrong.')
      const found = await withOrganization(deps, command, options.org, async (admin, id) => {
        const { rnds } = admin
        const { lookupCns, cnes: usual, defaults } = await rnds.establishments.getEstablishment(id)
        const as = await callerOf(rnds, id, options.as ?? lookupCns ?? cns)
        const network = await networkFor(admin, id)
        const practitioner = await network.findPractitioner(cns, as, { signal })
        const cnes = options.cnes ?? usual
        const role = cnes ? await network.findRole(cns, cnes, as, { signal }) : null
        const own = await rnds.professionals.findByCns(id, cns)
        return { practitioner, cnes, cbo: role?.cbo ?? [], own, usual: defaults.cbo }
      })
      const { practitioner, cnes, cbo, own, usual } = found
      if (!practitioner)
        throw new AppError(
          'not-found',
          'practitioner_not_found',
          'The network knows no such practitioner.',
        )
      const sent = sentAs({ role: cbo, own: own?.cbo ?? null, usual })
      terminal.result({ ...practitioner, cnes, cbo, user: own, usual, sent_as: sent }, () =>
        [
          practitioner.name,
          `CNS ${practitioner.cns}`,
          cnes === null
            ? 'Occupations: say where with --cnes'
            : `Occupations in ${cnes}: ${cbo.join(', ') || 'none: documents would be refused (ERR906)'}`,
          ...(own?.cbo ? [`Of the user here (svcctl user set): ${own.cbo}`] : []),
          ...(cnes === null ? [] : [SENT_WORDS[sent.because](sent.cbo ?? '')]),
        ].join('\n'),
      )
    })
}

interface Sent {
  cbo: string | null
  because: keyof typeof SENT_WORDS
}

/** As the compiler chooses, where the call names none. */
function sentAs(known: {
  role: readonly string[]
  own: string | null
  usual: string | null
}): Sent {
  const { role, own, usual } = known
  const [only] = role
  if (only === undefined) return { cbo: null, because: 'none' }
  if (role.length === 1) return { cbo: only, because: 'network' }
  if (own !== null && role.includes(own)) return { cbo: own, because: 'user' }
  if (usual !== null && role.includes(usual)) return { cbo: usual, because: 'profile' }
  return { cbo: null, because: 'several' }
}

const SENT_WORDS = {
  network: (cbo: string) => `Records go out as ${cbo}: the only one that the network knows.`,
  user: (cbo: string) =>
    `Records go out as ${cbo}: the user’s, unless practitioner_cbo says otherwise.`,
  profile: (cbo: string) =>
    `Records go out as ${cbo}: the establishment’s usual one, unless practitioner_cbo says otherwise.`,
  several: () =>
    'Records need to say which: practitioner_cbo in the call, or svcctl user set USER --cns CNS --cbo CBO',
  none: () => 'Records are refused: the network knows none here.',
}
