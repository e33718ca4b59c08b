/** What stands beside the text of papers and is none, as SVG: the same on every run. */

/** A square code: `side` places a side, each of so many pixels. */
export function squareCode(x: number, y: number, side: number, pixels: number): string {
  const random = randomFrom(7)
  const corner = (column: number, row: number) =>
    [
      [0, 7, 'black'],
      [1, 5, 'white'],
      [2, 3, 'black'],
    ].map(([in_, size, fill]) => {
      const at = (place: number) => (place + Number(in_)) * pixels
      const edge = Number(size) * pixels
      return `<rect x="${x + at(column)}" y="${y + at(row)}" width="${edge}" height="${edge}" fill="${fill}"/>`
    })
  const far = side - 7
  const isCorner = (column: number, row: number) =>
    (row < 8 || row >= side - 8) && (column < 8 || (column >= side - 8 && row < 8))
  const places = Array.from({ length: side * side }, (_, at) => [at % side, Math.floor(at / side)])
  const modules = places
    .filter(([column = 0, row = 0]) => !isCorner(column, row) && random() < 0.5)
    .map(
      ([column = 0, row = 0]) =>
        `<rect x="${x + column * pixels}" y="${y + row * pixels}" width="${pixels}" height="${pixels}"/>`,
    )
  return [...modules, ...corner(0, 0), ...corner(far, 0), ...corner(0, far)].join('')
}

export function barCode(x: number, y: number, width: number, height: number): string {
  const random = randomFrom(11)
  const bars: string[] = []
  for (let at = 0; at < width; ) {
    const bar = 2 + 2 * Math.floor(random() * 3)
    bars.push(`<rect x="${x + at}" y="${y}" width="${bar}" height="${height}"/>`)
    at += bar + 2 + 2 * Math.floor(random() * 3)
  }
  return bars.join('')
}

/** Lines of a table, thick enough to be taken for letters. */
export function tableLines(
  x: number,
  y: number,
  { width, rows, columns, rowHeight }: Record<'width' | 'rows' | 'columns' | 'rowHeight', number>,
): string {
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="black" stroke-width="4"/>`
  const bottom = y + rows * rowHeight
  const across = Array.from({ length: rows + 1 }, (_, row) =>
    line(x, y + row * rowHeight, x + width, y + row * rowHeight),
  )
  const down = Array.from({ length: columns + 1 }, (_, column) =>
    line(x + (column * width) / columns, y, x + (column * width) / columns, bottom),
  )
  return [...across, ...down].join('')
}

/** A drop and a cross, as laboratories have them. */
export function logo(x: number, y: number): string {
  return `<path d="M${x} ${y} c-30 50 -40 60 -40 85 a40 40 0 0 0 80 0 c0 -25 -10 -35 -40 -85z" fill="#c33"/><circle cx="${x + 90}" cy="${y + 60}" r="45" fill="none" stroke="#36c" stroke-width="12"/><path d="M${x + 75} ${y + 60} h30 M${x + 90} ${y + 45} v30" stroke="#36c" stroke-width="10"/>`
}

/** Grey shapes over one another, as a photograph in print. */
export function photograph(x: number, y: number, side: number): string {
  const random = randomFrom(13)
  return Array.from({ length: 160 }, () => {
    const grey = 60 + Math.floor(random() * 120)
    const [cx, cy] = [x + random() * side, y + random() * side]
    return `<ellipse cx="${cx}" cy="${cy}" rx="${5 + (random() * side) / 6}" ry="${5 + (random() * side) / 6}" fill="rgb(${grey},${grey},${grey})" opacity="0.6"/>`
  }).join('')
}

/** Strokes of a pen in a row, which nobody can read. */
export function scrawl(x: number, y: number, letters: number): string {
  const random = randomFrom(17)
  const strokes = Array.from({ length: letters }, (_, at) => {
    const left = x + at * 30
    const point = () => `${left + Math.round(random() * 20)} ${y - Math.round(random() * 30)}`
    return `M${left} ${y} Q${point()} ${point()} T${point()} L${left + 18} ${y - 2}`
  })
  return `<path d="${strokes.join(' ')}" fill="none" stroke="black" stroke-width="4"/>`
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}
