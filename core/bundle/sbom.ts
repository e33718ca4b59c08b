/**
 * The bill of materials of a bundle, as CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/).
 * Without time and serial number, so that the same content gives the same bytes.
 */
export interface BundlePackage {
  name: string
  version: string
  /** As the package says it: an SPDX id or expression; null when it says nothing. */
  licence: string | null
  /** As the lock file has it: `sha512-…` in base64; null for what came otherwise. */
  integrity: string | null
}

/** What came from elsewhere than the package registry. */
export interface BundleComponent {
  type: 'platform' | 'library' | 'application' | 'machine-learning-model' | 'data'
  name: string
  version: string
  licence: string | null
  /** SHA-256, in hex. */
  sha256: string | null
}

interface Parts {
  version: string
  packages: readonly BundlePackage[]
  others: readonly BundleComponent[]
}

export function writeSbom({ version, packages, others }: Parts): object {
  const root = `pkg:generic/svc-appliance@${version}`
  const components = [...packages.map(ofPackage), ...others.map(ofOther)]
  const known = new Map(components.map((one) => [one['bom-ref'], one]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        'bom-ref': root,
        type: 'application',
        name: 'svc-appliance',
        version,
        purl: root,
      },
    },
    components: [...known.values()].sort((one, other) =>
      one['bom-ref'] < other['bom-ref'] ? -1 : 1,
    ),
  }
}

function ofPackage({ name, version, licence, integrity }: BundlePackage) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const sha512 = integrity?.startsWith('sha512-') ? hexOfBase64(integrity.slice(7)) : null
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    purl,
    ...licences(licence),
    ...(sha512 && { hashes: [{ alg: 'SHA-512', content: sha512 }] }),
  }
}

function ofOther({ type, name, version, licence, sha256 }: BundleComponent) {
  const purl = `pkg:generic/${encodeURIComponent(name)}@${encodeURIComponent(version)}`
  return {
    'bom-ref': purl,
    type,
    name,
    version,
    purl,
    ...licences(licence),
    ...(sha256 && { hashes: [{ alg: 'SHA-256', content: sha256 }] }),
  }
}

const SPDX_ID = /^[A-Za-z0-9.-]+\+?$/
const SPDX_EXPRESSION = /\s(AND|OR|WITH)\s/

function licences(licence: string | null) {
  if (licence === null) return {}
  if (SPDX_EXPRESSION.test(licence)) return { licenses: [{ expression: licence }] }
  if (SPDX_ID.test(licence) && licence !== 'UNLICENSED')
    return { licenses: [{ license: { id: licence } }] }
  return { licenses: [{ license: { name: licence } }] }
}

function hexOfBase64(text: string): string {
  return [...atob(text)].map((one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}
