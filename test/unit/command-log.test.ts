import test from 'ava'
import { commandLog } from '../../bin/command-log.ts'
import { AppError } from '../../core/errors.ts'

test('a command reports side failures in words, and never as a log line', (t) => {
  const said: string[] = []
  const log = commandLog((text) => void said.push(text))
  log.info('database.migrated', { applied: 3 })
  // What a restore left for the audit is in it now: as it should be.
  log.warn('audit.taken_up', { acts: 1, damaged: 0 })
  t.deepEqual(said, [])

  log.warn('audit.taken_up', { acts: 1, damaged: 2 })
  const err = new AppError('unavailable', 'vault_damaged', 'words of the failure')
  log.warn('audit.not_on_record', { err, action: 'setting.changed' })
  log.warn('audit.left_in_spool', { err, action: 'setting.changed' })
  log.error('something.new', { err: new TypeError('quotes what it was given') })
  t.deepEqual(said, [
    'Note: 2 acts that were on their way into the audit were damaged and are lost. See: svcctl audit verify',
    'Note: what was done or tried could not be put on record (setting.changed, vault_damaged). See: svcctl doctor',
    'Note: what was done or tried (setting.changed) is written beside the audit, and enters it when the database opens: vault_damaged. See: svcctl doctor',
    'Note: something new: TypeError.',
  ])
})
