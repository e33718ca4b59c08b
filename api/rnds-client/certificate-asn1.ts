/** Extensions of certificates that Node does not read. */
import forge from 'node-forge'

/** The elements of the first sequence that begins with this object identifier, at any depth. */
export function sequenceOf(at: forge.asn1.Asn1, oid: string): forge.asn1.Asn1[] | null {
  if (typeof at.value === 'string') return null
  const [first] = at.value
  if (
    first?.type === forge.asn1.Type.OID &&
    typeof first.value === 'string' &&
    forge.asn1.derToOid(first.value) === oid
  )
    return at.value
  for (const inner of at.value) {
    const found = sequenceOf(inner, oid)
    if (found) return found
  }
  return null
}

/** Bytes that happen to be ASN.1 stay bytes. */
export function parsed(der: string): forge.asn1.Asn1 {
  const options = { parseAllBytes: true, decodeBitStrings: false, strict: true }
  return forge.asn1.fromDer(forge.util.createBuffer(der), options as never)
}
