/** What goes between the service and the voice-activity thread. */
export type VadRequest =
  | { type: 'push'; id: number; stream: number; samples: Int16Array<ArrayBuffer> }
  | { type: 'close'; stream: number }

export interface VadAnswer {
  id: number
  probabilities: Float32Array<ArrayBuffer>
}
