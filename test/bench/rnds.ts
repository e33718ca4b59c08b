/**
 * A full RAC from the record's facts to a checked bundle: assembled by `core/fhir/bundle`, checked
 * by `core/fhir/check-bundle`. Cold is a process that has done neither before; the reference is
 * writing the bundle as JSON and reading it again.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildBundle } from '../../core/fhir/bundle/build-bundle.ts'
import { prepareRules } from '../../core/fhir/profile/prepare-rules.ts'
import { checkBundle } from '../../core/fhir/rules/check-bundle.ts'
import { shippedRules } from '../../core/fhir/rules/rnds.ts'
import { fullEncounterRecord, SENT_AT } from '../helpers/clinical-records.ts'
import { median, percentile } from './figures.ts'

const RUNS = 2000
const WARM_UP = 500
const COLD_RUNS = 7
const TODAY = '2026-03-16'
const knows = () => true

export async function benchRnds() {
  const record = fullEncounterRecord()
  const profiles = prepareRules(shippedRules())
  const assemble = () => buildBundle(record, SENT_AT)
  const bundle = assemble()
  const check = () => checkBundle(bundle, { profiles, knows, today: TODAY })
  const both = () => checkBundle(assemble(), { profiles, knows, today: TODAY })
  const cold = Array.from({ length: COLD_RUNS }, coldRun)
  return {
    entries: bundle.entry.length,
    bytes: JSON.stringify(bundle).length,
    warm: {
      assembleMs: spread(assemble),
      checkMs: spread(check),
      assembleAndCheckMs: spread(both),
      jsonThereAndBackMs: spread(() => JSON.parse(JSON.stringify(bundle))),
    },
    cold: {
      prepareRulesMs: median(cold.map(({ prepareMs }) => prepareMs)),
      assembleAndCheckMs: median(cold.map(({ firstMs }) => firstMs)),
    },
  }
}

function spread(step: () => unknown) {
  for (let run = 0; run < WARM_UP; run++) step()
  const times = Array.from({ length: RUNS }, () => timed(step))
  return { p50: round(median(times)), p95: round(percentile(times, 0.95)) }
}

function timed(step: () => unknown): number {
  const start = performance.now()
  step()
  return performance.now() - start
}

/** In a process of its own, after its modules are loaded. */
function coldRun(): { prepareMs: number; firstMs: number } {
  const args = ['--import=tsx', fileURLToPath(import.meta.url)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

function printCold() {
  let profiles = prepareRules({ format: 1, profiles: {}, valueSets: {}, codeSystems: {} })
  const prepareMs = timed(() => {
    profiles = prepareRules(shippedRules())
  })
  const firstMs = timed(() =>
    checkBundle(buildBundle(fullEncounterRecord(), SENT_AT), { profiles, knows, today: TODAY }),
  )
  console.log(JSON.stringify({ prepareMs: round(prepareMs), firstMs: round(firstMs) }))
}

const round = (ms: number) => Math.round(ms * 1000) / 1000

if (process.argv[1] === fileURLToPath(import.meta.url)) printCold()
