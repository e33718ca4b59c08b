/**
 * Who is speaking, as a number: in the page the microphone gives the level `voice` and nothing
 * else, so that each sample that a recording holds says whose it is. Its tracks are in `inputs`.
 */
export const VOICE_LEVEL = `(() => {
  globalThis.voice = 0
  globalThis.inputs = []
  const sources = new Set()
  globalThis.speak = (level) => {
    globalThis.voice = level
    for (const source of sources) source.offset.value = level
  }
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext()
    const source = new ConstantSourceNode(context, { offset: globalThis.voice })
    const target = new MediaStreamAudioDestinationNode(context, { channelCount: 1 })
    source.connect(target)
    source.start()
    await context.resume()
    sources.add(source)
    globalThis.inputs.push(...target.stream.getAudioTracks())
    return target.stream
  }
})()`

/** How long this level is heard in it, in s; what passes it on the way to another one is none. */
export function secondsOf(samples: Int16Array, level: number): number {
  const wanted = level * 32767
  return samples.filter((sample) => Math.abs(sample - wanted) < 800).length / 16_000
}
