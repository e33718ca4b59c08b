import test from 'ava'
import { AppError } from '../../core/errors.ts'
import { folderError } from '../../models/backup/folder-faults.ts'

test('a folder without write permission is reported, with advice for systemd', (t) => {
  for (const code of ['EACCES', 'EROFS']) {
    const told = folderError(Object.assign(new Error(), { code }), '/mnt/nas') as AppError
    t.is(told.code, 'backup_folder_not_writable')
    t.regex(told.message, /^\/mnt\/nas cannot be written.*chown svc.*ReadWritePaths/)
  }
  const full = new AppError('unavailable', 'backup_disk_full', 'full')
  t.is(folderError(full, '/mnt/nas'), full)
})
