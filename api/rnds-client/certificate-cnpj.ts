/**
 * The CNPJ to which an ICP-Brasil certificate was issued: an `otherName` of the subject's
 * alternative names (2.16.76.1.3.3), and at the end of the common name (`HOSPITAL:00394544000185`).
 */
import type { X509Certificate } from 'node:crypto'
import type forge from 'node-forge'
import { isCnpj } from '../../core/identifiers.ts'
import { parsed, sequenceOf } from './certificate-asn1.ts'

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
