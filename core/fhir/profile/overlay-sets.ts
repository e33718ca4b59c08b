import type { ProfileSet } from './profile-rules.ts'

/** `over` speaks for everything that it defines; what it does not name stays as in `base`. */
export function overlaySets(base: ProfileSet, over: ProfileSet): ProfileSet {
  return {
    format: base.format,
    profiles: { ...base.profiles, ...over.profiles },
    valueSets: { ...base.valueSets, ...over.valueSets },
    codeSystems: { ...base.codeSystems, ...over.codeSystems },
  }
}
