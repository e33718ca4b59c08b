import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import type { NetworkDocumentType } from '../../core/fhir/clinical-record.ts'
import { STANDARD_SPELLINGS } from '../../core/fhir/spellings.ts'
import { digitsOf } from '../../core/identifiers.ts'
import { spellingsOf } from '../../core/rnds/compile-record/establishment.ts'
import { RECORD_TYPES } from '../../core/rnds/profile-package.ts'
import { offering } from '../completion/offers.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import { chooseOrganization, findRecord } from '../find-ref.ts'
import { findingInEnglish, findingLines, type ToldFinding, valueAt } from '../finding-lines.ts'

interface Options {
  org?: string
  type: string
  cpf?: string
  cns?: string
  practitioner?: string
  cnes?: string
}

/**
 * `svcctl rnds check`: the pre-flight of a consultation, of a record or of a file; nothing is sent.
 */
export function rndsCheckCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('check', 'say what the network would refuse, without asking it', [
    'rnds check bundle.json',
    'rnds check rnds_3f2a',
    'rnds check 5f0c6c1e-… --cpf 52998224725 --practitioner 700000000000005',
  ])
    .addArgument(offering('<what>', 'a file with a bundle, a record, or a consultation', 'files'))
    .option('--type <type>', 'of a consultation: RAC, RPM, REPM or REL', 'RAC')
    .option('--cpf <number>', 'of a consultation: the patient')
    .option('--cns <number>', 'of a consultation: the patient')
    .option('--practitioner <cns>', 'of a consultation: who signs')
    .option('--cnes <number>', 'of a consultation: where; else the profile’s')
    .option('--org <organization>', 'where there are several: whose consultation, whose profile')
    .action(async (what: string, options: Options, command: Command) => {
      const findings = await withAdmin(deps, command, (admin) =>
        findingsOf(deps, admin, what, options),
      )
      const errors = findings.filter(({ severity }) => severity === 'error').length
      const told = findings.map((finding) => ({ ...finding, reason: findingInEnglish(finding) }))
      terminal.result({ findings: told, errors }, () =>
        findings.length > 0
          ? findingLines(findings, terminal.style)
          : 'Nothing speaks against sending it.',
      )
      if (errors > 0)
        throw new AppError(
          'rejected',
          'check_failed',
          errors === 1 ? 'The network would refuse it.' : `${errors} reasons to refuse it.`,
        )
    })
}

async function findingsOf(
  { readTextFile }: CliDeps,
  { access, submissions, rnds }: Admin,
  what: string,
  options: Options,
): Promise<ToldFinding[]> {
  const spellingsFor = async (organizationId: string) =>
    spellingsOf(await rnds.establishments.getEstablishment(organizationId))
  const spellingsOfFile = async () => {
    const organizations = await access.listOrganizations()
    if (options.org === undefined && organizations.length !== 1) return STANDARD_SPELLINGS
    return spellingsFor(chooseOrganization(organizations, options.org).id)
  }
  if (/^rnds_/i.test(what)) {
    const { bundle, organizationId } = await findRecord(submissions.store, what)
    return submissions.check(bundle, { spellings: await spellingsFor(organizationId) })
  }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(what)) {
    const bundle = parse(await readTextFile(what), what)
    const findings = await submissions.check(bundle, { spellings: await spellingsOfFile() })
    // Of a file alone: whoever holds it reads it, and records are shown by `rnds bundle`.
    return findings.map((finding) => withFound(finding, valueAt(bundle, finding.path)))
  }
  const { org, cpf, cns, practitioner, cnes } = options
  if ((cpf === undefined && cns === undefined) || practitioner === undefined)
    throw new AppError(
      'invalid',
      'usage',
      'A consultation needs --practitioner, and --cpf (or --cns alone, where the profile says so).',
    )
  const { findings } = await submissions.preflight({
    organizationId: chooseOrganization(await access.listOrganizations(), org).id,
    consultationId: what.toLowerCase(),
    documentType: readType(options.type),
    patient: {
      cpf: cpf === undefined ? null : digitsOf(cpf),
      cns: cns === undefined ? null : digitsOf(cns),
    },
    practitionerCns: digitsOf(practitioner),
    cnes: cnes === undefined ? null : digitsOf(cnes),
  })
  return findings
}

function readType(text: string): NetworkDocumentType {
  const type = text.toUpperCase()
  const known = RECORD_TYPES.find((one) => one === type)
  if (known) return known
  throw new AppError('invalid', 'usage', `--type is one of ${RECORD_TYPES.join(', ')}.`)
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid', 'file_not_json', `${path} is no JSON.`, { cause })
  }
}

function withFound(finding: ToldFinding, found: string | undefined): ToldFinding {
  return found === undefined ? finding : { ...finding, found }
}
