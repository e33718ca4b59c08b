/**
 * The network's rules about the encounter, its diagnoses and procedures (RNDS.md §6.3, §11), by
 * their own codes.
 */

import {
  asList,
  asObject,
  asText,
  type EntryFacts,
  type JsonObject,
  valuesAt,
} from '../profile/json.ts'
import type { Run } from '../profile/run.ts'
import { SYSTEMS } from '../terms.ts'
import { dayInBrasilia, daysBetween, isBefore, isSameInstant } from './date-rules.ts'

const HOSPITAL = '04'
const SAME_DAY = ['01', '07']
/** Death and transfer end a hospital stay on its first day. */
const SHORT_STAY_OUTCOMES = ['06', '09']
const SUS_FINANCING = ['01', '06', '07']

/** What a rule needs of an encounter. */
interface Visit {
  at: string
  encounter: JsonObject
  modality: string | undefined
  start: string | undefined
  end: string | undefined
  outcome: string | undefined
  diagnoses: {
    at: string
    rank: unknown
    financing: string | undefined
    target: EntryFacts | undefined
  }[]
}

export function checkEncounters(run: Run) {
  const category = codeAt(run.entries[0]?.resource, ['category'])
  for (const entry of run.entries) {
    if (entry.type !== 'Encounter') continue
    const visit = visitOf(run, entry)
    checkModality(run, visit, category)
    checkStay(run, visit)
    checkPrincipal(run, visit)
    checkDiagnosisCodes(run, visit)
    checkProcedures(run, visit)
  }
}

function visitOf(run: Run, { path, resource }: EntryFacts): Visit {
  const period = asObject(resource.period)
  return {
    at: path,
    encounter: resource,
    modality: asText(asObject(resource.class)?.code),
    start: asText(period?.start),
    end: asText(period?.end),
    outcome: codeAt(resource, ['hospitalization', 'dischargeDisposition']),
    diagnoses: asList(resource.diagnosis).map((each, index) => {
      const condition = asObject(asObject(each)?.condition)
      return {
        at: `${path}.diagnosis[${index}]`,
        rank: asObject(each)?.rank,
        financing: financingOf(condition),
        target: run.byFullUrl.get(asText(condition?.reference) ?? ''),
      }
    }),
  }
}

function checkModality(
  run: Run,
  { at, encounter, modality, diagnoses }: Visit,
  category: string | undefined,
) {
  if (modality !== undefined && category !== undefined && modality !== category) {
    const problem = 'a modalidade do documento e a do atendimento devem ser iguais'
    run.report('consistency', 'Bundle.entry[0].resource.category[0].coding[0].code', problem)
    run.report('consistency', `${at}.class.code`, problem)
  }
  if (modality === '06' && codeAt(encounter, ['priority']) === '01') {
    const problem =
      'urgência e emergência (06) não pode ter caráter eletivo (01); escolha outro caráter'
    run.report('ERR784', `${at}.priority.coding[0].code`, problem)
  }
  // Which sources the network takes for primary care is not published; its samples send the federal
  // one (RNDS.md §13).
  for (const { at: place, financing } of diagnoses)
    if (modality === '01' && financing !== undefined && !SUS_FINANCING.includes(financing))
      run.report(
        'ERR785',
        `${place}.condition.extension`,
        'esta fonte de financiamento pode não ser aceita na atenção básica (01)',
        'warning',
      )
}

function checkStay(run: Run, { at, modality, start, end, outcome }: Visit) {
  if (start === undefined || end === undefined) return
  const days = daysBetween(start, end)
  if (days === undefined) return
  if (modality === HOSPITAL && days < 1 && !SHORT_STAY_OUTCOMES.includes(outcome ?? ''))
    run.report(
      'ERR791',
      `${at}.period`,
      'na atenção hospitalar (04) entre início e fim deve haver ao menos um dia',
    )
  if (SAME_DAY.includes(modality ?? '') && days !== 0)
    run.report(
      'ERR793',
      `${at}.period`,
      `na modalidade ${modality} o início e o fim devem ser no mesmo dia`,
    )
}

/**
 * `rank` 1 is the principal one; which element decides is not published, so that no rank at all is
 * a warning (RNDS.md §7.2).
 */
function checkPrincipal(run: Run, { at, diagnoses }: Visit) {
  const problems = diagnoses.filter(({ target }) => target?.type === 'Condition')
  const principals = problems.filter(({ rank }) => rank === 1)
  for (const { at: place } of principals.slice(1))
    run.report('ERR915', `${place}.rank`, 'só pode haver um diagnóstico principal (ordem 1)')
  if (problems.length === 0 || principals.length > 0) return
  const isRanked = problems.some(({ rank }) => rank !== undefined)
  run.report(
    'ERR914',
    isRanked ? `${problems[0]?.at}.rank` : `${at}.diagnosis`,
    'falta marcar o diagnóstico principal (ordem 1)',
    isRanked ? 'error' : 'warning',
  )
}

