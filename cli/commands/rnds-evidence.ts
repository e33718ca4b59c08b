import type { Command } from 'commander'
import { brasiliaDate } from '../../core/fhir/bundle/brasilia-time.ts'
import { spellingsOf } from '../../core/rnds/compile-record/establishment.ts'
import { evidenceOf } from '../../core/rnds/evidence.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findRecord } from '../find-ref.ts'

interface Options {
  out: string
  redact?: boolean
}

/** `svcctl rnds evidence`: what the ministry asks for before production is opened. */
export function rndsEvidenceCommand(deps: CliDeps): Command {
  const { terminal, rnds } = deps
  return defineCommand(
    'evidence',
    'write the three proofs of homologation: check, headers of the 201, bundle',
    ['rnds evidence rnds_3f2a --out homologacao', 'rnds evidence rnds_3f2a --out mail --redact'],
  )
    .argument('<record>', 'its id, or the beginning of it')
    .requiredOption('--out <folder>', 'where to; made where it is missing, nothing is replaced')
    .option('--redact', 'without CPF, CNS, names, addresses and free text')
    .action(async (ref: string, { out, redact = false }: Options, command: Command) => {
      const files = await withAdmin(deps, command, async (admin) => {
        const { submissions } = admin
        const record = await findRecord(submissions.store, ref)
        const { bundle, organizationId } = record
        const profile = await admin.rnds.establishments.getEstablishment(organizationId)
        const findings = await submissions.check(bundle, {
          spellings: spellingsOf(profile),
          // As it was when the network took it.
          today: brasiliaDate(new Date(bundle.timestamp)),
        })
        return evidenceOf(record, findings, redact)
      })
      const written = await rnds.keepEvidence(out, files)
      if (!redact)
        terminal.say('This is clinical data of a patient: keep it where such data may be.')
      terminal.result({ written }, () => written.join('\n'))
    })
}
