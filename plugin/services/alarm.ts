/**
 * For a doctor who looks at the patient and not at the panel: two short tones, and the page's title
 * says what happened until it is mended.
 */
export interface Alarm {
  ring(title: string): void
  end(): void
}

const TONES_HZ = [880, 660]
const TONE_S = 0.25
const VOLUME = 0.2

export function alarm(): Alarm {
  let ours: string | undefined
  let pages = ''

  function end() {
    // A page that has changed its title since keeps it.
    if (ours !== undefined && document.title === ours) document.title = pages
    ours = undefined
  }

  return {
    ring(title) {
      end()
      pages = document.title
      document.title = `⚠ ${title}${pages ? ` · ${pages}` : ''}`
      // As the browser keeps it: without spaces at its ends.
      ours = document.title
      void sound().catch(() => {})
    },
    end,
  }
}

async function sound() {
  const context = new AudioContext()
  const volume = new GainNode(context, { gain: VOLUME })
  volume.connect(context.destination)
  TONES_HZ.forEach((frequency, i) => {
    const tone = new OscillatorNode(context, { frequency })
    tone.connect(volume)
    tone.start(context.currentTime + i * TONE_S)
    tone.stop(context.currentTime + (i + 1) * TONE_S)
    if (i === TONES_HZ.length - 1) tone.onended = () => void context.close()
  })
  await context.resume()
}
