/**
 * The first level of the command line: what the root's help says, and where each command lies. One
 * that was asked for is loaded alone: together they are most of the program. What stands here
 * twice, here and with the command, a test compares (cli-program.test.ts).
 */
import type { Command } from 'commander'
import type { CliDeps } from './deps.ts'

export interface CommandEntry {
  name: string
  alias?: string
  description: string
  load(): Promise<(deps: CliDeps) => Command>
}

/** By what an administrator is about to do. */
export const outline: readonly { heading: string; entries: readonly CommandEntry[] }[] = [
  {
    heading: 'Begin and run:',
    entries: [
      {
        name: 'init',
        description: 'prepare the data folder, an organization and a first API key',
        load: async () => (await import('./commands/init.ts')).initCommand,
      },
      {
        name: 'serve',
        description: 'run the service',
        load: async () => (await import('./commands/serve.ts')).serveCommand,
      },
      {
        name: 'demo',
        description: 'run the service with the sample EHR page, to try it out',
        load: async () => (await import('./commands/serve.ts')).demoCommand,
      },
      {
        name: 'status',
        description: 'show whether the service runs, and what it is doing',
        load: async () => (await import('./commands/status.ts')).statusCommand,
      },
      {
        name: 'drain',
        description: 'let visits end and take no new ones, before a maintenance',
        load: async () => (await import('./commands/drain.ts')).drainCommand,
      },
      {
        name: 'resume',
        description: 'take new visits again, after svcctl drain',
        load: async () => (await import('./commands/drain.ts')).resumeCommand,
      },
      {
        name: 'admin',
        alias: 'admins',
        description: 'the page for administration in a browser: let in, end sessions',
        load: async () => (await import('./commands/admin.ts')).adminCommand,
      },
      {
        name: 'doctor',
        description: 'examine this installation and say what to do',
        load: async () => (await import('./commands/doctor.ts')).doctorCommand,
      },
      {
        name: 'support',
        alias: 'supports',
        description: 'one file for who helps from outside, without words of people',
        load: async () => (await import('./commands/support.ts')).supportCommand,
      },
      {
        name: 'config',
        alias: 'configs',
        description: 'read and write settings',
        load: async () => (await import('./commands/config.ts')).configCommand,
      },
      {
        name: 'upgrade',
        description: 'bring the data of an earlier version up to date, after a copy',
        load: async () => (await import('./commands/upgrade.ts')).upgradeCommand,
      },
      {
        name: 'bundle',
        alias: 'bundles',
        description: 'one signed file that installs everything without internet',
        load: async () => (await import('./commands/bundle.ts')).bundleCommand,
      },
    ],
  },
  {
    heading: 'Who may use it:',
    entries: [
      {
        name: 'org',
        alias: 'orgs',
        description: 'organizations: the hospitals and clinics that use the service',
        load: async () => (await import('./commands/org.ts')).orgCommand,
      },
      {
        name: 'user',
        alias: 'users',
        description: 'people to whom keys are linked',
        load: async () => (await import('./commands/user.ts')).userCommand,
      },
      {
        name: 'key',
        alias: 'keys',
        description: 'API keys of host systems, and the keys that sign tokens',
        load: async () => (await import('./commands/key.ts')).keyCommand,
      },
      {
        name: 'webhook',
        alias: 'webhooks',
        description: 'addresses of your EHR’s backend that are told of events',
        load: async () => (await import('./commands/webhook.ts')).webhookCommand,
      },
      {
        name: 'outgoing',
        alias: 'outgoings',
        description: 'whether anything leaves this box: webhooks, records, backups',
        load: async () => (await import('./commands/outgoing.ts')).outgoingCommand,
      },
      {
        name: 'plugin',
        description: 'show the versions of plugin.js and their integrity',
        load: async () => (await import('./commands/plugin.ts')).pluginCommand,
      },
      {
        name: 'extension',
        alias: 'extensions',
        description: 'the browser extension on doctors’ computers',
        load: async () => (await import('./commands/extension.ts')).extensionCommand,
      },
      {
        name: 'host',
        alias: 'hosts',
        description: 'pages that use the assistant',
        load: async () => (await import('./commands/host.ts')).hostCommand,
      },
    ],
  },
  {
    heading: 'Speech and documents:',
    entries: [
      {
        name: 'model',
        alias: 'models',
        description: 'AI models: files that understand speech or write documents',
        load: async () => (await import('./commands/model.ts')).modelCommand,
      },
      {
        name: 'template',
        alias: 'templates',
        description: 'document models',
        load: async () => (await import('./commands/template.ts')).templateCommand,
      },
      {
        name: 'schema',
        alias: 'schemas',
        description: 'schemas for structured output',
        load: async () => (await import('./commands/schema.ts')).schemaCommand,
      },
      {
        name: 'terminology',
        alias: 'terminologies',
        description: 'tables of codes: CID-10, SIGTAP, TUSS, CBO …',
        load: async () => (await import('./commands/terminology.ts')).terminologyCommand,
      },
      {
        name: 'eval',
        description: 'run the installed models over the evaluation set and judge them',
        load: async () => (await import('./commands/eval.ts')).evalCommand,
      },
      {
        name: 'rnds',
        alias: 'network',
        description: 'the national health data network (RNDS)',
        load: async () => (await import('./commands/rnds.ts')).rndsCommand,
      },
    ],
  },
  {
    heading: 'What is kept:',
    entries: [
      {
        name: 'consult',
        alias: 'consults',
        description: 'what is kept of consultations: facts, proof, hold, erasure',
        load: async () => (await import('./commands/consult.ts')).consultCommand,
      },
      {
        name: 'doc',
        alias: 'docs',
        description: 'documents on record',
        load: async () => (await import('./commands/doc.ts')).docCommand,
      },
      {
        name: 'retention',
        alias: 'retentions',
        description: 'how long sound, words and documents are kept',
        load: async () => (await import('./commands/retention.ts')).retentionCommand,
      },
      {
        name: 'backup',
        alias: 'backups',
        description: 'one sealed file with everything, and back again',
        load: async () => (await import('./commands/backup.ts')).backupCommand,
      },
      {
        name: 'node',
        alias: 'nodes',
        description: 'several servers: give a new one the master key',
        load: async () => (await import('./commands/node.ts')).nodeCommand,
      },
      {
        name: 'data',
        alias: 'datas',
        description: 'the whole installation, into another database',
        load: async () => (await import('./commands/data.ts')).dataCommand,
      },
      {
        name: 'vault',
        alias: 'vaults',
        description: 'the master key, under which everything at rest is sealed',
        load: async () => (await import('./commands/vault.ts')).vaultCommand,
      },
      {
        name: 'audit',
        alias: 'audits',
        description: 'who did what, and the proof that nobody changed it',
        load: async () => (await import('./commands/audit.ts')).auditCommand,
      },
    ],
  },
  {
    heading: 'This program:',
    entries: [
      {
        name: 'completion',
        description: 'print what makes a shell complete commands and flags',
        load: async () => (await import('./commands/completion.ts')).completionCommand,
      },
    ],
  },
]
