import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { rndsBundleCommand } from './rnds-bundle.ts'
import { rndsCertCommand } from './rnds-cert.ts'
import { rndsCheckCommand } from './rnds-check.ts'
import { rndsDefinitionsCommand } from './rnds-definitions.ts'
import { rndsEvidenceCommand } from './rnds-evidence.ts'
import { rndsListCommand } from './rnds-list.ts'
import { rndsPatientCommand } from './rnds-patient.ts'
import { rndsPractitionerCommand } from './rnds-practitioner.ts'
import { rndsProfileCommand } from './rnds-profile.ts'
import { rndsRetryCommand } from './rnds-retry.ts'
import { rndsShowCommand } from './rnds-show.ts'
import { rndsSimulatorCommand } from './rnds-simulator.ts'

/** `svcctl rnds …`: the national health data network (DESIGN §8). */
export function rndsCommand(deps: CliDeps): Command {
  return defineNoun('rnds', 'network', 'the national health data network (RNDS)')
    .addCommand(rndsListCommand(deps))
    .addCommand(rndsShowCommand(deps))
    .addCommand(rndsBundleCommand(deps))
    .addCommand(rndsCheckCommand(deps))
    .addCommand(rndsEvidenceCommand(deps))
    .addCommand(rndsRetryCommand(deps))
    .addCommand(rndsProfileCommand(deps))
    .addCommand(rndsCertCommand(deps))
    .addCommand(rndsPatientCommand(deps))
    .addCommand(rndsPractitionerCommand(deps))
    .addCommand(rndsDefinitionsCommand(deps))
    .addCommand(rndsSimulatorCommand(deps))
}
