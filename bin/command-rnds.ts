/** The national network for `svcctl`: its definitions, and evidence of a rehearsal. */
import type { RndsDeps } from '../cli/rnds-deps.ts'
import type { Commands } from './command-place.ts'
import type { PlainAct } from './record-act.ts'

const changed = (facts: PlainAct['facts']): PlainAct[] => [
  { action: 'rnds.definitions_changed', subject: null, facts },
]

type Own = Omit<RndsDeps, 'startSimulator'>

export function commandRnds({ placeOf, recorded, platform }: Commands): Own {
  return {
    definitions(flags) {
      const { dataDir } = placeOf(flags).config
      const open = async () =>
        (await import('./rnds-definitions.ts')).definitionsFolder(dataDir, platform.now)
      return {
        find: async () => (await open()).find(),
        lookAt: async (source) => (await open()).lookAt(source),
        keep: (found) => {
          const { files, name, version } = found
          return recorded(
            flags,
            changed({ removed: false }),
            async () => (await open()).keep(found),
            (isNew) =>
              isNew ? changed({ removed: false, files, package: `${name}#${version}` }) : [],
          )
        },
        use: (reference, from) =>
          recorded(
            flags,
            changed({ removed: false }),
            async () => (await open()).use(reference, from),
            (uses) =>
              uses.flatMap(({ name, version, from: day }) =>
                changed({ package: `${name}#${version ?? 'built-in'}`, from: day }),
              ),
          ),
        remove: (reference) =>
          recorded(
            flags,
            changed({ removed: true }),
            async () => (await open()).remove(reference),
            (wasThere) => (wasThere ? changed({ removed: true }) : []),
          ),
      }
    },
    async keepEvidence(folder, files) {
      const { keepEvidence } = await import('./keep-evidence.ts')
      return keepEvidence(folder, files)
    },
  }
}