function checkDiagnosisCodes(run: Run, { diagnoses }: Visit) {
  const seen = new Map<string, unknown>()
  for (const { rank, target } of diagnoses) {
    if (target?.type !== 'Condition') continue
    const code = codingKey(target.resource)
    if (code === undefined) continue
    if (seen.has(code)) {
      const isPrincipal = rank === 1 || seen.get(code) === 1
      const problem = isPrincipal
        ? 'repete o diagnóstico principal; retire um dos dois'
        : 'o mesmo diagnóstico aparece duas vezes; retire um dos dois'
      run.report(isPrincipal ? 'ERR787' : 'ERR788', `${target.path}.code`, problem)
    }
    seen.set(code, seen.get(code) === 1 ? 1 : rank)
  }
}

function checkProcedures(run: Run, visit: Visit) {
  const financed = visit.diagnoses.flatMap(({ target, financing }) =>
    target?.type === 'Procedure' ? [{ target, financing }] : [],
  )
  const seen = new Set<string>()
  for (const { target, financing } of financed) {
    const { path, resource } = target
    const performed = asText(resource.performedDateTime)
    checkProcedureTime(run, visit, path, performed)
    checkPerformers(run, path, resource)
    const isFunded = SUS_FINANCING.includes(financing ?? '')
    if (isFunded && asList(resource.performer).length === 0)
      run.report(
        'ERR790',
        `${path}.performer`,
        'com financiamento do SUS o profissional é obrigatório',
      )
    const key = `${codingKey(resource)} ${performed}`
    if (seen.has(key))
      run.report(
        'ERR789',
        `${path}.code`,
        'o mesmo procedimento aparece duas vezes na mesma data; some as quantidades',
      )
    seen.add(key)
  }
  for (const entry of run.entries)
    if (entry.type === 'Procedure' && !financed.some(({ target }) => target === entry))
      run.report(
        'consistency',
        entry.path,
        'falta citar este procedimento, com o financiamento, no atendimento',
        'warning',
      )
}

function checkProcedureTime(
  run: Run,
  { modality, start, end }: Visit,
  path: string,
  performed: string | undefined,
) {
  if (performed === undefined || start === undefined || end === undefined) return
  const at = `${path}.performed`
  if (SAME_DAY.includes(modality ?? '')) {
    // The rule speaks of dates; equal values satisfy either reading (RNDS.md §13).
    const isSameDay = dayInBrasilia(performed) === dayInBrasilia(start)
    if (!isSameInstant(performed, start))
      run.report(
        'ERR794',
        at,
        `na modalidade ${modality} deve ser igual ao início do atendimento`,
        isSameDay ? 'warning' : 'error',
      )
    if (isSameDay) return
  }
  if (isBefore(end, performed))
    run.report('ERR796', at, 'não pode ser depois do fim do atendimento')
  if (isBefore(performed, start))
    run.report('ERR797', at, 'não pode ser antes do início do atendimento')
}

function checkPerformers(run: Run, path: string, procedure: JsonObject) {
  const seen = new Set<string>()
  for (const [index, each] of asList(procedure.performer).entries()) {
    const actor = asText(valuesAt(each, ['actor', 'identifier', 'value'])[0])
    const cbo = codeAt(asObject(each), ['function'])
    const key = `${actor} ${cbo}`
    if (actor !== undefined && seen.has(key))
      run.report(
        'ERR786',
        `${path}.performer[${index}]`,
        'o mesmo profissional aparece duas vezes com o mesmo CBO',
      )
    seen.add(key)
  }
}

function financingOf(condition: JsonObject | undefined): string | undefined {
  const codings = valuesAt(condition, ['extension', 'valueCodeableConcept', 'coding'])
  return codings.flatMap((coding) => {
    const { system, code } = asObject(coding) ?? {}
    return system === SYSTEMS.financing && typeof code === 'string' ? code : []
  })[0]
}

function codeAt(resource: JsonObject | undefined, steps: readonly string[]): string | undefined {
  return asText(valuesAt(resource, [...steps, 'coding', 'code'])[0])
}

function codingKey(resource: JsonObject): string | undefined {
  const coding = asObject(valuesAt(resource, ['code', 'coding'])[0])
  const code = asText(coding?.code)
  return code === undefined ? undefined : `${asText(coding?.system)} ${code}`
}
