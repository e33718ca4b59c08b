/**
 * Where sealed sound and files rest once they are whole: a folder, or an S3-compatible store
 * (models/store). What is put there is sealed already, byte for byte as on the disk; a store sees
 * ids and sizes, never a key.
 */

/** What is to be stored. The same bytes are read again when an attempt failed. */
export interface Content {
  sizeBytes: number
  /** Hex, over all of it. */
  sha256: string
  /** Exactly `length` bytes. */
  read(position: number, length: number): Promise<Uint8Array>
}

/** A digest that goes on: bytes in, hex out. */
export interface Sha256 {
  update(bytes: Uint8Array): void
  hex(): string
}

export interface StoredObject {
  /** `audio/<consultation>/<recording>/0.svc`; steps are parted by `/`. */
  name: string
  sizeBytes: number
}

export interface ContentStore {
  /** Durable, whole and under its name when it resolves; else nothing of it is seen. */
  put(name: string, content: Content): Promise<void>
  /** Null: it is not there. */
  find(name: string): Promise<StoredObject | null>
  /** Fewer bytes at the end; none where it is not there. */
  read(name: string, position: number, length: number): Promise<Buffer>
  /** Everything below `folder`, in order of names; empty: everything. */
  list(folder: string): AsyncGenerator<StoredObject, void>
  /** It, and everything below it. What is not there is no fault. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}
