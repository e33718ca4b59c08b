const NAME = /^svc-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.svcbackup$/

/** `svc-20261122T031500Z.svcbackup` */
export function backupName(at: Date): string {
  return `svc-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.svcbackup`
}

/** Null for what is no backup's name. */
export function timeOfBackup(name: string): Date | null {
  const parts = NAME.exec(name)?.slice(1)
  if (!parts) return null
  const [year, month, day, hour, minute, second] = parts
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}
