import { type Command, Option } from 'commander'
import { AppError, isAppError } from '../../core/errors.ts'
import {
  type CertificateFacts,
  type CertificateFile,
  isOfIcpBrasil,
  type ManageCertificates,
  requesterOfAnother,
} from '../../core/rnds/certificate.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { ORG_OPTION, type OrgOption, withOrganization } from '../find-ref.ts'
import { moment } from '../format.ts'

/**
 * `svcctl rnds cert import|show|remove`: the certificate with which the establishment proves
 * itself.
 */
export function rndsCertCommand(deps: CliDeps): Command {
  return defineCommand('cert', 'the establishment’s certificate (ICP-Brasil A1)', [
    'rnds cert show',
  ])
    .addCommand(importCommand(deps))
    .addCommand(showCommand(deps))
    .addCommand(removeCommand(deps))
}

interface ImportOptions extends OrgOption {
  key?: string
  passwordStdin?: boolean
}

function importCommand(deps: CliDeps): Command {
  const { terminal, readBinaryFile } = deps
  return defineCommand('import', 'take a certificate with its key, and keep it sealed', [
    'rnds cert import certificado.pfx',
    'rnds cert import certificado.pem --key chave.pem',
    'rnds cert import certificado.pfx --password-stdin < password.txt',
  ])
    .argument('<file>', 'A1: PKCS#12 (.pfx, .p12) or PEM; the key of an A3 never leaves its card')
    .option('--key <file>', 'the private key, where it is in another PEM file')
    .addOption(
      new Option('--password-stdin', 'read the password from standard input, for programs'),
    )
    .option(...ORG_OPTION)
    .action(async (path: string, options: ImportOptions, command: Command) => {
      const file: CertificateFile = {
        bytes: await readBinaryFile(path),
        ...(options.key !== undefined && { keyBytes: await readBinaryFile(options.key) }),
      }
      const given = options.passwordStdin
        ? (await terminal.readInput()).replace(/\r?\n$/, '')
        : undefined
      const facts = await withOrganization(deps, command, options.org, async ({ rnds }, id) => {
        const password = given ?? (await passwordOf(deps, rnds.certificates, file))
        const looked = await rnds.certificates.lookAt(file, password)
        const establishment = await rnds.establishments.getEstablishment(id)
        const { environment } = establishment
        const other = requesterOfAnother(looked, establishment)
        if (other !== null) {
          terminal.say(
            `The certificate is of CNPJ ${looked.cnpj}, the requester’s id of CNPJ ${other}:`,
          )
          terminal.say('the network takes only the one that was credentialed.')
        }
        if (environment === 'production' && !isOfIcpBrasil(looked)) {
          terminal.say(`This certificate is not of ICP-Brasil (${looked.issuer}): the national`)
          terminal.say('network refuses it, and every record will wait.')
          await terminal.confirm('Import it all the same?')
        }
        return rnds.certificates.importCertificate(id, file, password)
      })
      const daysLeft = Math.floor((facts.notAfter.getTime() - deps.now().getTime()) / DAY_MS)
      if (daysLeft < SOON_DAYS)
        terminal.say(`It expires in ${daysLeft} days: ask for the next one now.`)
      terminal.result(present(facts), () => sheet(deps, facts))
      terminal.say('Key and certificate are kept sealed, the password is not kept. Keep the file')
      terminal.say('where nobody can read it, or delete it.')
    })
}

/** Most often there is one; where there is none, nobody should be asked for it. */
async function passwordOf(
  { terminal }: CliDeps,
  certificates: Pick<ManageCertificates, 'lookAt'>,
  file: CertificateFile,
): Promise<string | null> {
  try {
    await certificates.lookAt(file, null)
    return null
  } catch (error) {
    if (!isAppError(error) || error.code !== 'certificate_password') throw error
    if (!terminal.canAsk)
      throw new AppError(
        'invalid',
        'certificate_password',
        'The file has a password, and there is nobody to ask: send it with --password-stdin.',
        { cause: error },
      )
    return terminal.askSecret('Password of the file')
  }
}

const DAY_MS = 86_400_000
const SOON_DAYS = 30

function showCommand(deps: CliDeps): Command {
  return defineCommand('show', 'show whose certificate it is, and until when', ['rnds cert show'])
    .option(...ORG_OPTION)
    .action(async ({ org }: OrgOption, command: Command) => {
      const facts = await withOrganization(deps, command, org, ({ rnds }, id) =>
        rnds.certificates.findCertificate(id),
      )
      if (!facts) throw missing()
      deps.terminal.result(present(facts), () => sheet(deps, facts))
    })
}

function removeCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('remove', 'forget the certificate and its key', ['rnds cert remove --yes'])
    .option(...ORG_OPTION)
    .action(async ({ org }: OrgOption, command: Command) => {
      await withOrganization(deps, command, org, async ({ rnds }, id) => {
        if (!(await rnds.certificates.findCertificate(id))) throw missing()
        await terminal.confirm('Remove the certificate? Nothing can be sent without one.')
        await rnds.certificates.removeCertificate(id)
      })
      terminal.result({ removed: true }, () => 'The certificate is removed.')
    })
}

function present(facts: CertificateFacts) {
  return { ...facts }
}

function sheet({ terminal: { style } }: CliDeps, facts: CertificateFacts): string {
  const rows = [
    ['subject', facts.subject],
    ['issuer', facts.issuer],
    ['serial', facts.serial],
    ['CNPJ', facts.cnpj ?? '–'],
    ['not before', moment(facts.notBefore)],
    ['not after', moment(facts.notAfter)],
    ['fingerprint', facts.fingerprint],
  ] as const
  return rows.map(([label, value]) => `${style.dim(label.padEnd(13))}${value}`).join('\n')
}

function missing(): AppError {
  return new AppError(
    'not-found',
    'certificate_missing',
    'There is no certificate. Import one: svcctl rnds cert import certificado.pfx',
  )
}
