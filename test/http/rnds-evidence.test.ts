/**
 * The three proofs of homologation of each type of record, as an administrator makes them: a visit
 * of the demonstration is sent to the rehearsal of the network as every type that there is, and
 * `svcctl rnds evidence` writes what was answered.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { RECORD_TYPES, ROOTS } from '../../core/rnds/profile-package.ts'
import { buildCli } from '../helpers/cli.ts'
import { demoFolder } from '../helpers/demo-service.ts'
import { packageFile, REPM_PACKAGE } from '../helpers/profile-packages.ts'

const SECRETS = ['28859889596', '702804919906300', 'eatriz', 'BEATRIZ', 'uma semana', 'moxicilina']

test('the proofs of each type of record are what the network took', async (t) => {
  const folder = await demoFolder(t)
  const service = await folder.start()
  await service.connected()
  const cli = await buildCli(t, { SVC_DATA_DIR: folder.dataDir }, { prepared: false })
  const definitions = (...args: string[]) => cli.run(['rnds', 'definitions', ...args, '--yes'])
  const path = join(cli.root, 'package.tgz')
  await writeFile(path, packageFile(REPM_PACKAGE))
  for (const args of [
    ['import', path],
    ['use', 'br.gov.saude.repm#1.0.0'],
  ]) {
    const { code, stderr } = await definitions(...args)
    t.is(code, 0, stderr)
  }

  const visit = await service.visit('garganta')
  const id = await visit.document('Tosse há uma semana.', 'anamnesis')
  const { version, content } = (await visit.api('GET', `/documents/${id}`)).body
  const written = await visit.api('PATCH', `/documents/${id}`, {
    version,
    content: {
      ...content,
      'Queixa Principal': 'Tosse há uma semana.',
      'Medicações Prescritas': ['Amoxicilina 500 mg de 8 em 8 horas por 7 dias'],
      'Resultado de Exames': ['Teste rápido de antígeno para COVID-19: não reagente'],
    },
  })
  t.is(written.status, 200, JSON.stringify(written.body))
  await visit.review(id)
  await visit.diagnose('J03.9')

  for (const type of RECORD_TYPES) {
    const sent = await visit.submit(type)
    t.is(sent.status, 200, `${type}: ${JSON.stringify(sent.body)}`)
    const { bundle } = (await visit.bundle(type)).body
    const record: string = sent.body.rnds_record_id
    const proofsIn = async (name: string, ...flags: string[]) => {
      const out = join(cli.root, `${type}-${name}`)
      const made = await cli.run(['rnds', 'evidence', record, '--out', out, ...flags])
      t.is(made.code, 0, made.stderr)
      const names = (await readdir(out)).sort()
      t.deepEqual(names, PROOFS.map((end) => `${record}${end}`).sort())
      const texts = await Promise.all(
        PROOFS.map((end) => readFile(join(out, record + end), 'utf8')),
      )
      return texts as [string, string, string, string]
    }
    const [report, words, headers, document] = await proofsIn('whole')
    t.like(JSON.parse(report), { documentType: type, errors: 0, timestamp: bundle.timestamp })
    t.regex(words, new RegExp(`tipo: +${type}\n[\\s\\S]*resultado: +0 erro`))
    t.regex(headers, /^HTTP\/1\.1 201 Created\n[\s\S]*^location: https:.*\/Bundle\//m)
    t.true(headers.includes(JSON.parse(report).networkId))
    t.deepEqual(JSON.parse(document), bundle)
    t.deepEqual(JSON.parse(document).entry[0].resource.meta.profile, [ROOTS[type]])

    const redacted = await proofsIn('redacted', '--redact')
    t.is(JSON.parse(redacted[3]).entry.length, bundle.entry.length)
    for (const secret of SECRETS)
      for (const text of redacted) t.false(text.includes(secret), `${type}: ${secret}`)
  }
})

const PROOFS = ['-1-validation.json', '-1-validation.txt', '-2-headers.txt', '-3-bundle.json']
