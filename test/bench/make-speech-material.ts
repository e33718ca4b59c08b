/**
 * Makes the material for the speech benches by hand, all or what is named; see speech-material.ts
 * for the folders.
 *
 *   npx tsx test/bench/make-speech-material.ts [name ...]
 */
import { speechMaterial } from './speech-material.ts'

const material = speechMaterial(process.env)
const asked = process.argv.slice(2)
for (const name of asked.length > 0 ? asked : material.names) {
  const reason = material.missing(name)
  if (reason) {
    console.log(`${name}: skipped, ${reason}`)
    continue
  }
  const { durationMs, turns, wavPath } = await material.get(name)
  console.log(`${name}: ${Math.round(durationMs / 1000)} s, ${turns.length} turns, ${wavPath}`)
}
