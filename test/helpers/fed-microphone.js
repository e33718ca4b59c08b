// Runs in the page before its scripts, in the place of the browser's audio thread: hands over the frames of a known sound faster
// than life. Everything behind the worklet's port is the product's own code, as built: microphone, take, sealing, IndexedDB,
// channel. What it leaves out (resampling, framing) has tests of its own. `FEED_SPEED` is how many times faster than life.
// Where it stands is kept in localStorage, so that a reloaded page and a second tab go on with the same sound.
{
  const FRAME_SAMPLES = 4000
  const FRAME_MS = 250
  const speed = globalThis.FEED_SPEED ?? 20
  let voice
  const loaded = fetch('/test/voice.wav')
    .then((answer) => answer.arrayBuffer())
    .then((bytes) => {
      voice = new Int16Array(bytes.slice(44))
    })

  const feed = {
    /** No frame is handed over meanwhile. */
    held: false,
    get position() {
      return Number(localStorage.getItem('feed') ?? 0)
    },
  }
  globalThis.feed = feed

  function soundAt(from, count, channel) {
    return Int16Array.from({ length: count }, (_, i) => {
      const at = (from + i) % voice.length
      return channel === 0 ? voice[at] : voice[voice.length - 1 - at]
    })
  }

  globalThis.AudioWorkletNode = class extends GainNode {
    constructor(context) {
      super(context)
      this.port = { onmessage: null, postMessage: (command) => this.obey(command) }
    }

    async obey({ type, channels }) {
      await loaded
      if (type === 'start') {
        this.channels = channels
        this.timer = setInterval(() => feed.held || this.hand(FRAME_SAMPLES), FRAME_MS / speed)
      }
      if (type !== 'stop') return
      clearInterval(this.timer)
      // As the audio thread does: the frame at hand is shorter.
      this.hand(1 + (feed.position % (FRAME_SAMPLES - 1)))
      this.say({ type: 'stopped' })
    }

    hand(count) {
      const from = feed.position
      localStorage.setItem('feed', String(from + count))
      const remote = { samples: soundAt(from, count, 1), filledMs: 0 }
      const samples = soundAt(from, count, 0)
      this.say({ type: 'level', rms: 0.1, peak: 0.3 })
      this.say({
        type: 'frame',
        samples,
        filledMs: 0,
        missingMs: 0,
        ...(this.channels === 2 && { remote }),
      })
    }

    say(data) {
      this.port.onmessage?.({ data })
    }
  }
}
