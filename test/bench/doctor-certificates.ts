import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Box } from './doctor-box.ts'

/** Certificates as an administrator's authority makes them: `name`.pem and its key, valid for so many days. */
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
    ...[
      'ca',
      '-batch',
      '-selfsign',
      '-config',
      join(folder, 'ca.cnf'),
      '-in',
      request,
      '-keyfile',
      keyFile,
    ],
    ...[
      '-startdate',
      `${dates(-60)}`,
      '-enddate',
      `${dates(days)}`,
      '-out',
      path(`${name}.pem`),
      '-notext',
    ],
  ])
  for (const file of [keyFile, path(`${name}.pem`)]) box.own(file)
  chmodSync(keyFile, 0o600)
}
