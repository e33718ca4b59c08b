import { join } from 'node:path'

/** The demonstration speech model as it is shipped. */
export function demoModelPath(installRoot: string): string {
  return join(installRoot, 'ai-local', 'demo-voice', 'ggml-demo-pt.bin.gz')
}

/** A few seconds of synthetic speech, to prove that a recognizer hears. */
export function probeSoundPath(installRoot: string): string {
  return join(installRoot, 'ai-local', 'demo-voice', 'probe.wav')
}
