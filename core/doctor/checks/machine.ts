import type { Check } from '../check.ts'
import { quoted } from '../quoted.ts'

const MIB = 1024 * 1024

export const nodeVersion: Check = {
  id: 'node.version',
  title: 'Node.js',
  async run({ nodeVersion: version }) {
    const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
    if (major > 20 || (major === 20 && minor >= 19))
      return { severity: 'ok', what: `Node ${version}` }
    return {
      severity: 'error',
      what: `Node ${version} is older than 20.19.`,
      why: 'The packages this product rests on do not run on it.',
      fix: 'apt-get install -y nodejs   # from a source that has 20.19 or newer',
    }
  },
}

export const memory: Check = {
  id: 'machine.memory',
  title: 'memory',
  async run(host) {
    const { memoryMiB, cores } = host.box
    const { speechModel, textModel } = host.settings
    const models = await Promise.all([
      host.model(speechModel),
      textModel ? host.model(textModel) : null,
    ])
    const neededMiB = 600 + models.reduce((sum, model) => sum + (model?.memoryMiB ?? 0), 0)
    const what = `${Math.round(memoryMiB / 102.4) / 10} GiB, ${cores} cores; service and models take about ${neededMiB} MiB`
    if (memoryMiB < neededMiB)
      return {
        severity: 'error',
        what,
        why: 'The system will end processes when memory runs out, the speech engine first.',
        fix: 'svcctl model list   # choose a smaller model, then: svcctl model use <name>',
      }
    if (memoryMiB < neededMiB * 1.25)
      return {
        severity: 'warning',
        what,
        why: 'Little is left for the system and for many recordings at once.',
        fix: 'svcctl model list   # choose a smaller model, then: svcctl model use <name>',
      }
    return { severity: 'ok', what }
  },
}

/** When this version was made at the latest: a clock before it is wrong. */
const NOT_BEFORE = new Date('2026-01-01T00:00:00Z')

export const clock: Check = {
  id: 'machine.clock',
  title: 'clock',
  async run(host) {
    const now = host.now()
    const fix = 'timedatectl set-ntp true'
    const why = 'Tokens expire by it, and every record carries it.'
    if (now < NOT_BEFORE)
      return {
        severity: 'error',
        what: `The clock says ${now.toISOString()}, which is past.`,
        why,
        fix,
      }
    const database = await host.path(`${host.settings.dataDir}/svc.sqlite`)
    const aheadMs = (database?.modifiedAt.getTime() ?? 0) - now.getTime()
    if (aheadMs > 5 * 60_000)
      return {
        severity: 'error',
        what: `The data was last written ${Math.round(aheadMs / 60_000)} minutes in the future: the clock went back.`,
        why,
        fix,
      }
    return { severity: 'ok', what: now.toISOString() }
  },
}

export const bundle: Check = {
  id: 'install.build',
  title: 'built files',
  async run(host) {
    const missing = await host.missingBuild()
    if (missing.length === 0) return { severity: 'ok', what: 'all there' }
    return {
      severity: 'error',
      what: `Not built: ${missing.join(', ')}`,
      why: 'The server or the plugin cannot start without them.',
      fix: 'npm run build',
    }
  },
}

export const diskSpace: Check = {
  id: 'data.space',
  title: 'free space',
  async run(host) {
    const free = await host.freeBytes(host.settings.dataDir)
    const hours = Math.floor(free / (2 * 16_000 * 3600))
    const fix = `du -xh --max-depth=2 ${quoted(host.settings.dataDir)} | sort -h | tail`
    const reserve = await host.diskReserve()
    if (reserve?.isLow) {
      const [kept, whole] = [reserve.keptBytes, reserve.wholeBytes].map((size) => size / MIB)
      const what = `${Math.floor(free / MIB)} MiB free, and ${kept?.toFixed(1)} of the ${whole?.toFixed(1)} MiB kept in reserve`
      const why = 'Nothing new is taken; with the reserve, records are read and recordings end.'
      return { severity: 'error', what, why, fix }
    }
    const what = `${Math.floor(free / MIB)} MiB free, room for about ${hours} hours of sound`
    if (free < 512 * MIB)
      return { severity: 'error', what, why: 'Recordings stop when the disk is full.', fix }
    if (free < 5 * 1024 * MIB)
      return { severity: 'warning', what, why: 'A busy day records several gigabytes.', fix }
    return { severity: 'ok', what }
  },
}

export const diskSpeed: Check = {
  id: 'data.speed',
  title: 'durable writes',
  alone: true,
  async run(host) {
    const { dataDir } = host.settings
    if (!(await host.path(dataDir))?.writable)
      return { severity: 'info', what: 'not measured: the data folder cannot be written' }
    const ms = await host.durableWriteMs(dataDir)
    const what = `${ms.toFixed(1)} ms each`
    if (ms <= 100) return { severity: 'ok', what }
    return {
      severity: ms > 500 ? 'error' : 'warning',
      what,
      why: 'Sound is acknowledged only when it is on the disk: many recordings at once will wait.',
      fix: `findmnt -T ${quoted(dataDir)}   # move the data folder to a local SSD, then SVC_DATA_DIR=<there>`,
    }
  },
}
