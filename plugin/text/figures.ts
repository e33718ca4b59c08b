/** `02:14`, `1:02:14`: what a clock shows. */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const tail = `${pad(minutes)}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

/** `12m 03s`, as the transcript's times are written (spec §2.1). */
export function elapsedText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${pad(Math.floor(seconds / 60))}m ${pad(seconds % 60)}s`
}

/** `12 s`, `2 min`, `2 min 5 s`: how long something took. */
export function lengthText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  if (minutes === 0) return `${rest} s`
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
}

/** Of the day: `14:05`. */
export function timeOfDay(at: number | string, language: string): string {
  return new Date(at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })
}

/** `14:05`, with its day where that is not today: `03/05 14:05`. */
export function dayAndTime(at: string, language: string): string {
  const day = (time: Date) =>
    time.toLocaleDateString(language, { day: '2-digit', month: '2-digit' })
  const time = timeOfDay(at, language)
  return day(new Date(at)) === day(new Date()) ? time : `${day(new Date(at))} ${time}`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

/** `15/10/2026`, as the language writes a day. */
export function dayText(at: string, language: string): string {
  return new Date(at).toLocaleDateString(language, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
}

/** `820 B`, `34 KB`, `1,4 MB`, `20 MB`: the size of a file as computers of doctors show it. */
export function sizeText(bytes: number, language: string): string {
  if (bytes < 1000) return `${bytes} B`
  const kilo = bytes / 1024
  if (kilo < 1000) return `${Math.max(1, Math.round(kilo))} KB`
  const mega = kilo / 1024
  const digits = { maximumFractionDigits: mega < 10 ? 1 : 0 }
  return `${mega.toLocaleString(language, digits)} MB`
}
