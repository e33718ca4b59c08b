/**
 * `svcctl rnds list|show|bundle|check|retry`, the built program on a data folder with a record in
 * it.
 */
import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { buildBundle } from '../../core/fhir/bundle/build-bundle.ts'
import type { Submission } from '../../core/rnds/submission.ts'
import { buildCli } from '../helpers/cli.ts'
import { encounterRecord } from '../helpers/clinical-records.ts'
import { storeRecord } from '../helpers/stored-record.ts'

const CPF = '52998224725'
type Origin = NonNullable<Submission['occupation']>['from']

test('records are listed, told, printed and sent again', async (t) => {
  const cli = await buildCli(t)
  const record = await storeRecord(cli.dataDir, 'rejected')

  const list = await cli.run(['rnds', 'list', '--json'])
  t.is(list.code, 0, list.stderr)
  t.like(list.json.records[0], { id: record.id, state: 'rejected', document_type: 'RAC' })
  t.like(list.json.counts, { rejected: 1, pending: 0 })
  t.false(list.stdout.includes(CPF))
  t.is((await cli.run(['rnds', 'list', '--state', 'pending', '--json'])).json.records.length, 0)

  const short = record.id.slice(0, 12)
  const shown = await cli.run(['rnds', 'show', short, '--json'])
  t.is(shown.code, 0, shown.stderr)
  t.like(shown.json, { id: record.id, issues: [{ code: 'ERR793' }] })
  t.like(shown.json.attempts[0], { action: 'submit', outcome: 'rejected', http_status: 422 })
  t.false(shown.stdout.includes(CPF))
  const told = await cli.run(['rnds', 'show', short])
  t.regex(told.stdout, /stored[\s\S]*submit {2}rejected {2}HTTP 422, ERR793, 1500 ms[\s\S]*ERR793/)

  const bundle = await cli.run(['rnds', 'bundle', short])
  t.is(bundle.code, 0)
  t.is(bundle.json.resourceType, 'Bundle')
  t.regex(bundle.stderr, /clinical data/)

  const retried = await cli.run(['rnds', 'retry', short, '--json'])
  t.is(retried.code, 0, retried.stderr)
  t.is(retried.json.state, 'pending')
  t.is((await cli.run(['rnds', 'list', '--state', 'pending', '--json'])).json.records.length, 1)
})

test('under which occupation a record went, and whose word that is', async (t) => {
  const cli = await buildCli(t)
  const line = async (occupation: { code: string; from: Origin; isConfirmed: boolean } | null) => {
    const { id } = await storeRecord(cli.dataDir, 'accepted', { occupation, issues: [] })
    const shown = await cli.run(['rnds', 'show', id])
    t.is(shown.code, 0, shown.stderr)
    const { occupation: told } = (await cli.run(['rnds', 'show', id, '--json'])).json
    const { code, from, isConfirmed: is_confirmed } = occupation ?? {}
    t.deepEqual(told, occupation && { code, from, is_confirmed })
    return /^occupation {4}(.*)$/m.exec(shown.stdout)?.[1]
  }
  t.is(
    await line({ code: '225120', from: 'call', isConfirmed: true }),
    '225120 (the call that sent it said so)',
  )
  t.is(
    await line({ code: '225125', from: 'user', isConfirmed: false }),
    '225125 (svcctl user set --cbo; the network did not answer)',
  )
  t.is(await line(null), undefined, 'a prescription has none')
})

test('many are sent again at once, after a question, and only those that fit', async (t) => {
  const cli = await buildCli(t)
  const record = await storeRecord(cli.dataDir, 'rejected')
  const retry = (...rest: string[]) => cli.run(['rnds', 'retry', ...rest, '--json'])
  for (const wrong of [[], [record.id, '--all'], ['--since', 'ontem']])
    t.is((await retry(...wrong)).failure.error, 'usage', wrong.join(' '))
  t.is((await retry('--all', '--yes')).json.retried, 0, 'what was refused is not meant')
  t.is((await retry('--reason', 'ERR801', '--yes')).json.retried, 0)
  t.is((await retry('--reason', 'ERR793')).failure.error, 'confirmation_needed')
  const sent = await retry('--reason', 'ERR793', '--yes')
  t.like(sent.json, { retried: 1, left: [] }, sent.stderr)
  t.is((await retry('--since', '2999-01-01', '--yes')).json.retried, 0)
  t.is((await retry('--since', '2020-01-01', '--yes')).json.retried, 1)
  const list = await cli.run(['rnds', 'list', '--json'])
  t.like(list.json.records[0], { state: 'pending', tries: 1 })
  t.regex((await cli.run(['rnds', 'list'])).stdout, /WAITS FOR[\s\S]* in_turn /)
})

test('records that wait do not change networks unasked', async (t) => {
  const cli = await buildCli(t)
  await storeRecord(cli.dataDir, 'pending')
  const set = (...flags: string[]) => cli.run(['rnds', 'profile', 'set', ...flags, '--json'])
  t.is((await set('--team', '7')).code, 0)
  const asked = await set('--environment', 'production', '--uf', 'sp')
  t.is(asked.failure.error, 'confirmation_needed')
  t.regex(asked.failure.message, /1 records were made for the network "homologation"/)
  t.like((await set('--environment', 'production', '--uf', 'sp', '--yes')).json, {
    environment: 'production',
  })
})

