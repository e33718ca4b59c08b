import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Box } from './doctor-box.ts'

/**
 * Certificates as an administrator's authority makes them: `name`.pem and its key, valid for so
 * many days.
 */
export function certificate(
  box: Box,
  name: string,
  days: number,
  host = 'svc.example',
  ofKey?: string,
) {
  const path = (file: string) => join(box.admin, file)
  const keyFile = path(`${ofKey ?? name}-key.pem`)
  if (!ofKey) spawnSync('openssl', ['genrsa', '-out', keyFile, '2048'])
  const dates = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000)
      .toISOString()
      .replace(/[-:T]|\.\d+/g, '')
      .slice(2)
  // `ca` and its folder tell both dates; `x509` does since OpenSSL 3.1 only.
  const folder = path(`ca-${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.txt'), '')
  writeFileSync(join(folder, 'serial'), '01\n')
  writeFileSync(
    join(folder, 'ca.cnf'),
    `[ca]\ndefault_ca=d\n[d]\ndatabase=${folder}/index.txt\nserial=${folder}/serial\nnew_certs_dir=${folder}\ndefault_md=sha256\npolicy=p\nx509_extensions=e\n[p]\ncommonName=supplied\n[e]\nsubjectAltName=DNS:${host}\n[req]\ndistinguished_name=n\n[n]\n`,
  )
  const request = join(folder, 'request.pem')
  spawnSync('openssl', [
    'req',
    '-new',
    '-key',
    keyFile,
    '-subj',
    `/CN=${host}`,
    '-config',
    join(folder, 'ca.cnf'),
    '-out',
    request,
  ])
  spawnSync('openssl', [
    'ca',
    '-batch',
    '-selfsign',
    '-config',
    join(folder, 'ca.cnf'),
    '-in',
    request,
    '-keyfile',
    keyFile,
    '-startdate',
    `${dates(-60)}`,
    '-enddate',
    `${dates(days)}`,
    '-out',
    path(`${name}.pem`),
    '-notext',
  ])
  for (const file of [keyFile, path(`${name}.pem`)]) box.own(file)
  chmodSync(keyFile, 0o600)
}

/** A certificate `name` of an authority of the house, which stands in a file of its own. */
export function issued(box: Box, name: string, authority: string) {
  const path = (file: string) => join(box.admin, file)
  const openssl = (...args: string[]) => spawnSync('openssl', args)
  const [key, request] = [path(`${name}-key.pem`), path(`${name}.csr`)]
  const [root, rootKey] = [path(`${authority}.pem`), path(`${authority}-key.pem`)]
  writeFileSync(path('names.cnf'), 'subjectAltName=DNS:svc.example\n')
  const fresh = ['-newkey', 'rsa:2048', '-nodes']
  openssl(
    ...['req', '-x509', ...fresh, '-keyout', rootKey, '-out', root],
    ...['-days', '900', '-subj', '/CN=Hospital Authority'],
  )
  openssl('req', ...fresh, '-keyout', key, '-out', request, '-subj', '/CN=svc.example')
  openssl(
    ...['x509', '-req', '-in', request, '-CA', root, '-CAkey', rootKey, '-CAcreateserial'],
    ...['-days', '300', '-extfile', path('names.cnf'), '-out', path(`${name}.pem`)],
  )
  rmSync(rootKey)
  for (const file of [key, root, path(`${name}.pem`)]) box.own(file)
  chmodSync(key, 0o600)
}
