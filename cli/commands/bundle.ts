import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bundleCreateCommand } from './bundle-create.ts'
import { bundleForgetCommand } from './bundle-forget.ts'
import { bundleShowCommand } from './bundle-show.ts'
import { bundleStepBackCommand, bundleStepUpCommand, bundleTakeInCommand } from './bundle-steps.ts'
import { bundleTryCommand } from './bundle-try.ts'
import { bundleVerifyCommand } from './bundle-verify.ts'

/**
 * `svcctl bundle`: one signed file for machines without internet, and what its installer asks of
 * the program.
 */
export function bundleCommand(deps: CliDeps): Command {
  return defineNoun(
    'bundle',
    'bundles',
    'one signed file that installs everything without internet',
  )
    .addCommand(bundleCreateCommand(deps))
    .addCommand(bundleVerifyCommand(deps))
    .addCommand(bundleShowCommand(deps))
    .addCommand(bundleTryCommand(deps))
    .addCommand(bundleTakeInCommand(deps))
    .addCommand(bundleStepUpCommand(deps))
    .addCommand(bundleStepBackCommand(deps))
    .addCommand(bundleForgetCommand(deps))
}
