/**
 * `npm run bench [name…] [-- --set folder] [-- --only 'tests or faults']`: measures and prints
 * JSON. Every figure is taken beside its reference in the same run and given as a ratio too,
 * because machines differ. Nothing here is a test: nothing fails for being slow.
 */
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'

/** By name, in the order they run; each is loaded when its turn comes. */
const benches: Record<string, () => Promise<() => Promise<unknown>>> = {
  'cold-start': async () => (await import('./cold-start.ts')).benchColdStart,
  doctor: async () => {
    const { benchDoctor } = await import('./doctor.ts')
    return () => benchDoctor(options)
  },
  'session-token': async () => (await import('./session-token.ts')).benchSessionToken,
  audit: async () => (await import('./audit.ts')).benchAudit,
  acknowledgement: async () => (await import('./acknowledgement.ts')).benchAcknowledgement,
  soak: async () => (await import('./soak.ts')).benchSoak,
  shares: async () => (await import('./shares.ts')).benchShares,
  kills: async () => (await import('./kills.ts')).benchKills,
  nodes: async () => (await import('./nodes.ts')).benchNodes,
  'node-load': async () => (await import('./node-load.ts')).benchNodeLoad,
  backup: async () => (await import('./backup.ts')).benchBackup,
  bundle: async () => (await import('./bundle.ts')).benchBundle,
  'network-faults': async () => (await import('./network-faults.ts')).benchNetworkFaults,
  'recording-page': async () => (await import('./recording-page.ts')).benchRecordingPage,
  transcription: async () => (await import('./transcription.ts')).benchTranscription,
  hour: async () => (await import('./hour.ts')).benchHour,
  hearing: async () => {
    const { benchHearing } = await import('./hearing.ts')
    return () => benchHearing(options)
  },
  'non-speech': async () => (await import('./non-speech.ts')).benchNonSpeech,
  recognition: async () => {
    const { benchRecognition } = await import('./recognition.ts')
    return () => benchRecognition(options)
  },
  'medicine-names': async () => (await import('./medicine-names.ts')).benchMedicineNames,
  'api-latency': async () => (await import('./api-latency.ts')).benchApiLatency,
  rules: async () => (await import('./rules.ts')).benchRules,
  evaluation: async () => (await import('./evaluation.ts')).benchEvaluation,
  evidence: async () => {
    const { benchEvidence } = await import('./evidence.ts')
    return () => benchEvidence(options)
  },
  unwritten: async () => {
    const { benchUnwritten } = await import('./unwritten.ts')
    return () => benchUnwritten(options)
  },
  terminology: async () => (await import('./terminology.ts')).benchTerminology,
  rnds: async () => (await import('./rnds.ts')).benchRnds,
  outbox: async () => (await import('./outbox.ts')).benchOutbox,
  'plugin-start': async () => (await import('./plugin-start.ts')).benchPluginStart,
  'transcript-search': async () => (await import('./transcript-search.ts')).benchTranscriptSearch,
  'plugin-walks': async () => (await import('./plugin-walks.ts')).benchPluginWalks,
  'other-browsers': async () => {
    const { benchOtherBrowsers } = await import('./other-browsers.ts')
    return () => benchOtherBrowsers(options)
  },
  'extension-firefox': async () => (await import('./extension-firefox.ts')).benchExtensionFirefox,
  'extension-firefox-fill': async () =>
    (await import('./extension-firefox-fill.ts')).benchExtensionFirefoxFill,
  'extension-firefox-microphone': async () =>
    (await import('./extension-firefox-microphone.ts')).benchExtensionFirefoxMicrophone,
  'extension-question': async () =>
    (await import('./extension-question.ts')).benchExtensionQuestion,
  'extension-keys': async () => (await import('./extension-keys.ts')).benchExtensionKeys,
  'extension-lint': async () => (await import('./extension-lint.ts')).benchExtensionLint,
  'extension-windows': async () => (await import('./extension-windows.ts')).benchExtensionWindows,
  watching: async () => (await import('./watching.ts')).benchWatching,
  egress: async () => {
    const { benchEgress } = await import('./egress.ts')
    return () => benchEgress(options)
  },
  structure: async () => (await import('./structure.ts')).benchStructure,
  generation: async () => (await import('./generation.ts')).benchGeneration,
  phrasing: async () => {
    const { benchPhrasing } = await import('./phrasing.ts')
    return () => benchPhrasing(options)
  },
}

const { values: options, positionals: asked } = parseArgs({
  options: { set: { type: 'string' }, only: { type: 'string' } },
  allowPositionals: true,
})
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `No such bench: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`,
  )
  process.exit(64)
}

const results: Record<string, unknown> = {}
for (const [name, load] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.error(`bench ${name} …`)
  const bench = await load()
  // One that fails does not take the figures of the others with it.
  results[name] = await bench().catch((error: unknown) => ({ failed: String(error) }))
}
console.log(
  JSON.stringify(
    {
      machine: {
        processor: cpus()[0]?.model ?? 'unknown',
        cores: cpus().length,
        memoryGiB: Math.round(totalmem() / 2 ** 30),
        node: process.version,
      },
      ...results,
    },
    null,
    2,
  ),
)
process.exit(0)
