import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import test from 'ava'
import forge from 'node-forge'
import { tlsFacts } from '../../bin/tls/facts.ts'
import { missingIssuer } from '../../bin/tls/files.ts'
import type { Config } from '../../config/settings.ts'
import { tlsCertificate } from '../../core/doctor/checks/tls.ts'
import { doctorHost } from '../helpers/doctor-host.ts'

const { pki } = forge

function make(
  name: string,
  by?: { certificate: forge.pki.Certificate; key: forge.pki.PrivateKey },
) {
  const { publicKey, privateKey } = pki.rsa.generateKeyPair({ bits: 1024 })
  const certificate = pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date('2026-01-01')
  certificate.validity.notAfter = new Date('2036-01-01')
  const subject = [{ name: 'commonName', value: name }]
  certificate.setSubject(subject)
  certificate.setIssuer(by ? by.certificate.subject.attributes : subject)
  certificate.setExtensions([{ name: 'basicConstraints', cA: true }])
  certificate.sign((by?.key ?? privateKey) as forge.pki.rsa.PrivateKey, forge.md.sha256.create())
  return { certificate, key: privateKey, pem: pki.certificateToPem(certificate) }
}

test('a certificate of an unknown authority alone lacks its chain; with it in any order it does not', async (t) => {
  const root = make('Root')
  const issuing = make('Hospital Issuing CA', root)
  const leaf = make('svc.example', issuing)
  t.is(await missingIssuer(leaf.pem), 'Hospital Issuing CA')
  t.is(await missingIssuer(leaf.pem + root.pem), 'Hospital Issuing CA')
  t.is(await missingIssuer(leaf.pem + issuing.pem), null)
  t.is(await missingIssuer(leaf.pem + root.pem + issuing.pem), null)
  t.is(await missingIssuer(make('Hospital Issuing CA', root).pem + root.pem), null)
})

test('one that vouches for itself, and one of an authority that is known here, lack nothing', async (t) => {
  t.is(await missingIssuer(make('svc.example').pem), null)
  t.is(await missingIssuer(rootCertificates[0] ?? ''), null)
  t.is(await missingIssuer('no certificate'), null)
})

test('a chain that begins with its authority is refused with the place of the certificate, and doctor’s command mends it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-chain-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const root = make('Root')
  const issuing = make('Hospital Issuing CA', root)
  const leaf = make('svc.example', issuing)
  const tlsCertificateFile = join(folder, 'chain.pem')
  const tlsKeyFile = join(folder, 'key.pem')
  writeFileSync(tlsCertificateFile, root.pem + issuing.pem + leaf.pem)
  writeFileSync(tlsKeyFile, pki.privateKeyToPem(leaf.key))

  const settings = { tlsCertificateFile, tlsKeyFile, publicUrl: 'https://svc.example' }
  const facts = await tlsFacts(settings as Config)
  t.like(facts, { fittingKey: null, behind: 3 })
  const { fix } = await tlsCertificate.run(doctorHost({ settings, tls: async () => facts }))
  execFileSync('sh', ['-c', fix ?? ''])
  t.deepEqual(readdirSync(folder), ['chain.pem', 'key.pem'])
  const mended = readFileSync(tlsCertificateFile, 'utf8')
  t.is(mended.replaceAll('\r', ''), (leaf.pem + root.pem + issuing.pem).replaceAll('\r', ''))
  t.like(await tlsFacts(settings as Config), { issue: null, missingIssuer: null })
})
