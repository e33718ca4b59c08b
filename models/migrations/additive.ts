/**
 * Steps that only add tables, indexes and columns that may be empty, and change no row: a program
 * from before them reads and writes the database as it did, so a return to it needs no older state
 * and loses nothing (core/bundle/plan-rollback.ts). A test runs each and looks at its statements; a
 * step that is not named here is taken for one that changes. A table that a step fills from rows of
 * then (0023) is not filled again for what the older program writes meanwhile: that has no earlier
 * versions.
 */
export const additiveMigrations: readonly string[] = [
  '0021-retention',
  '0022-webhooks',
  '0023-template-versions',
  '0024-records-by-state',
  '0025-submit-keys',
  '0026-consultation-name',
  '0027-note-lines',
  '0028-input-use',
  '0029-spent-tokens',
  '0030-origin-parts',
  '0031-iframe-consent',
  '0032-rnds-waiting',
  '0033-visit-facts',
  '0034-rnds-answer-headers',
  '0035-extension',
  '0036-user-login',
  '0037-visit-opener',
  '0038-nodes',
  '0039-claims',
  '0040-node-state',
]
