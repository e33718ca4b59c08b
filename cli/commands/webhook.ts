import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { webhookAddCommand } from './webhook-add.ts'
import { webhookDeliveriesCommand, webhookRetryCommand } from './webhook-deliveries.ts'
import { webhookListCommand, webhookShowCommand } from './webhook-list.ts'
import {
  webhookDisableCommand,
  webhookEnableCommand,
  webhookRemoveCommand,
  webhookRotateCommand,
} from './webhook-state.ts'
import { webhookTestCommand } from './webhook-test.ts'

/**
 * `svcctl webhook add|list|show|test|rotate|disable|enable|remove|deliveries|retry` (SPEC-GAPS
 * 1.10)
 */
export function webhookCommand(deps: CliDeps): Command {
  return defineNoun(
    'webhook',
    'webhooks',
    'addresses of your EHR’s backend that are told of events',
  )
    .addCommand(webhookAddCommand(deps))
    .addCommand(webhookListCommand(deps))
    .addCommand(webhookShowCommand(deps))
    .addCommand(webhookTestCommand(deps))
    .addCommand(webhookRotateCommand(deps))
    .addCommand(webhookDisableCommand(deps))
    .addCommand(webhookEnableCommand(deps))
    .addCommand(webhookRemoveCommand(deps))
    .addCommand(webhookDeliveriesCommand(deps))
    .addCommand(webhookRetryCommand(deps))
}
