import test from 'ava'
import { diskFault } from '../../cli/disk-fault.ts'
import { AppError } from '../../core/errors.ts'

const disk =
  (free: number, writable = true) =>
  async () => ({ dataDir: '/srv/svc', free, writable })
const failed = (code: string) => Object.assign(new Error(code), { code })
const MUCH = 1 << 30

test('a full disk is reported with its folder, or in general where another disk is full', async (t) => {
  for (const code of ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']) {
    const told = (await diskFault(failed(code), disk(0))) as AppError
    t.like(told, { code: 'disk_full', kind: 'unavailable' })
    t.regex(told.message, /The disk of \/srv\/svc is full\. Make room on it \(df -h \/srv\/svc\)/)
  }
  const other = (await diskFault(failed('ENOSPC'), disk(MUCH))) as AppError
  t.regex(other.message, /The disk that this was to be written to is full/)
})

test('an error of SQLite is explained by the state of the disk', async (t) => {
  const connection = Object.assign(new Error('x'), { parent: failed('SQLITE_CANTOPEN') })
  const codeWith = async (...how: [number, boolean?]) =>
    ((await diskFault(connection, disk(...how))) as AppError).code
  t.is(await codeWith(100), 'disk_full')
  t.is(await codeWith(MUCH, false), 'data_folder_read_only')
  t.is(await codeWith(MUCH), 'database_fails')
  const told = new AppError('unavailable', 'service_unavailable', 'x', { cause: connection })
  t.is(((await diskFault(told, disk(0))) as AppError).code, 'disk_full')
})

test('a folder that cannot be created is explained by a full disk, and else passed on', async (t) => {
  const lost = Object.assign(failed('ENOENT'), { syscall: 'mkdir' })
  const told = (await diskFault(lost, disk(MUCH, false))) as AppError
  t.is(told.code, 'data_folder_read_only')
  t.notRegex(told.message, /database/)
  t.is(await diskFault(lost, disk(MUCH)), lost)
})

test('everything else passes as it is, and nobody looks at the disk', async (t) => {
  const look = () => Promise.reject(new Error('nobody asked'))
  const full = new AppError('unavailable', 'backup_disk_full', 'x', { cause: failed('ENOSPC') })
  for (const error of [failed('ENOENT'), full, new AppError('busy', 'x', 'y'), 3])
    t.is(await diskFault(error, look), error)
})
