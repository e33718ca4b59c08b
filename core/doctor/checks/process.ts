/**
 * What the system gives this process, and what of its memory could reach a disk. Where a system
 * does not tell, nothing is found.
 */
import type { Check, DoctorFinding, DoctorHost, ProcessFacts } from '../check.ts'

const UNTOLD: DoctorFinding = { severity: 'ok', what: 'this system does not tell' }

function fromProcess(
  about: Pick<Check, 'id' | 'title'>,
  judge: (facts: ProcessFacts, host: DoctorHost) => DoctorFinding,
): Check {
  return {
    ...about,
    async run(host) {
      const facts = await host.process()
      return facts ? judge(facts, host) : UNTOLD
    },
  }
}

export const processor = fromProcess(
  { id: 'machine.processor', title: 'processor' },
  ({ vectorUnits, model }) =>
    vectorUnits
      ? { severity: 'ok', what: model }
      : {
          severity: 'warning',
          what: `${model} has no wide vector unit (AVX2 with FMA, or NEON).`,
          why: 'Speech and language models run several times slower.',
          fix: 'lscpu | grep Flags   # a virtual machine may hide them: give it the processor type "host"',
        },
)

export const account = fromProcess(
  { id: 'machine.account', title: 'account' },
  ({ isRoot, hasServiceAccount }) =>
    isRoot
      ? {
          severity: 'warning',
          what: 'This runs as root.',
          why: 'A fault in any part could touch the whole machine; files made now belong to root.',
          fix: `${hasServiceAccount ? '' : 'useradd --system --shell /usr/sbin/nologin svc; '}runuser -u svc -- svcctl doctor   # and the service under the unit in config/operations/svc.service`,
        }
      : { severity: 'ok', what: 'an ordinary one' },
)

export const openFiles = fromProcess(
  { id: 'machine.open-files', title: 'open files' },
  ({ openFiles: most }) =>
    most === null || most >= 4096
      ? { severity: 'ok', what: most === null ? 'no limit' : `up to ${most}` }
      : {
          severity: 'warning',
          what: `At most ${most} files and connections may be open at once.`,
          why: 'Many recordings at once need several each; new ones would be refused.',
          fix: 'systemctl edit svc   # [Service] LimitNOFILE=65536',
        },
)

export const coreDumps = fromProcess(
  { id: 'machine.core-dumps', title: 'memory dumps' },
  ({ dumpsMemory }) =>
    dumpsMemory
      ? {
          severity: 'warning',
          what: 'A crash writes the memory of this process to the disk.',
          why: 'What patients said would lie there unencrypted.',
          fix: 'systemctl edit svc   # [Service] LimitCORE=0',
        }
      : { severity: 'ok', what: 'off' },
)

export const swap = fromProcess({ id: 'machine.swap', title: 'swap' }, ({ plainSwap }) =>
  plainSwap.length > 0
    ? {
        severity: 'warning',
        what: `Memory may be moved to ${plainSwap.join(', ')}, unencrypted.`,
        why: 'Words of patients and keys could be read from that disk later.',
        fix: `swapoff ${plainSwap.join(' ')}   # for good: take it out of /etc/fstab, or put it on an encrypted volume`,
      }
    : { severity: 'ok', what: 'none, in memory, or encrypted' },
)

const SHELF_MIB = 256

export const sharedMemory = fromProcess(
  { id: 'machine.shared-memory', title: 'shared memory' },
  ({ sharedMemoryMiB: free }, { settings }) =>
    settings.textModel === null || free === null || free >= SHELF_MIB
      ? { severity: 'ok', what: settings.textModel === null ? 'not needed' : `${free} MiB free` }
      : {
          severity: 'warning',
          what: `Only ${free} MiB of /dev/shm are free.`,
          why: 'What the language model has read of a visit finds no room there; a second document reads it all again.',
          fix: 'mount -o remount,size=2G /dev/shm   # a container: --shm-size=2g',
        },
)
