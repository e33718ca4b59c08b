import { execFileSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import forge from 'node-forge'
import { readCertificateFile } from '../../api/rnds-client/certificate-file.ts'
import { CLIENT_PASSWORD, makeClientPfx } from '../../bin/tools/rnds-simulator/certificates.ts'
import { accessUseCases } from '../../core/access/use-cases.ts'
import { silentLog } from '../../core/log.ts'
import { manageCertificates, requesterOfAnother } from '../../core/rnds/certificate.ts'
import { applyChanges, newEstablishment } from '../../core/rnds/edit-establishment.ts'
import { accessStore } from '../../models/access/access-store.ts'
import { proofs } from '../../models/access/proofs.ts'
import { secrets } from '../../models/access/secrets.ts'
import { tokenCodec } from '../../models/access/token-codec.ts'
import { openDatabase } from '../../models/database/database.ts'
import { certificateDates, certificateStore } from '../../models/rnds/certificates.ts'
import { establishmentStore } from '../../models/rnds/establishments.ts'
import { testIdentity } from '../helpers/identities.ts'
import { openMasterKey } from '../helpers/open-master-key.ts'

const DAY_MS = 86_400_000

test('a PKCS#12 file is read into key, chain and facts', async (t) => {
  const { clientPfx, caPem } = await testIdentity()
  const read = readCertificateFile({ bytes: clientPfx }, CLIENT_PASSWORD)
  const [own = '', issuer = ''] = read.chainPem.split(/(?<=-----END CERTIFICATE-----\n)/)
  t.true(new X509Certificate(own).checkPrivateKey(createPrivateKey(read.keyPem)))
  t.is(new X509Certificate(issuer).fingerprint256, new X509Certificate(caPem).fingerprint256)
  t.regex(read.subject, /^CN=HOSPITAL SIMULADO:00394544000185, O=/)
  t.regex(read.fingerprint, /^[0-9a-f]{64}$/)
  t.true(read.notAfter > new Date())
})

test('the CNPJ of a certificate is read, beside its name or at the end of it', async (t) => {
  const identity = await testIdentity()
  const span = { notBefore: new Date(), notAfter: new Date(Date.now() + DAY_MS) }
  const cnpjIn = async (options: { name: string; cnpj: string | null }) => {
    const bytes = await makeClientPfx(identity, { ...span, ...options })
    return readCertificateFile({ bytes }, CLIENT_PASSWORD)
  }
  const beside = await cnpjIn({ name: 'HOSPITAL', cnpj: '12ABC34501DE35' })
  t.is(beside.cnpj, '12ABC34501DE35')
  t.is((await cnpjIn({ name: 'HOSPITAL:11222333000181', cnpj: null })).cnpj, '11222333000181')
  t.is((await cnpjIn({ name: 'MARIA SOUZA:52998224725', cnpj: null })).cnpj, null)
  t.is((await cnpjIn({ name: 'HOSPITAL', cnpj: '11222333000182' })).cnpj, null, 'wrong digits')

  const requesterId = (written: string | null) =>
    requesterOfAnother(beside, { requesterId: written })
  t.is(requesterId('11222333000181A'), '11222333000181')
  t.is(requesterId('12ABC34501DE35'), null)
  t.is(requesterId('14008'), null)
})

test('an old file (3DES) is read too', async (t) => {
  const identity = await testIdentity()
  const bytes = await makeClientPfx(identity, {
    notBefore: new Date(),
    notAfter: new Date(Date.now() + DAY_MS),
    algorithm: '3des',
    password: 'çã',
  })
  t.truthy(readCertificateFile({ bytes }, 'çã').keyPem)
})

/** As an authority of ICP-Brasil says of which kind it is; without a key. */
async function withPolicy(id: string): Promise<string> {
  const { caPem, caKeyPem } = await testIdentity()
  const { asn1, pki, md } = forge
  const certificate = pki.createCertificate()
  const issuer = pki.certificateFromPem(caPem)
  certificate.publicKey = issuer.publicKey
  certificate.validity.notAfter = new Date(Date.now() + DAY_MS)
  certificate.setSubject([{ name: 'commonName', value: 'HOSPITAL' }])
  certificate.setIssuer(issuer.subject.attributes)
  const { OID, SEQUENCE } = asn1.Type
  const sequence = (inner: forge.asn1.Asn1) =>
    asn1.create(asn1.Class.UNIVERSAL, SEQUENCE, true, [inner])
  const policy = asn1.create(asn1.Class.UNIVERSAL, OID, false, asn1.oidToDer(id).getBytes())
  const value = asn1.toDer(sequence(sequence(policy))).getBytes()
  certificate.setExtensions([{ id: '2.5.29.32', value }])
  certificate.sign(pki.privateKeyFromPem(caKeyPem), md.sha256.create())
  return pki.certificateToPem(certificate)
}

const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
const withOpenssl = hasOpenssl ? test : test.skip

const opens = test.macro({
  title: (_, what: string) => `openssl: ${what} is read, and its wrong password refused`,
  async exec(t, _what: string, flags: string[], password: string) {
    const { folder, plain } = await asPem(t)
    const path = join(folder, 'out.pfx')
    try {
      execFileSync(
        'openssl',
        [
          'pkcs12',
          '-export',
          ...flags,
          '-in',
          join(folder, 'all.pem'),
          '-out',
          path,
          '-passout',
          `pass:${password}`,
        ],
        { stdio: 'pipe' },
      )
    } catch {
      return t.pass(`this openssl makes no such file: ${flags.join(' ')}`)
    }
    const bytes = await readFile(path)
    const read = readCertificateFile({ bytes }, password)
    t.is(read.fingerprint, plain.fingerprint)
    t.is(read.keyPem, plain.keyPem)
    t.throws(() => readCertificateFile({ bytes }, 'another'), { code: 'certificate_password' })
  },
})
withOpenssl(opens, 'a file of today', [], 'segredo')
withOpenssl(opens, 'one with an accented password', [], 'senhaçã€')
withOpenssl(opens, 'a legacy file (RC2, 3DES)', ['-legacy'], 'segredo')
withOpenssl(opens, 'a legacy file with an accented password', ['-legacy'], 'çãé')
withOpenssl(opens, 'a file without a seal', ['-nomac'], 'segredo')

withOpenssl('an elliptic key is read as well, and an encrypted PEM key', async (t) => {
  const folder = await folderOf(t)
  const [key, certificate, pfx] = ['k.pem', 'c.pem', 'o.pfx'].map((name) => join(folder, name))
  const openssl = (...args: (string | undefined)[]) =>
    execFileSync('openssl', args.map(String), { stdio: 'pipe' })
  openssl(
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-days', '2'],
    ...['-subj', '/CN=ec', '-keyout', key, '-out', certificate, '-passout', 'pass:segredo'],
  )
  openssl(
    ...['pkcs12', '-export', '-inkey', key, '-in', certificate, '-out', pfx],
    ...['-passin', 'pass:segredo', '-passout', 'pass:x'],
  )
  t.is(readCertificateFile({ bytes: await readFile(pfx ?? '') }, 'x').subject, 'CN=ec')
  const file = {
    bytes: await readFile(certificate ?? ''),
    keyBytes: await readFile(key ?? ''),
  }
  t.is(readCertificateFile(file, 'segredo').subject, 'CN=ec')
  for (const password of [null, 'wrong'])
    t.throws(() => readCertificateFile(file, password), { code: 'certificate_password' })
})

test('PEM is read with its key inside or beside it', async (t) => {
  const { plain } = await asPem(t)
  const inside = { bytes: Buffer.from(plain.chainPem + plain.keyPem) }
  const beside = { bytes: Buffer.from(plain.chainPem), keyBytes: Buffer.from(plain.keyPem) }
  for (const file of [inside, beside])
    t.is(readCertificateFile(file, null).fingerprint, plain.fingerprint)
})

test('what does not fit together or is no certificate is refused with what to do', async (t) => {
  const { plain } = await asPem(t)
  const identity = await testIdentity()
  const foreign = { bytes: Buffer.from(plain.chainPem), keyBytes: Buffer.from(identity.caKeyPem) }
  const noKey = { bytes: Buffer.from(plain.chainPem) }
  const refused = (file: Parameters<typeof readCertificateFile>[0], code: string) =>
    t.throws(() => readCertificateFile(file, null), { code })
  // The authority's key belongs to the authority's certificate in the chain.
  t.is(readCertificateFile(foreign, null).subject, plain.issuer)
  const stranger = {
    ...foreign,
    bytes: Buffer.from(plain.chainPem.split(/(?<=-----\n)(?=-)/)[0] ?? ''),
  }
  refused(stranger, 'certificate_key_mismatch')
  t.regex(refused(noKey, 'certificate_invalid')?.message ?? '', /--key/)
  refused({ bytes: Buffer.from('hello') }, 'certificate_invalid')
  refused({ bytes: Buffer.alloc(0) }, 'certificate_invalid')
  refused({ bytes: Buffer.alloc(300 * 1024) }, 'certificate_invalid')
  refused({ bytes: identity.clientPfx.subarray(0, 500) }, 'certificate_invalid')
})

test('a certificate whose key is on a card is called so, and what to ask for instead', async (t) => {
  const refused = (text: string | Buffer, code: string) =>
    t.throws(() => readCertificateFile({ bytes: Buffer.from(text) }, null), { code })
  for (const kind of ['3.6', '4.1']) {
    const pem = await withPolicy(`2.16.76.1.2.${kind}`)
    const { raw } = new X509Certificate(pem)
    for (const file of [pem, raw])
      t.regex(refused(file, 'certificate_on_card')?.message ?? '', /e-CNPJ A1/)
  }
  const pem = await withPolicy('2.16.76.1.2.1.6')
  for (const file of [pem, new X509Certificate(pem).raw])
    t.regex(refused(file, 'certificate_invalid')?.message ?? '', /no private key.*A3/)
})

test('a certificate rests sealed, for its organization only, and goes when it is removed', async (t) => {
  const { database, sealer, organizationId, otherId } = await openWorld(t)
  const { sequelize } = database
  const store = certificateStore(sequelize, sealer)
  const { clientPfx: bytes } = await testIdentity()
  const now = () => new Date()
  const certificates = manageCertificates({ store, read: readCertificateFile, now })
  t.is(await certificates.findCertificate(organizationId), null)
  const facts = await certificates.importCertificate(organizationId, { bytes }, CLIENT_PASSWORD)
  t.false('keyPem' in facts)
  t.deepEqual(await certificates.findCertificate(organizationId), facts)
  const opened = await store.find(organizationId)
  t.regex(opened?.keyPem ?? '', /PRIVATE KEY/)
  t.deepEqual(await certificateDates(sequelize), [{ organizationId, notAfter: facts.notAfter }])

  const file = await readFile(database.path)
  const wal = await readFile(`${database.path}-wal`).catch(() => Buffer.alloc(0))
  for (const secret of ['PRIVATE KEY', 'HOSPITAL SIMULADO', CLIENT_PASSWORD])
    t.false(Buffer.concat([file, wal]).includes(secret), secret)

  await sequelize.query(
    `UPDATE rnds_certificates SET organization_id = '${otherId}' WHERE organization_id = '${organizationId}'`,
  )
  await t.throwsAsync(store.find(otherId), { code: 'vault_damaged' })
  t.true(await certificates.removeCertificate(otherId))
  t.false(await certificates.removeCertificate(otherId))
})

test('a certificate out of its time is refused and the old one stays', async (t) => {
  const { database, sealer, organizationId } = await openWorld(t)
  const store = certificateStore(database.sequelize, sealer)
  const { clientPfx: bytes } = await testIdentity()
  const at = (now: Date) => manageCertificates({ store, read: readCertificateFile, now: () => now })
  const facts = await at(new Date()).importCertificate(organizationId, { bytes }, CLIENT_PASSWORD)
  for (const [now, code] of [
    [new Date(facts.notAfter), 'certificate_expired'],
    [new Date(facts.notBefore.getTime() - 1), 'certificate_not_yet_valid'],
  ] as const)
    await t.throwsAsync(at(now).importCertificate(organizationId, { bytes }, CLIENT_PASSWORD), {
      code,
    })
  t.is((await store.find(organizationId))?.fingerprint, facts.fingerprint)
})

test('a profile comes back as it was kept, with what was added to profiles since', async (t) => {
  const { database, organizationId } = await openWorld(t)
  const store = establishmentStore(database.sequelize)
  t.is(await store.find(organizationId), null)
  const profile = applyChanges(newEstablishment(organizationId), { cnes: '0000123', team: '7' })
  await store.save(profile)
  await store.save({ ...profile, uf: 'sp' })
  t.deepEqual(await store.find(organizationId), { ...profile, uf: 'sp' })
  await database.sequelize.query(`UPDATE rnds_establishments SET profile = '{"cnes":"1234567"}'`)
  t.deepEqual(await store.find(organizationId), {
    ...newEstablishment(organizationId),
    cnes: '1234567',
  })
})

async function openWorld(t: ExecutionContext) {
  const folder = await folderOf(t)
  const path = join(folder, 'svc.sqlite')
  const opened = await openDatabase({ url: `sqlite:${path}` })
  t.teardown(() => opened.close())
  await opened.migrate()
  const sealer = await openMasterKey(join(folder, 'keys'))
  const access = accessUseCases({
    store: accessStore(opened.sequelize),
    secrets,
    proofs,
    codec: tokenCodec(),
    sealer,
    log: silentLog,
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
  })
  const [{ id: organizationId }, { id: otherId }] = [
    await access.createOrganization({ name: 'Hospital' }),
    await access.createOrganization({ name: 'Clínica' }),
  ]
  return { database: { ...opened, path }, sealer, organizationId, otherId }
}

/** The simulator's client certificate with its key, in one PEM file. */
async function asPem(t: ExecutionContext) {
  const folder = await folderOf(t)
  const { clientPfx } = await testIdentity()
  const plain = readCertificateFile({ bytes: clientPfx }, CLIENT_PASSWORD)
  await writeFile(join(folder, 'all.pem'), plain.keyPem + plain.chainPem)
  return { folder, plain }
}

async function folderOf(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-rnds-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}
