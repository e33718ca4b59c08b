/** The three setup packets of Vorbis as Matroska keeps them: a count, two lengths, the packets. */

export function joinVorbisSetup([first, second, third]: readonly Uint8Array[]): Uint8Array {
  const lengths = [first!, second!].flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ])
  return Buffer.concat([Uint8Array.of(2, ...lengths), first!, second!, third!])
}

/** @throws where it is not one */
export function splitVorbisSetup(setup: Uint8Array): Uint8Array[] {
  if (setup[0] !== 2) throw new Error('not a Vorbis setup')
  let at = 1
  const lengths = [0, 0].map(() => {
    let length = 0
    for (;;) {
      const byte = setup[at++]
      if (byte === undefined) throw new Error('not a Vorbis setup')
      length += byte
      if (byte < 255) return length
    }
  })
  const [first = 0, second = 0] = lengths
  const third = at + first + second
  return [setup.subarray(at, at + first), setup.subarray(at + first, third), setup.subarray(third)]
}
