import { PassThrough } from 'node:stream'
import type { CliDeps } from '../../cli/deps.ts'
import { outline } from '../../cli/outline.ts'
import { program } from '../../cli/program.ts'
import { terminal } from '../../cli/terminal.ts'
import { settingFlags } from '../../config/describe-settings.ts'

const all = outline.flatMap(({ entries }) => entries)
const commands = new Map(
  await Promise.all(all.map(async ({ name, load }) => [name, await load()] as const)),
)

/** The command line without anything behind it: for its help, its flags and its complaints. */
export function buildProgram() {
  const written: string[] = []
  const write = (text: string) => void written.push(text)
  const nothing = () => {
    throw new Error('a command ran')
  }
  const deps: CliDeps = {
    terminal: terminal({
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      env: {},
      json: false,
      yes: false,
      signal: new AbortController().signal,
      nowMs: () => 0,
    }),
    version: '0.0.0',
    signal: new AbortController().signal,
    now: () => new Date(0),
    box: { cores: 2, memoryMiB: 4096 },
    settings: { flags: settingFlags(), load: nothing, write: nothing },
    needFolder: nothing,
    openAdmin: nothing,
    takeFromBundle: nothing,
    openModels: nothing,
    unfinishedInit: nothing,
    serve: nothing,
    openDoctor: nothing,
    diskUse: nothing,
    databaseFault: nothing,
    listNodes: nothing,
    lastDrill: nothing,
    dataDisk: nothing,
    readTextFile: nothing,
    readBinaryFile: nothing,
    isOpenToOthers: nothing,
    rnds: { definitions: nothing, keepEvidence: nothing, startSimulator: nothing },
    askServer: nothing,
    openEvaluation: nothing,
    openDocuments: nothing,
    testHost: nothing,
    siteFiles: nothing,
    trySiteRule: nothing,
    openPreview: nothing,
    tryModel: nothing,
    speechCard: nothing,
    proveModel: nothing,
    boxFacts: nothing,
    modelAdvice: nothing,
    lockModelUse: nothing,
    openMirror: nothing,
    beginModelUse: nothing,
    openBackup: nothing,
    openBundle: nothing,
    openUpgrade: nothing,
    openNodes: nothing,
    openData: nothing,
    openSupport: nothing,
    listPlugins: nothing,
  }
  return { root: program(deps, { out: write, err: write }, commands), written }
}