test('what is done with is not sent again, and what is not there is not found', async (t) => {
  const cli = await buildCli(t)
  const record = await storeRecord(cli.dataDir, 'deleted')
  const retried = await cli.run(['rnds', 'retry', record.id, '--json'])
  t.is(retried.code, 65)
  t.is(retried.failure.error, 'not_retryable')
  const shown = await cli.run(['rnds', 'show', 'rnds_ffffffff', '--json'])
  t.is(shown.code, 66)
  t.is(shown.failure.error, 'record_not_found')
})

test('the proofs of homologation are written, redacted where asked, and nothing is replaced', async (t) => {
  const cli = await buildCli(t)
  const bundle = buildBundle(
    encounterRecord({
      patient: { cns: '843419254122484', cpf: CPF },
      encounter: { reason: 'Maria Souza veio com tosse.', locationName: 'Ala Ana Lima' },
    }),
    new Date('2026-03-16T18:10:00Z'),
  )
  const location = 'https://ehr-services-hmg.saude.gov.br/1.15/api/fhir/r4/Bundle/x-r3x7'
  const { id } = await storeRecord(cli.dataDir, 'accepted', {
    networkId: 'x-r3x7',
    answerHeaders: { location, date: 'Mon, 16 Mar 2026 18:10:01 GMT' },
    bundle,
    issues: [],
  })
  const shown = await cli.run(['rnds', 'show', id])
  t.true(shown.stdout.includes(`location: ${location}`))
  t.like((await cli.run(['rnds', 'show', id, '--json'])).json.answer_headers, { location })

  const evidence = (folder: string, ...flags: string[]) =>
    cli.run(['rnds', 'evidence', id, '--out', join(cli.root, folder), ...flags, '--json'])
  const whole = await evidence('proofs/whole')
  t.is(whole.code, 0, whole.stderr)
  t.is(whole.json.written.length, 4)
  const read = async (folder: string, end: string) => {
    const names = await readdir(join(cli.root, folder))
    const name = names.find((one) => one.endsWith(end)) ?? ''
    return readFile(join(cli.root, folder, name), 'utf8')
  }
  t.deepEqual(JSON.parse(await read('proofs/whole', '3-bundle.json')), bundle)
  t.regex(await read('proofs/whole', '2-headers.txt'), /^HTTP\/1\.1 201 Created\nlocation: https/)
  const report = JSON.parse(await read('proofs/whole', '1-validation.json'))
  t.deepEqual(
    report.findings.filter(({ code }: { code: string }) => code === 'ERR807'),
    [],
    'it is judged as of the day it was sent',
  )
  t.is(report.networkId, 'x-r3x7')
  t.regex(await read('proofs/whole', '1-validation.txt'), /resultado: +0 erro/)
  t.is((await stat(whole.json.written[3])).mode & 0o077, 0)
  t.is((await evidence('proofs/whole')).failure.error, 'file_exists')

  t.is((await evidence('redacted', '--redact')).code, 0)
  for (const end of ['json', 'txt', '2-headers.txt', '3-bundle.json']) {
    const text = await read('redacted', end)
    for (const secret of [CPF, '843419254122484', '195748906820018', 'Maria', 'tosse', 'Ala Ana'])
      t.false(text.includes(secret), `${secret} in ${end}`)
  }
  const redacted = JSON.parse(await read('redacted', '3-bundle.json'))
  t.is(redacted.entry.length, bundle.entry.length)
  t.true(JSON.stringify(redacted).includes('2337991'), 'the establishment is nobody’s secret')
})

test('what the network never took has no proofs, nor what it took without a word', async (t) => {
  const cli = await buildCli(t)
  const refused = await storeRecord(cli.dataDir, 'rejected')
  const evidence = ({ run, root }: typeof cli, id: string) =>
    run(['rnds', 'evidence', id, '--out', join(root, 'proofs'), '--json'])
  t.is((await evidence(cli, refused.id)).failure.error, 'record_not_accepted')
  const other = await buildCli(t)
  const found = await storeRecord(other.dataDir, 'accepted', { networkId: 'n-2' })
  t.is((await evidence(other, found.id)).failure.error, 'answer_not_kept')
  await t.throwsAsync(readdir(join(cli.root, 'proofs')), { code: 'ENOENT' })
})

test('a file is checked without sending it', async (t) => {
  const cli = await buildCli(t)
  await storeRecord(cli.dataDir, 'accepted')
  const path = join(cli.root, 'bundle.json')
  await writeFile(path, JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [] }))
  const checked = await cli.run(['rnds', 'check', path, '--json'])
  t.is(checked.code, 65)
  t.true(checked.json.errors > 0)
  t.truthy(checked.json.findings[0].path)
  t.regex(checked.json.findings[0].reason, /^[A-Z][\x20-\x7e’]+\.$/)
  const shown = await cli.run(['rnds', 'check', path])
  t.true(shown.stdout.includes(checked.json.findings[0].reason))
  t.true(shown.stdout.includes(checked.json.findings[0].message), 'and what is expected')
  t.true(shown.stdout.includes('Bundle.type: "collection"'), 'and what was found')
  t.is(checked.failure.error, 'check_failed')
  await writeFile(path, '{')
  t.is((await cli.run(['rnds', 'check', path, '--json'])).failure.error, 'file_not_json')
  const missing = await cli.run(['rnds', 'check', randomUUID(), '--json'])
  t.is(missing.code, 64, 'a consultation needs to be told whose')
})
