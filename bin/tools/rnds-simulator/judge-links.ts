/**
 * Whether those who act in a document may: each under an occupation that he has in that
 * establishment, and whether codes of monthly tables were valid then (RNDS.md §6.3).
 */
import { PARTIES, SYSTEMS } from '../../../core/fhir/terms.ts'
import { isObject } from '../../../core/rnds/outcome.ts'
import type { Refusal } from './answers.ts'
import type { People } from './people.ts'

/** A code of a monthly table (SIGTAP, CBO) that is not in all of its months. */
export interface MonthlyCode {
  code: string
  /** First and last month, `202611`; null: without a beginning, or an end. */
  from: string | null
  until: string | null
}

/** `0301010072`, `0301010072:202501-202612`, `0301010072:-202510`. undefined: none of these. */
export function readMonthlyCode(text: string): MonthlyCode | undefined {
  const [, code, from, until] = /^(\d{6,10})(?::(\d{6})?-(\d{6})?)?$/.exec(text) ?? []
  if (!code) return undefined
  // Without months it is in none of them.
  if (!text.includes(':')) return { code, from: null, until: '000000' }
  return { code, from: from ?? null, until: until ?? null }
}

const MONTHLY: readonly string[] = [SYSTEMS.sigtap, SYSTEMS.cbo]

/** @param month of the submission, `202611` */
export function judgeMonths(
  resources: readonly unknown[],
  months: readonly MonthlyCode[],
  month: string,
): Refusal[] {
  const isOut = (code: string) =>
    months.some(
      (one) =>
        one.code === code &&
        ((one.from !== null && month < one.from) || (one.until !== null && month > one.until)),
    )
  const out = resources.flatMap(codingsIn).filter(({ system }) => MONTHLY.includes(system))
  const codes = new Map(out.filter(({ code }) => isOut(code)).map((one) => [one.code, one.system]))
  return [...codes].map(([code, system]) => ({
    code: 'ERR802',
    text: `Código "${system}#${code}" não definido para a competência/versão ${month} ("${month}").`,
  }))
}

/**
 * Everybody who is named with an occupation. No source says with which code the network refuses an
 * occupation within a document: ERR879 is the one whose words say it.
 */
export function judgeOccupations(resources: readonly unknown[], people: People): Refusal[] {
  const refused = new Map<string, Refusal>()
  for (const resource of resources) {
    if (!isObject(resource)) continue
    for (const actor of [...listOf(resource.participant), ...listOf(resource.performer)]) {
      const codes = codingsIn(actor).filter(({ system }) => system === SYSTEMS.cbo)
      for (const role of rolesIn(actor)) {
        const [cns = '', cnes = ''] = role.split('-')
        const held = people.occupationsOf(cns, cnes)
        if (codes.every(({ code }) => held.includes(code))) continue
        const text = `Profissional CNS ${cns} não autorizado, pois não possui vínculo CBO autorizado no CNES ${cnes} solicitado.`
        refused.set(role, { code: 'ERR879', text })
      }
    }
  }
  return [...refused.values()]
}

function rolesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(rolesIn)
  if (!isObject(value)) return []
  if (value.system === PARTIES.practitionerRole) return [String(value.value)]
  return Object.values(value).flatMap(rolesIn)
}

function codingsIn(value: unknown): { system: string; code: string }[] {
  if (Array.isArray(value)) return value.flatMap(codingsIn)
  if (!isObject(value)) return []
  const { system, code } = value
  const own = typeof system === 'string' && typeof code === 'string' ? [{ system, code }] : []
  return [...own, ...Object.values(value).flatMap(codingsIn)]
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
