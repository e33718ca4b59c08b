/**
 * What is particular to each table: how its codes are written, and by which name the network's
 * definitions call it.
 */
import type { TerminologySystem } from './ports.ts'

interface SystemFacts {
  /** For administrators. */
  title: string
  /** `id` of the FHIR CodeSystem that holds the same table. */
  codeSystem: string
  /** A code as the network wants it. */
  pattern: RegExp
  /** In words, for a file that breaks it. */
  shape: string
}

export const systems: Record<TerminologySystem, SystemFacts> = {
  CID10: {
    title: 'CID-10, diseases',
    codeSystem: 'BRCID10',
    pattern: /^[A-Z]\d{2,3}$/,
    shape: 'a letter and two or three digits',
  },
  CIAP2: {
    title: 'CIAP-2, primary care',
    codeSystem: 'BRCIAP2',
    pattern: /^[A-Z-]\d{2}$/,
    shape: 'a letter and two digits',
  },
  SIGTAP: {
    title: 'SIGTAP, procedures of the SUS',
    codeSystem: 'BRTabelaSUS',
    pattern: /^\d{10}$/,
    shape: 'ten digits',
  },
  TUSS: {
    title: 'TUSS, procedures of private care',
    codeSystem: 'BRCBHPMTUSS',
    pattern: /^\d{8}$/,
    shape: 'eight digits',
  },
  CBO: {
    title: 'CBO, occupations',
    codeSystem: 'BRCBO',
    // The table of the network has a few with a letter: `1999A1`.
    pattern: /^\d{4}[\dA-Z]{2}$/,
    shape: 'six digits',
  },
  CATMAT: {
    title: 'CATMAT, medicines',
    codeSystem: 'BRObmCATMAT',
    // Some have a space within: `BR0267418 -1`.
    pattern: /^\S(?:.{0,62}\S)?$/,
    shape: 'at most 64 characters',
  },
  MEDICAMENTO: {
    title: 'Medicines as allergens',
    codeSystem: 'BRMedicamento',
    pattern: /^\S(?:.{0,62}\S)?$/,
    shape: 'at most 64 characters',
  },
  ALERGENO: {
    title: 'CBARA, allergens',
    codeSystem: 'BRAlergenosCBARA',
    pattern: /^\S{1,64}$/,
    shape: 'a word of at most 64 characters',
  },
  IMUNOBIOLOGICO: {
    title: 'Immunobiologicals',
    codeSystem: 'BRImunobiologico',
    pattern: /^\d{1,8}$/,
    shape: 'a number',
  },
}

export const systemNames = Object.keys(systems) as TerminologySystem[]

/** The system that somebody typed: `cid10`, `CID-10`, `sigtap`; null for none of ours. */
export function systemNamed(text: string): TerminologySystem | null {
  const wanted = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return systemNames.find((name) => name === wanted) ?? null
}

/**
 * As the network writes it: CID-10 `J06.9` → `J069`, numbers without punctuation; other tables keep
 * their marks.
 */
export function canonicalCode(system: TerminologySystem, code: string): string {
  const trimmed = code.trim()
  switch (system) {
    case 'CID10':
    case 'CIAP2':
      return trimmed.toUpperCase().replace(/[.\s+*†]|(?<=.)-/g, '')
    case 'SIGTAP':
    case 'TUSS':
    case 'CBO':
      return trimmed.replace(/[.\s/-]/g, '')
    default:
      return trimmed
  }
}

/** One key for every usual spelling of a code. */
export function codeKey(code: string): string {
  return code.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
}
