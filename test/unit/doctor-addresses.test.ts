import test from 'ava'
import { addressSpace } from '../../bin/doctor/addresses.ts'

// Names are left to the real thing: what is asked here needs no name server.
for (const [host, space] of [
  ['8.8.8.8', 'public'],
  ['[2606:4700::1]', 'public'],
  ['10.0.0.7', 'local'],
  ['192.168.1.2', 'local'],
  ['100.64.3.4', 'local'],
  ['[fd00::1]', 'local'],
  ['fe80::1', 'local'],
  ['127.0.1.1', 'loopback'],
  ['[::1]', 'loopback'],
  ['localhost', 'loopback'],
  ['ehr', 'local'],
  ['ehr.hospital.local', 'local'],
  ['EHR.intranet', 'local'],
] as const)
  test(`a browser finds ${host} at a ${space} address`, async (t) => {
    t.is(await addressSpace(host), space)
  })
