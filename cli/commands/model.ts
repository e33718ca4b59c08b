import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { modelAdviseCommand } from './model-advise.ts'
import { modelImportCommand } from './model-import.ts'
import { modelListCommand } from './model-list.ts'
import { modelMirrorCommand } from './model-mirror.ts'
import { modelProveCommand } from './model-prove.ts'
import { modelPullCommand } from './model-pull.ts'
import { modelRemoveCommand } from './model-remove.ts'
import { modelSetupCommand } from './model-setup.ts'
import { modelUseCommand } from './model-use.ts'
import { modelVerifyCommand } from './model-verify.ts'

/** `svcctl model list|advise|setup|pull|import|verify|prove|use|remove|mirror` (DESIGN §7) */
export function modelCommand(deps: CliDeps): Command {
  return defineNoun('model', 'models', 'AI models: files that understand speech or write documents')
    .addCommand(modelListCommand(deps))
    .addCommand(modelAdviseCommand(deps))
    .addCommand(modelSetupCommand(deps))
    .addCommand(modelPullCommand(deps))
    .addCommand(modelImportCommand(deps))
    .addCommand(modelVerifyCommand(deps))
    .addCommand(modelProveCommand(deps))
    .addCommand(modelUseCommand(deps))
    .addCommand(modelRemoveCommand(deps))
    .addCommand(modelMirrorCommand(deps))
}
