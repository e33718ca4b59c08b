import test from 'ava'
import { notPermitted } from '../../cli/report-error.ts'
import { AppError } from '../../core/errors.ts'

const refused = (code: string) =>
  Object.assign(new Error(code), { code, path: '/root/visita.json', syscall: 'open' })

test('a file without permission is reported with the account, not as a bug', (t) => {
  const read = new AppError('not-found', 'file_not_readable', '/root/visita.json cannot be read.', {
    cause: refused('EACCES'),
  })
  for (const error of [refused('EACCES'), refused('EPERM'), read])
    t.like(notPermitted(error, 'svc'), {
      code: 'file_not_permitted',
      kind: 'forbidden',
      message: `/root/visita.json is out of reach of the account svc, which this is done as. Give it the file (chown svc), or use a folder that it may enter, such as /tmp; standard input and output work too.`,
    })
  t.regex((notPermitted(refused('EROFS')) as AppError).message, /cannot be written/)
})

test('a missing file, or a folder, is reported as that', (t) => {
  const unreadable = (code: string) =>
    notPermitted(
      new AppError('not-found', 'file_not_readable', 'x cannot be read.', { cause: refused(code) }),
    ) as AppError
  t.like(unreadable('ENOENT'), {
    code: 'file_not_readable',
    kind: 'not-found',
    message: '/root/visita.json is not there. Look at its name, or give the whole path.',
  })
  t.regex(unreadable('EISDIR').message, /visita\.json is a folder/)
})

test('everything else passes as it is', (t) => {
  const missing = refused('ENOENT')
  const connection = Object.assign(new Error('EACCES'), { code: 'EACCES' })
  for (const error of [missing, connection, refused('ENOSPC'), new AppError('busy', 'x', 'y'), 3])
    t.is(notPermitted(error), error)
})
