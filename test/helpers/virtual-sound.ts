/**
 * A sound card that is not there, of a PulseAudio server of its own: what is played to it is the
 * computer's microphone, and what the browser plays can be listened to. Browsers that take no sound
 * file for a microphone hear a real one this way.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SAMPLE_RATE_HZ, writeWav } from './demo-audio.ts'

export type VirtualSound = Awaited<ReturnType<typeof startVirtualSound>>

/** Longer than any bench of one browser. */
const ROOM_S = 900
/** Of full scale: a quiet room. Exact zeros are what browsers put where they lost sound. */
const ROOM_LEVEL = 0.002

export async function startVirtualSound() {
  const folder = await mkdtemp(join(tmpdir(), 'svc-sound-'))
  const env = { ...process.env, XDG_RUNTIME_DIR: folder, PULSE_RUNTIME_PATH: folder, HOME: folder }
  const ends: (() => Promise<unknown>)[] = []

  function start(program: string, args: string[]) {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const exited = once(child, 'exit')
    const end = async () => {
      child.kill()
      await exited
    }
    ends.push(end)
    return { child, exited, end }
  }

  start('pulseaudio', [
    '-n',
    '--daemonize=no',
    '--exit-idle-time=-1',
    '--disallow-exit',
    '-L',
    'module-native-protocol-unix auth-anonymous=1',
    '-L',
    'module-null-sink sink_name=room rate=48000',
    '-L',
    'module-null-sink sink_name=speaker rate=48000',
    '-L',
    'module-remap-source master=room.monitor source_name=microphone',
  ])
  for (let attempt = 0; ; attempt++) {
    const done = await start('pactl', ['set-default-sink', 'speaker']).exited
    if (done[0] === 0) break
    if (attempt === 50) throw new Error('PulseAudio does not start')
    await sleep(100)
  }
  await start('pactl', ['set-default-source', 'microphone']).exited
  const room = join(folder, 'room.wav')
  const noise = () => Math.round((Math.random() * 2 - 1) * ROOM_LEVEL * 32_767)
  await writeWav(room, Int16Array.from({ length: ROOM_S * SAMPLE_RATE_HZ }, noise))
  start('paplay', ['-d', 'room', room])

  return {
    /** For the browser's process. */
    env: { XDG_RUNTIME_DIR: folder, PULSE_RUNTIME_PATH: folder },
    /** Into the microphone. @param samples PCM16 mono 16 kHz; resolves when it was heard */
    async say(samples: Int16Array) {
      const path = join(folder, 'voice.wav')
      await writeWav(path, samples)
      await start('paplay', ['-d', 'room', path]).exited
    },
    /** Listens to the loudspeaker; @returns the loudest sample since, 0 to 1 */
    listen() {
      const { child, end } = start('parec', ['-d', 'speaker.monitor', '--raw', '--format=s16le'])
      let loudest = 0
      child.stdout.on('data', (chunk: Buffer) => {
        for (let at = 0; at + 1 < chunk.length; at += 2)
          loudest = Math.max(loudest, Math.abs(chunk.readInt16LE(at)) / 32_768)
      })
      return async () => {
        await end()
        return loudest
      }
    },
    async close() {
      for (const end of ends.reverse()) await end()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
