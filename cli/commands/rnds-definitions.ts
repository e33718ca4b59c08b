import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { moment } from '../format.ts'
import type { DefinitionsFacts } from '../rnds-deps.ts'
import { settingFlags } from '../setting-flags.ts'

/**
 * `svcctl rnds definitions import|show|remove`: the ministry's profiles, when they are newer than
 * those of the product.
 */
export function rndsDefinitionsCommand(deps: CliDeps): Command {
  return defineCommand('definitions', 'the network’s profiles, against which records are checked', [
    'rnds definitions show',
  ])
    .addCommand(importCommand(deps))
    .addCommand(showCommand(deps))
    .addCommand(removeCommand(deps))
}

function importCommand(deps: CliDeps): Command {
  const { terminal, rnds, settings } = deps
  return defineCommand('import', 'take profiles and code lists from a folder of JSON files', [
    'rnds definitions import ./package',
  ])
    .argument('<folder>', 'StructureDefinition, ValueSet and CodeSystem files')
    .action(async (folder: string, _options: unknown, command: Command) => {
      const store = rnds.definitions(settingFlags(command, settings))
      const { notes, ...facts } = await store.importFrom(folder)
      for (const { file, message } of notes)
        terminal.say(`Note: ${file ? `${file}: ` : ''}${message}`)
      terminal.result({ ...present(facts), notes }, () => sentence(facts))
    })
}

function showCommand(deps: CliDeps): Command {
  const { terminal, rnds, settings } = deps
  return defineCommand('show', 'which profiles are in use', ['rnds definitions show']).action(
    async (_options: unknown, command: Command) => {
      const facts = await rnds.definitions(settingFlags(command, settings)).find()
      terminal.result(facts ? present(facts) : { imported: false }, () =>
        facts ? sentence(facts) : 'The profiles that come with the product are in use.',
      )
    },
  )
}

function removeCommand(deps: CliDeps): Command {
  const { terminal, rnds, settings } = deps
  return defineCommand('remove', 'go back to the profiles that come with the product', [
    'rnds definitions remove --yes',
  ]).action(async (_options: unknown, command: Command) => {
    const store = rnds.definitions(settingFlags(command, settings))
    await terminal.confirm('Remove the imported definitions?')
    const removed = await store.remove()
    terminal.result({ removed }, () =>
      removed ? 'The imported definitions are removed.' : 'None were imported.',
    )
  })
}

function present({ importedAt, files, set }: DefinitionsFacts) {
  return {
    imported: true,
    importedAt,
    files,
    profiles: Object.keys(set.profiles).length,
    valueSets: Object.keys(set.valueSets).length,
    codeSystems: Object.keys(set.codeSystems).length,
  }
}

function sentence(facts: DefinitionsFacts): string {
  const { profiles, valueSets } = present(facts)
  return `${profiles} profiles and ${valueSets} lists of codes, imported ${moment(facts.importedAt)}.`
}
