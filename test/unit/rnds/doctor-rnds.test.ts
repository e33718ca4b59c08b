import test from 'ava'
import type { RndsFacts, Severity } from '../../../core/doctor/check.ts'
import { rndsCertificate, rndsProfile } from '../../../core/doctor/checks/rnds.ts'
import { terminologyTables } from '../../../core/doctor/checks/terminology.ts'
import { newEstablishment } from '../../../core/rnds/edit-establishment.ts'
import type { TableInfo } from '../../../core/terminology/ports.ts'
import { doctorHost, establishment, organization } from '../../helpers/doctor-host.ts'

/** `doctorHost`'s clock. */
const NOW_MS = Date.parse('2026-03-01T12:00:00Z')
const DAY_MS = 86_400_000

const connected = (facts: Partial<RndsFacts>) =>
  doctorHost({
    rnds: async () => [
      { organizationId: organization.id, establishment, certificateUntil: null, ...facts },
    ],
  })

const certificate = test.macro({
  title: (_, days: number | null, severity: Severity) =>
    `${days === null ? 'no certificate' : `a certificate for ${days} more days`}: ${severity}`,
  async exec(t, days: number | null, severity: Severity) {
    const certificateUntil = days === null ? null : new Date(NOW_MS + days * DAY_MS)
    const finding = await rndsCertificate.run(connected({ certificateUntil }))
    t.is(finding.severity, severity)
    if (severity !== 'ok') t.regex(finding.fix ?? '', /^svcctl rnds cert import/)
    if (severity === 'error' || severity === 'warning') t.truthy(finding.why)
  },
})
test(certificate, null, 'info')
test(certificate, -1, 'error')
test(certificate, 0, 'error')
test(certificate, 6.5, 'error')
test(certificate, 8, 'warning')
test(certificate, 29, 'warning')
test(certificate, 31, 'ok')

test('the certificate that ends first is the one that is told, with its organization', async (t) => {
  const other = '00000000-0000-4000-8000-000000000002'
  const until = (days: number) => new Date(NOW_MS + days * DAY_MS)
  const host = doctorHost({
    organizations: async () => [organization, { ...organization, id: other, name: 'Santa Casa' }],
    rnds: async () => [
      { organizationId: organization.id, establishment, certificateUntil: until(300) },
      { organizationId: other, establishment, certificateUntil: until(3) },
    ],
  })
  const finding = await rndsCertificate.run(host)
  t.is(finding.severity, 'error')
  t.true(finding.fix?.includes("--org 'Santa Casa'"))
})

test('a profile of stays is a warning: their record is one that is not composed', async (t) => {
  const { defaults } = establishment
  const ward = { ...establishment, defaults: { ...defaults, modality: '04' } }
  const finding = await rndsProfile.run(connected({ establishment: ward }))
  t.is(finding.severity, 'warning')
  t.regex(`${finding.what} ${finding.why}`, /04, hospital stays.*Sumário de Alta.*not composed/)
})

test('a profile that lacks codes is a warning that names them; none at all is none', async (t) => {
  const incomplete = { ...newEstablishment(organization.id), requesterId: '1' }
  const finding = await rndsProfile.run(connected({ establishment: incomplete }))
  t.is(finding.severity, 'warning')
  t.regex(finding.what, /modality, priority/)
  t.regex(finding.fix ?? '', /^svcctl rnds profile set/)
  t.is((await rndsProfile.run(connected({ establishment: null }))).severity, 'info')
  t.is((await rndsProfile.run(connected({}))).severity, 'ok')
})

test('built-in codes instead of the official table are a warning where the network is used', async (t) => {
  const table = { concepts: 100, version: null, importedAt: null }
  const starter = { ...table, origin: 'starter' as const }
  const imported = { ...table, origin: 'imported' as const }
  const finding = (tables: TableInfo[], uses = true) =>
    terminologyTables.run(
      doctorHost({
        terminology: async () => tables,
        ...(!uses && { rnds: async () => [] }),
      }),
    )
  const both = await finding([
    { system: 'CID10', ...starter },
    { system: 'SIGTAP', ...starter },
  ])
  t.is(both.severity, 'warning')
  t.regex(both.what, /CID-10.*SIGTAP/)
  t.is(
    both.fix,
    'svcctl terminology import CID-10-CATEGORIAS.CSV CID-10-SUBCATEGORIAS.CSV tb_procedimento.txt   # the ministry’s files',
  )
  t.is((await finding([{ system: 'CID10', ...starter }], false)).severity, 'info')
  const one = await finding([{ system: 'CID10', ...imported }])
  t.regex(one.fix ?? '', /import tb_procedimento\.txt/)
  const all = await finding([
    { system: 'CID10', ...imported },
    { system: 'SIGTAP', ...imported },
  ])
  t.is(all.severity, 'ok')
})

test('tables that change are told with their month, and when they are old', async (t) => {
  const table = { concepts: 100, origin: 'imported' as const, version: null, importedAt: null }
  const finding = (tables: Partial<TableInfo>[]) =>
    terminologyTables.run(
      doctorHost({
        now: () => new Date('2026-11-28T12:00:00Z'),
        terminology: async () => [
          { ...table, system: 'CID10' },
          ...tables.map((one) => ({ ...table, system: 'SIGTAP' as const, ...one })),
        ],
      }),
    )
  const fresh = await finding([{ version: '202609' }])
  t.is(fresh.severity, 'ok')
  t.regex(fresh.what, /SIGTAP of 2026-09/)
  const old = await finding([{ version: '202608' }])
  t.is(old.severity, 'warning')
  t.regex(old.what, /SIGTAP of 2026-08/)
  t.regex(old.fix ?? '', /^svcctl terminology import tb_procedimento\.txt /)
  const byImport = { importedAt: new Date('2026-10-02T00:00:00Z') }
  t.is((await finding([byImport])).severity, 'ok')
  const both = await finding([
    byImport,
    { system: 'CBO', version: '1.0', importedAt: new Date('2025-11-02T00:00:00Z') },
  ])
  t.regex(both.what, /^Old tables of codes: CBO imported in 2025-11\.$/)
})
