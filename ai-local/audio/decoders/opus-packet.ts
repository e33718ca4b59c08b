const CONFIGS_MS = [
  [10, 20, 40, 60],
  [10, 20, 40, 60],
  [10, 20, 40, 60],
  [10, 20],
  [10, 20],
  [2.5, 5, 10, 20],
  [2.5, 5, 10, 20],
  [2.5, 5, 10, 20],
  [2.5, 5, 10, 20],
].flat()

/** How long the sound in a packet is, by its first bytes (RFC 6716 §3.1), in seconds. */
export function opusPacketS(packet: Uint8Array): number {
  const [toc, second = 0] = packet
  if (toc === undefined) return 0
  const frames = [1, 2, 2, second & 0x3f][toc & 3]!
  return Math.min(0.12, (CONFIGS_MS[toc >> 3]! * frames) / 1000)
}
