/** An NVIDIA card of this machine, and whether speech is recognized on it. */
export interface CardFacts {
  name: string
  /** Memory of the whole card. */
  memoryMiB: number
  use: CardUse
}

/**
 * `off`: by the setting. `own`: an administrator's own program recognizes, and nobody knows where.
 * `no-compiler`: `nvcc` or what the processor's build needs is missing. `not-built`: nobody has
 * built for it yet, or that failed.
 */
export type CardUse = 'used' | 'off' | 'own' | 'no-compiler' | 'not-built'

/** Reasons why a card that could be used is not. */
type Unused = Extract<CardUse, 'no-compiler' | 'not-built'>

/** In words for administrators, as a sentence. */
export function whyNotUsed(use: Unused): string {
  return use === 'not-built'
    ? 'The runtime has not been built for it, or that failed; it is built once, in minutes. To leave the card alone: svcctl config set speechGpu off.'
    : 'To build for it, CUDA’s compiler (nvcc) is needed besides cmake, g++ and make, and one of them is missing.'
}

/** The one command that has it used; on Debian and its relatives the packages are called so. */
export function useOfCardCommand(use: Unused): string {
  const build = 'svcctl doctor --fix'
  return use === 'not-built'
    ? build
    : `apt-get install -y cmake g++ make nvidia-cuda-toolkit && ${build}`
}
