const DATE = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })
const NUMBER = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** In the time of who looks; `—` where there is none. */
export function moment(at: string | null): string {
  return at === null ? '—' : DATE.format(new Date(at))
}

export function bytes(count: number | null): string {
  if (count === null) return '—'
  let unit = 0
  let value = count
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${NUMBER.format(value)} ${UNITS[unit]}`
}

/** `3 d 4 h`, `12 min`: the two largest parts. */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return `${days} d ${hours % 24} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
