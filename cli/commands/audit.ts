import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { auditExportCommand } from './audit-export.ts'
import { auditReportCommand } from './audit-report.ts'
import { auditTailCommand } from './audit-tail.ts'
import { auditVerifyCommand } from './audit-verify.ts'

/** `svcctl audit`: who did what, and the proof that nobody changed it. */
export function auditCommand(deps: CliDeps): Command {
  return defineNoun('audit', 'audits', 'who did what, and the proof that nobody changed it')
    .addCommand(auditTailCommand(deps))
    .addCommand(auditExportCommand(deps))
    .addCommand(auditVerifyCommand(deps))
    .addCommand(auditReportCommand(deps))
}
