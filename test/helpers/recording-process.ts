import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Listening } from './recording-server.ts'

export interface RecordingProcess extends Listening {
  kill(): Promise<void>
}

/** What a program takes into itself, as the product's own do: a start is cheaper by half. */
const INSIDE = new URL('../../bin/inside-programs.mjs', import.meta.url).href
const SOURCE = fileURLToPath(new URL('recording-server.ts', import.meta.url))

/** Bundles recording-server.ts once, so that fifty starts of it are fast. @returns the program */
export async function buildRecordingServer(): Promise<string> {
  const outfile = fileURLToPath(
    new URL(`../../dist/test/recording-server-${process.pid}.js`, import.meta.url),
  )
  const { lightStart, outsidePrograms, requireBanner } = await import(INSIDE)
  await build({
    entryPoints: [SOURCE],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: outsidePrograms,
    banner: requireBanner,
    plugins: [lightStart],
    logLevel: 'silent',
  })
  return outfile
}

/** Starts the program on a data folder and waits until it listens. */
export async function startRecordingProcess(
  program: string,
  dataDir: string,
  { port = 0, consultations = 1 }: { port?: number; consultations?: number } = {},
): Promise<RecordingProcess> {
  const args = [program, dataDir, String(port), String(consultations)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await firstLine(child)
  return {
    ...(JSON.parse(line) as Listening),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout!) {
    text += String(chunk)
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
  throw new Error(`the recording server ended with ${child.exitCode ?? child.signalCode}`)
}
