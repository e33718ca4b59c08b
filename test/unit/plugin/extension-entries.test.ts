/** What doctors type into the panel, and what versions are compared by. */
import test from 'ava'
import { invitationOf } from '../../../plugin/extension/invitation.ts'
import { isGoodPin } from '../../../plugin/extension/pin.ts'
import { fitOf, isBefore } from '../../../plugin/extension/versions.ts'

test('an invitation is a code, or the link that holds it', (t) => {
  const code = 'ABCD-EFGH-JKLM-NPQR'
  t.deepEqual(invitationOf(` ${code} `), { code, address: undefined })
  for (const [link, address] of [
    [`https://svc.hospital/extension#code=${code}`, 'https://svc.hospital'],
    [`https://svc.hospital/extension/#code=${code}`, 'https://svc.hospital'],
    [`https://ehr.hospital/svc/extension#code=${code}`, 'https://ehr.hospital/svc'],
    [`http://localhost:8080/extension#code=${code}`, 'http://localhost:8080'],
  ] as const)
    t.deepEqual(invitationOf(link), { code, address })
  for (const other of ['https://svc.hospital/extension', 'https://', `#code=${code}`])
    t.deepEqual(invitationOf(other), { code: other, address: undefined })
})

test('a PIN is four digits to twelve, and none that everybody tries', (t) => {
  for (const pin of ['2580', '1357', '1122', '102938475610', '0121', '9013'])
    t.true(isGoodPin(pin), pin)
  for (const pin of ['', '258', '1234567890123', '25a0', '2 580', '0000', '777777', '1234', '9876'])
    t.false(isGoodPin(pin), pin)
})

test('versions are compared by their numbers', (t) => {
  for (const [one, other] of [
    ['0.1.0', '0.1.1'],
    ['0.9.0', '0.10.0'],
    ['1', '1.0.1'],
    ['1.2.3-rc.4', '1.3'],
  ] as const) {
    t.true(isBefore(one, other))
    t.false(isBefore(other, one))
  }
  t.false(isBefore('1.0', '1.0.0'))
  const said = (product: string, extension_min: string) => ({ version: { product, extension_min } })
  t.is(fitOf('0.1.0', said('0.1.0', '0.1.0')), 'fits')
  t.is(fitOf('0.1.0', said('0.4.0', '0.1.0')), 'fits')
  t.is(fitOf('0.1.0', said('0.4.0', '0.2.0')), 'extension_old')
  t.is(fitOf('0.3.0', said('0.0.9', '0.0.1')), 'service_old')
})
