import { type ErrorKind, isAppError } from '../core/errors.ts'

/** Codes of sysexits(3); cli/README.md says when each is used. */
export const exitCodes = {
  ok: 0,
  usage: 64,
  data: 65,
  noInput: 66,
  unavailable: 69,
  software: 70,
  output: 74,
  tempFail: 75,
  noPermission: 77,
  config: 78,
  /** Beside those of sysexits. */
  otherVersion: 79,
  interrupted: 130,
  terminated: 143,
} as const

const ofKind: Record<ErrorKind, number> = {
  invalid: exitCodes.data,
  unauthenticated: exitCodes.noPermission,
  forbidden: exitCodes.noPermission,
  'not-found': exitCodes.noInput,
  conflict: exitCodes.data,
  rejected: exitCodes.data,
  'too-large': exitCodes.data,
  unsupported: exitCodes.data,
  busy: exitCodes.tempFail,
  unavailable: exitCodes.unavailable,
}

const ofCode: Record<string, number> = {
  usage: exitCodes.usage,
  confirmation_needed: exitCodes.usage,
  config_invalid: exitCodes.config,
  key_permissions: exitCodes.noPermission,
  database_older: exitCodes.otherVersion,
  database_newer: exitCodes.otherVersion,
}

/** The exit code of a failure. */
export function exitCodeOf(error: unknown): number {
  if (!isAppError(error)) return exitCodes.software
  return ofCode[error.code] ?? ofKind[error.kind]
}
