import type { SoundSide } from '../state/capture.ts'
import type { ShownRecorder } from '../state/open-recording.ts'
import { type Component, m, type Vnode, type VnodeDOM } from '../view.ts'

interface Attrs {
  recorder: ShownRecorder
  label: string
  side?: SoundSide
  /** Bars of history; a short one fits the dock. */
  bars?: number
}

/**
 * What one side hears, 20 times a second, drawn by itself: the rest of the screen does not move
 * with it. Whoever asked for less motion sees one bar instead of a running wave.
 */
export function LevelMeter(): Component<Attrs> {
  let stop: () => void = () => {}
  let rest: () => void = () => {}

  return {
    oncreate({ dom, attrs: { recorder, side = 'microphone', bars = 48 } }: VnodeDOM<Attrs>) {
      const canvas = dom.querySelector('canvas')!
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
      const history = new Array<number>(calm ? 1 : bars).fill(0)
      let toldAt = 0
      const draw = () => (calm ? drawBar(canvas, history[0]!) : drawWave(canvas, history))
      rest = () => {
        if (history.every((level) => level === 0)) return
        history.fill(0)
        draw()
        dom.setAttribute('aria-valuenow', '0')
      }
      stop = recorder.capture.onLevel(side, (level) => {
        history.push(recorder.phase === 'recording' ? level : 0)
        history.shift()
        draw()
        if (Date.now() - toldAt < 1000) return
        toldAt = Date.now()
        dom.setAttribute('aria-valuenow', String(Math.round(level * 100)))
      })
      draw()
    },
    // A microphone that was let go of in mid-word (another tab took over, it was unplugged) tells
    // no silence.
    onupdate({ attrs: { recorder } }: VnodeDOM<Attrs>) {
      if (recorder.phase !== 'recording') rest()
    },
    onremove: () => stop(),
    view: ({ attrs: { label } }: Vnode<Attrs>) =>
      m(
        '.meter[role=meter][aria-valuemin=0][aria-valuemax=100][aria-valuenow=0]',
        { 'aria-label': label },
        m('canvas', { 'aria-hidden': 'true' }),
      ),
  }
}

function drawWave(canvas: HTMLCanvasElement, history: readonly number[]) {
  const { pen, width, height, scale } = prepare(canvas)
  if (!pen) return
  const step = width / history.length
  const thick = Math.max(scale, step * 0.46)
  history.forEach((level, i) => {
    const tall = Math.max(thick, level * height)
    pen.beginPath()
    pen.roundRect(i * step + (step - thick) / 2, (height - tall) / 2, thick, tall, thick / 2)
    pen.globalAlpha = level > 0.02 ? 0.35 + 0.65 * (i / history.length) : 0.25
    pen.fill()
  })
}

function drawBar(canvas: HTMLCanvasElement, level: number) {
  const { pen, width, height, scale } = prepare(canvas)
  if (!pen) return
  const tall = 6 * scale
  for (const [part, alpha] of [
    [1, 0.2],
    [level, 1],
  ] as const) {
    pen.globalAlpha = alpha
    pen.beginPath()
    pen.roundRect(0, (height - tall) / 2, Math.max(tall, width * part), tall, tall / 2)
    pen.fill()
  }
}

/** Sharp on dense screens, in the colour of the theme. */
function prepare(canvas: HTMLCanvasElement) {
  const scale = devicePixelRatio || 1
  const width = Math.round(canvas.clientWidth * scale)
  const height = Math.round(canvas.clientHeight * scale)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const pen = canvas.getContext('2d')
  pen?.clearRect(0, 0, width, height)
  if (pen) pen.fillStyle = getComputedStyle(canvas).color
  return { pen, width, height, scale }
}
