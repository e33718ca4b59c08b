import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { templateCheckCommand } from './template-check.ts'
import { templateDiffCommand } from './template-diff.ts'
import { templateExportCommand, templateNewCommand } from './template-export.ts'
import { templateInstallCommand, templateRollbackCommand } from './template-install.ts'
import { templateListCommand } from './template-list.ts'
import { templatePreviewCommand } from './template-preview.ts'
import { templateRemoveCommand } from './template-remove.ts'
import { templateShowCommand } from './template-show.ts'

/** `svcctl template …`: document models, built in and an organization's own (DESIGN §8). */
export function templateCommand(deps: CliDeps): Command {
  return defineNoun('template', 'templates', 'document models')
    .addCommand(templateListCommand(deps))
    .addCommand(templateShowCommand(deps))
    .addCommand(templateNewCommand(deps))
    .addCommand(templateCheckCommand(deps))
    .addCommand(templatePreviewCommand(deps))
    .addCommand(templateInstallCommand(deps))
    .addCommand(templateDiffCommand(deps))
    .addCommand(templateRollbackCommand(deps))
    .addCommand(templateRemoveCommand(deps))
    .addCommand(templateExportCommand(deps))
}
