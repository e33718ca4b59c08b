import test from 'ava'
import { readCouncil } from '../../api/rnds-client/read-people.ts'

for (const [resource, council] of [
  [
    { qualification: [{ identifier: [{ value: 'CRM-SP 123456' }] }] },
    { name: 'CRM', number: '123456', state: 'SP' },
  ],
  [
    { identifier: [{ system: 'http://x.example/NamingSystem/coren-rj', value: '99.887' }] },
    { name: 'COREN', number: '99887', state: 'RJ' },
  ],
  [
    { identifier: [{ type: { text: 'CRO' }, value: '4321' }] },
    { name: 'CRO', number: '4321', state: null },
  ],
  [
    { identifier: [{ system: 'http://x.example/NamingSystem/cns', value: '159877430980006' }] },
    null,
  ],
  [{ identifier: [{ value: 'CRM-SP' }, null, 'CRM 1'], qualification: 'CRM 1' }, null],
  [{}, null],
] as const)
  test(`${JSON.stringify(resource).slice(0, 60)} tells ${council?.name ?? 'no council'}`, (t) => {
    t.deepEqual(readCouncil(resource), council)
  })
