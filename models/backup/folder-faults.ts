import { spawn } from 'node:child_process'
import { AppError } from '../../core/errors.ts'

/** Words for a disk that takes no more; anything else as it is. */
export function diskError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  if (!['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'].includes(code)) return error
  return new AppError(
    'unavailable',
    'backup_disk_full',
    'The disk is full: nothing was kept. Make room, or take another folder.',
    { cause: error },
  )
}

/**
 * Words for a folder that this account, or this unit of systemd, may not write; anything else as it
 * is.
 */
export function folderError(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  // ENOENT is what Node says where folders above are missing too, and the disk takes none.
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code)) return error
  return new AppError(
    'unavailable',
    'backup_folder_not_writable',
    `${folder} cannot be written (${code}). Give it to the account of the service (chown svc: FOLDER); under systemd it must lie below a ReadWritePaths= of the unit too (systemctl edit svc).`,
    { cause: error },
  )
}

/** Long for a disk that wakes up, short beside ten seconds of a scrape. */
const PATIENCE_MS = 5000
const asked = new Map<string, Promise<boolean>>()

/**
 * False where a folder does not answer, as a share does whose server is gone. Asked by a process of
 * its own: whoever asks waits without end, and here each such call would hold one of the four
 * threads that all files of this process go through, sound included. A folder that is missing or
 * forbidden answers too. One question at a time for each folder, however many want to know.
 */
export function folderAnswers(
  folder: string,
  { patienceMs = PATIENCE_MS, program = 'ls' } = {},
): Promise<boolean> {
  const earlier = asked.get(folder)
  if (earlier) return earlier
  const { answer, ended } = ask(folder, patienceMs, program)
  asked.set(folder, answer)
  // A question that not even a kill ends is not asked a second time.
  void ended.then(() => asked.delete(folder))
  return answer
}

function ask(folder: string, patienceMs: number, program: string) {
  const child = spawn(program, ['-A', '--', folder], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // No such program: then nobody is held up by it either.
    child.on('error', () => resolve())
  })
  const answer = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => {
      resolve(false)
      child.kill('SIGKILL')
      child.unref()
    }, patienceMs)
    void ended.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
  return { answer, ended }
}

/** @throws {AppError} `backup_folder_stalled` */
export async function insistOnAnswer(folder: string): Promise<void> {
  if (await folderAnswers(folder)) return
  throw new AppError(
    'unavailable',
    'backup_folder_stalled',
    `${folder} does not answer: the server behind the share, the network to it, or a disk that fails. Nothing was written.`,
  )
}
