/**
 * Reference files that stand beside the checkout; tests that need them are skipped by name where
 * they do not.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SHARED = fileURLToPath(new URL('../../../shared/', import.meta.url))

export function sharedPath(path: string): string {
  return SHARED + path
}

export function hasShared(path: string): boolean {
  return existsSync(sharedPath(path))
}

export function readShared<T>(path: string): T {
  return JSON.parse(readFileSync(sharedPath(path), 'utf8')) as T
}
