import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { modelImportCommand } from './model-import.ts'
import { modelListCommand } from './model-list.ts'
import { modelPullCommand } from './model-pull.ts'
import { modelRemoveCommand } from './model-remove.ts'
import { modelUseCommand } from './model-use.ts'
import { modelVerifyCommand } from './model-verify.ts'

/** `svcctl model list|pull|import|verify|use|remove` (DESIGN §7) */
export function modelCommand(deps: CliDeps): Command {
  return defineNoun('model', 'models', 'AI models: files that understand speech or write documents')
    .addCommand(modelListCommand(deps))
    .addCommand(modelPullCommand(deps))
    .addCommand(modelImportCommand(deps))
    .addCommand(modelVerifyCommand(deps))
    .addCommand(modelUseCommand(deps))
    .addCommand(modelRemoveCommand(deps))
}
