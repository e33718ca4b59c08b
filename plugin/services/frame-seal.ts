/**
 * Seals frames for their rest in the browser's storage: AES-256-GCM under a key of the take that no
 * script can read out. Who copies the profile finds no sound by looking for it; who runs code in
 * this origin, or takes the browser's own key store apart, is not kept out (decision 17).
 */
const ALGORITHM = 'AES-GCM'
const IV_BYTES = 12

export interface SealedFrame {
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

export function newFrameKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])
}

/** `place`: whose frame it is; it opens nowhere else. */
export async function sealFrame(
  key: CryptoKey,
  place: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<SealedFrame> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  return { iv, sealed: await crypto.subtle.encrypt(parameters(iv, place), key, bytes) }
}

/** @throws {DOMException} when it is not what was sealed */
export async function openFrame(
  key: CryptoKey,
  place: string,
  { iv, sealed }: SealedFrame,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.decrypt(parameters(iv, place), key, sealed))
}

function parameters(iv: Uint8Array<ArrayBuffer>, place: string) {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(place) }
}
