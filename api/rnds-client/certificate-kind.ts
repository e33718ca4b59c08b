/**
 * Which kind of ICP-Brasil certificate it is, by its policies (DOC-ICP-04): 2.16.76.1.2.1.n is an
 * A1, whose key is in a file; 2.16.76.1.2.3.n an A3 and 2.16.76.1.2.4.n an A4, whose key never
 * leaves a card, a USB token or another device.
 */
import type { X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { parsed, sequenceOf } from './certificate-asn1.ts'

const POLICIES = '2.5.29.32'
const ON_A_CARD = /^2\.16\.76\.1\.2\.(3|4)\./

export function isOfACard({ raw }: X509Certificate): boolean {
  const policies = sequenceOf(parsed(raw.toString('latin1')), POLICIES)?.at(-1)?.value
  if (typeof policies !== 'string') return false
  const { value: each } = parsed(policies)
  if (typeof each === 'string') return false
  return each.some(({ value }) => {
    const [id] = typeof value === 'string' ? [] : value
    return typeof id?.value === 'string' && ON_A_CARD.test(forge.asn1.derToOid(id.value))
  })
}
