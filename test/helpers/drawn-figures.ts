/** Graphs, traces and drawings as reports have them, as SVG: the same on every run. */

type Point = readonly [x: number, y: number]

function line(points: readonly Point[], width = 3): string {
  const steps = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  return `<path d="M${steps}" fill="none" stroke="black" stroke-width="${width}"/>`
}

function along(count: number, at: (share: number, index: number) => Point): Point[] {
  return Array.from({ length: count }, (_, index) => at(index / (count - 1), index))
}

/** Curves of percentiles over a grid. */
export function growthChart(x: number, y: number, width: number, height: number): string {
  const grid = along(21, (share) => [share * width, share * height]).map(
    ([across, down]) =>
      `<path d="M${x + across} ${y}v${height}M${x} ${y + down}h${width}" stroke="#bbb"/>`,
  )
  const curves = [0.2, 0.35, 0.5, 0.65, 0.8].map((high) =>
    line(along(40, (share) => [x + width * share, y + height - height * high * Math.sqrt(share)])),
  )
  return [...grid, ...curves].join('')
}

/** A trace of a heart, beat by beat. */
export function heartTrace(x: number, y: number, width: number): string {
  const up = (place: number) => {
    if (place === 28) return 60
    if (place === 31) return -20
    return place > 46 && place < 56 ? 12 * Math.sin(((place - 46) / 10) * Math.PI) : 0
  }
  return line(
    along(800, (share, index) => [x + width * share, y - up(index % 70)]),
    2,
  )
}

export function barChart(x: number, y: number, width: number, height: number): string {
  const bars = along(7, (share, index) => [share, 0.3 + 0.6 * Math.abs(Math.sin(2 * index))]).map(
    ([share, high]) =>
      `<rect x="${x + 20 + share * (width - 100)}" y="${y + height * (1 - high)}" width="60" height="${height * high}" fill="#468"/>`,
  )
  return `<path d="M${x} ${y}v${height}h${width}" fill="none" stroke="black"/>${bars.join('')}`
}

export function roundChart(x: number, y: number, radius: number): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#88a"/><path d="M${x} ${y}h${radius}a${radius} ${radius} 0 0 1 -${radius} ${radius}z" fill="#c66"/>`
}

/** A body on which somebody marks where it hurts. */
export function bodyDrawing(x: number, y: number): string {
  return `<g transform="translate(${x} ${y})" fill="none" stroke="black" stroke-width="4"><circle cx="150" cy="70" r="70"/><path d="M150 140v280M150 170l-150 150M150 170l150 150M150 420l-100 250M150 420l100 250M70 170q80 -40 160 0l-20 260h-120z"/></g>`
}

/** A pen's, as under a report. */
export function signature(x: number, y: number): string {
  return line(along(60, (_, index) => [x + 5 * index, y - 50 * Math.abs(Math.sin(index / 3))]))
}
