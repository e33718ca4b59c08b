/**
 * The CNPJ to which an ICP-Brasil certificate was issued: an `otherName` of the subject's
 * alternative names (2.16.76.1.3.3), and at the end of the common name (`HOSPITAL:00394544000185`).
 */
import type { X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { isCnpj } from '../../core/identifiers.ts'

const ALTERNATIVE_NAMES = '2.5.29.17'
const CNPJ_NAME = '2.16.76.1.3.3'

/** null: of a person, or of another authority. */
export function cnpjOf(certificate: X509Certificate): string | null {
  const named = [alternativeName(certificate), commonNameEnd(certificate)]
  return named.find((written) => written !== null && isCnpj(written)) ?? null
}

function commonNameEnd({ subject }: X509Certificate): string | null {
  return /^CN=.*:([0-9A-Z]{14})$/m.exec(subject)?.[1] ?? null
}

function alternativeName({ raw }: X509Certificate): string | null {
  const extension = sequenceOf(parsed(raw.toString('latin1')), ALTERNATIVE_NAMES)
  const names = extension?.at(-1)?.value
  const name = typeof names === 'string' ? sequenceOf(parsed(names), CNPJ_NAME) : null
  const written = name?.at(-1)
  // The string, or the string in its tag: authorities differ.
  const text = written && textIn(written)
  return text ? text.trim() : null
}

function textIn({ value }: forge.asn1.Asn1): string | null {
  if (typeof value === 'string') return value
  const [inner] = value
  return inner ? textIn(inner) : null
}

/** The elements of the first sequence that begins with this object identifier, at any depth. */
function sequenceOf(at: forge.asn1.Asn1, oid: string): forge.asn1.Asn1[] | null {
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
function parsed(der: string): forge.asn1.Asn1 {
  const options = { parseAllBytes: true, decodeBitStrings: false, strict: true }
  return forge.asn1.fromDer(forge.util.createBuffer(der), options as never)
}
