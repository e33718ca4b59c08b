/**
 * Plays a recorded consultation into the microphone: while a sample is chosen, `getUserMedia` of
 * this page hands out the sample's sound instead of the device's. Whoever records (the plugin)
 * cannot tell, and is not told; it is also heard on the loudspeakers, which can be muted.
 */
export interface SampleMicrophone {
  readonly state: 'off' | 'loading' | 'armed' | 'playing' | 'paused' | 'ended'
  /** Both in s. */
  readonly position: number
  readonly duration: number
  readonly muted: boolean
  /**
   * Takes the microphone's place; silence until `play`. Call it from a click: browsers then allow
   * sound.
   */
  arm(url: string): Promise<void>
  play(): void
  pause(): void
  setMuted(muted: boolean): void
  /** Gives the real microphone back. */
  disarm(): void
}

/** `onChange` is called when the state changes, not as the position moves. */
export function sampleMicrophone(onChange: () => void): SampleMicrophone {
  const devices = navigator.mediaDevices
  const realGetUserMedia = devices.getUserMedia
  let state: SampleMicrophone['state'] = 'off'
  let context: AudioContext | undefined
  let microphone: MediaStreamAudioDestinationNode | undefined
  let loudspeaker: GainNode | undefined
  let sound: AudioBuffer | undefined
  let source: AudioBufferSourceNode | undefined
  let startedAt = 0
  let playedS = 0
  let muted = false

  function become(next: SampleMicrophone['state']) {
    state = next
    onChange()
  }

  function arm(url: string): Promise<void> {
    disarm()
    const audio = new AudioContext()
    context = audio
    microphone = audio.createMediaStreamDestination()
    loudspeaker = new GainNode(audio, { gain: muted ? 0 : 1 })
    loudspeaker.connect(audio.destination)
    const loading = load(audio, url)
    // At once, not when the sound has come: whoever asks meanwhile waits for it, and never gets the
    // device.
    devices.getUserMedia = async (constraints) => {
      if (constraints?.video) return realGetUserMedia.call(devices, constraints)
      await loading
      if (!microphone) return realGetUserMedia.call(devices, constraints)
      // A clone: its owner may stop it and ask again.
      return microphone.stream.clone()
    }
    become('loading')
    return loading
  }

  async function load(audio: AudioContext, url: string) {
    try {
      await audio.resume()
      const response = await fetch(url)
      if (!response.ok) throw new Error(`sample not found: ${response.status}`)
      const decoded = await audio.decodeAudioData(await response.arrayBuffer())
      // Another sample was chosen while this one was coming.
      if (context !== audio) return
      sound = decoded
      become('armed')
    } catch (error) {
      if (context !== audio) return
      disarm()
      throw error
    }
  }

  function play() {
    if (!context || !sound || !microphone || !loudspeaker || state === 'playing') return
    const node = new AudioBufferSourceNode(context, { buffer: sound })
    node.connect(microphone)
    node.connect(loudspeaker)
    node.onended = () => {
      if (source !== node) return
      source = undefined
      playedS = sound?.duration ?? 0
      become('ended')
    }
    source = node
    startedAt = context.currentTime
    node.start(0, playedS)
    become('playing')
  }

  function pause() {
    if (state !== 'playing') return
    playedS = currentPosition()
    stopSource()
    become('paused')
  }

  function disarm() {
    stopSource()
    devices.getUserMedia = realGetUserMedia
    context?.close().catch(() => {})
    context = microphone = loudspeaker = sound = undefined
    playedS = 0
    if (state !== 'off') become('off')
  }

  function stopSource() {
    const node = source
    source = undefined
    node?.stop()
  }

  function currentPosition(): number {
    if (!context || state !== 'playing') return playedS
    return Math.min(playedS + context.currentTime - startedAt, sound?.duration ?? 0)
  }

  return {
    arm,
    play,
    pause,
    disarm,
    setMuted(next) {
      muted = next
      if (loudspeaker) loudspeaker.gain.value = muted ? 0 : 1
      onChange()
    },
    get state() {
      return state
    },
    get position() {
      return currentPosition()
    },
    get duration() {
      return sound?.duration ?? 0
    },
    get muted() {
      return muted
    },
  }
}
