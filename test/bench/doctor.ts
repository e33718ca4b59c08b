import { freePort } from '../helpers/free-port.ts'
import { type Box, makeBox } from './doctor-box.ts'
import { type Fault, faults } from './doctor-faults.ts'

/**
 * `svcctl doctor` against faults that are put in one by one: is each told by its check, and is the
 * box without a finding after the fix was run as it is printed? A box with nothing wrong has none
 * to begin with. Linux, as root: some faults are root's to make.
 * @param only words parted by commas: faults whose name or check has one of them; `nothing`: the
 * box with nothing wrong alone
 */
export async function benchDoctor({ only }: { only?: string | undefined } = {}) {
  if (process.getuid?.() !== 0) return { skipped: 'some faults only root can put in' }
  const asked = only === undefined ? faults : faults.filter(({ id, name }) => asks(only, id, name))
  const box = makeBox(await freePort())
  try {
    const falseAlarms = prepare(box)
    const results = []
    for (const fault of asked) {
      const result = await tryFault(box, fault)
      console.error(
        `${result.found && (result.fixed || fault.byHand) ? 'ok  ' : 'FAIL'} ${JSON.stringify(result)}`,
      )
      results.push(result)
    }
    const mendable = results.filter(({ byHand }) => !byHand)
    return {
      falseAlarms,
      faults: results.length,
      found: results.filter(({ found }) => found).length,
      withFix: mendable.length,
      fixed: mendable.filter(({ fixed }) => fixed).length,
      notFound: results.filter(({ found }) => !found).map(({ name }) => name),
      notFixed: mendable.filter(({ fixed }) => !fixed).map(({ name }) => name),
    }
  } finally {
    box.remove()
  }
}

const asks = (only: string, ...told: string[]) =>
  only.split(',').some((word) => told.some((one) => one.includes(word.trim())))

/** @returns what is told of a box with nothing wrong, with all trials */
function prepare(box: Box): string[] {
  for (const line of [
    'svcctl init --yes --org "Hospital São Lucas" --origin https://ehr.hospital.example',
    `svcctl config set port ${box.port} demo true backupEveryH 24`,
    'svcctl backup create',
  ]) {
    const { status, stderr } = box.shell(line)
    if (status !== 0) throw new Error(`${line}: ${stderr}`)
  }
  box.keep()
  box.heal()
  return (box.doctor('--probe') ?? []).map(({ id, what }) => `${id}: ${what}`)
}

async function tryFault(box: Box, fault: Fault) {
  const { name, id, byHand, before, probe } = fault
  box.heal()
  const away = await fault.put(box)
  const flags = probe ? '--probe' : ''
  try {
    const told = box.doctor(flags, before)
    const finding = told?.find((one) => one.id === id)
    const fix = finding?.fix
    if (!finding || byHand || !fix)
      return {
        name,
        found: finding !== undefined,
        fixed: false,
        byHand,
        fix,
        told: told?.map((one) => one.id),
      }
    const besides = (told ?? []).filter((one) => one.id !== id).map((one) => one.id)
    const ran = box.shell(fix, fix.includes('# as root'))
    const left = box.doctor(flags, before)
    const fixed = left !== null && left.length === 0
    return {
      name,
      found: true,
      fixed,
      byHand,
      fix,
      ...(besides.length > 0 && { besides }),
      ...(!fixed && {
        said: ran.stderr.slice(0, 300),
        left: left?.map((one) => `${one.id}: ${one.what}`),
      }),
    }
  } finally {
    if (typeof away === 'function') away()
  }
}
