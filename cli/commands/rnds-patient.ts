import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { digitsOf, isCns, isCpf } from '../../core/identifiers.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { ORG_OPTION, type OrgOption, withOrganization } from '../find-ref.ts'
import { callerOf, networkFor } from '../rnds-caller.ts'

interface Options extends OrgOption {
  cpf?: string
  cns?: string
  as?: string
}

/**
 * `svcctl rnds patient --cpf|--cns`: whether the network knows them, and by which official number.
 */
export function rndsPatientCommand(deps: CliDeps): Command {
  const { terminal, signal } = deps
  return defineCommand('patient', 'look a patient up in the network', [
    'rnds patient --cpf 01419294210',
    'rnds patient --cns 704163756570459 --json',
  ])
    .option('--cpf <number>', 'eleven digits')
    .option('--cns <number>', 'fifteen digits; preferred where both are given')
    .option('--as <cns>', 'the practitioner on whose behalf; else the profile’s --lookup-cns')
    .option(...ORG_OPTION)
    .action(async (options: Options, command: Command) => {
      const query = readQuery(options)
      const patient = await withOrganization(deps, command, options.org, async (admin, id) => {
        const { rnds } = admin
        const as = await callerOf(rnds, id, options.as)
        const network = await networkFor(admin, id)
        return network.findPatient(query, as, { signal })
      })
      if (!patient)
        throw new AppError('not-found', 'patient_not_found', 'The network knows no such patient.')
      terminal.result(patient, () =>
        [
          patient.name,
          `CNS ${patient.cns ?? 'none'}   CPF ${patient.cpf ?? 'none'}`,
          `${patient.birthDate ?? 'birth date not known'}   ${patient.gender ?? ''}`.trimEnd(),
          ...(patient.active ? [] : ['INACTIVE: documents about them are refused (ERR934)']),
        ].join('\n'),
      )
    })
}

function readQuery({ cpf, cns }: Options): { cpf?: string; cns?: string } {
  if (cns !== undefined && !isCns(digitsOf(cns))) throw wrong('CNS')
  if (cpf !== undefined && !isCpf(digitsOf(cpf))) throw wrong('CPF')
  if (cns !== undefined) return { cns: digitsOf(cns) }
  if (cpf !== undefined) return { cpf: digitsOf(cpf) }
  throw new AppError('invalid', 'usage', 'Say who is meant: --cpf or --cns.')
}

function wrong(what: string): AppError {
  return new AppError('invalid', 'usage', `This is no ${what}: its check digits are wrong.`)
}
