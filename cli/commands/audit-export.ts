import { type Command, Option } from 'commander'
import type { AuditEntry } from '../../core/audit/entry.ts'
import { fhirAuditEvent } from '../../core/audit/fhir.ts'
import { csvHeader, csvLine, presentEntry } from '../../core/audit/table-line.ts'
import { type FilterOptions, filterOf, withFilterFlags } from '../audit-filter.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { plainJson } from '../json.ts'
import { settingFlags } from '../setting-flags.ts'

type Format = 'csv' | 'ndjson' | 'fhir'

interface Options extends FilterOptions {
  format: Format
}

/**
 * `svcctl audit export`: to stdout, for an auditor's own tools. That it was read is on record too,
 * and where that cannot be, nothing is printed.
 */
export function auditExportCommand(deps: CliDeps): Command {
  const { terminal, settings, now } = deps
  const command = defineCommand('export', 'print the audit as CSV, NDJSON or FHIR AuditEvents', [
    'audit export --since 30d > audit.csv',
    'audit export --format fhir --patient 4711 > audit.ndjson',
  ]).addOption(
    new Option('--format <format>', 'fhir: one AuditEvent resource (R4) a line')
      .choices(['csv', 'ndjson', 'fhir'])
      .default('csv'),
  )
  return withFilterFlags(command, now).action(async (options: Options, command: Command) => {
    const { publicUrl } = settings.load(settingFlags(command, settings)).values
    const format: Format = terminal.json && options.format === 'csv' ? 'ndjson' : options.format
    await withAdmin(deps, command, async ({ access, audit: { examine, ready, record } }) => {
      const { reader } = await examine()
      const filter = await filterOf({ access }, options)
      const line: Record<Format, (entry: AuditEntry, person: string | null) => string> = {
        csv: csvLine,
        ndjson: (entry, person) => `${plainJson(presentEntry(entry, person))}\n`,
        fhir: (entry, person) => `${plainJson(fhirAuditEvent(entry, person, publicUrl))}\n`,
      }
      await ready()
      if (format === 'csv') terminal.raw(csvHeader)
      let entries = 0
      for await (const page of reader.read(filter)) {
        terminal.raw(page.map((entry) => line[format](entry, reader.personOf(entry))).join(''))
        entries += page.length
      }
      await record({ action: 'audit.exported', outcome: 'success', facts: { format, entries } })
      terminal.say(entries === 1 ? '1 entry.' : `${entries} entries.`)
    })
  })
}
