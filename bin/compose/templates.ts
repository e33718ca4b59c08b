import { createHash } from 'node:crypto'
import type { Sequelize } from 'sequelize'
import { builtInTemplates, documentTemplates } from '../../config/templates.ts'
import { withFingerprint } from '../../core/document/models/fingerprint.ts'
import type { Template } from '../../core/document/models/ports.ts'
import { ownModels } from '../../core/templates/own-models.ts'
import { templateCatalogue } from '../../core/templates/template-catalogue.ts'
import { templateStore } from '../../models/template/templates.ts'
import type { Platform } from '../platform.ts'

/** The built-in document models and the organizations' own, as administrators see them. */
export function composeTemplates(
  sequelize: Sequelize,
  { newId, now }: Platform,
  known: Template[] = builtIn(),
) {
  return templateCatalogue({ builtIn: known, store: templateStore(sequelize), newId, now })
}

/** The same as doctors see them, who make their own. */
export function composeOwnModels(
  sequelize: Sequelize,
  { newId, now }: Platform,
  { mayShare, known }: { mayShare: boolean; known: Template[] },
) {
  return ownModels({ builtIn: known, store: templateStore(sequelize), mayShare, newId, now })
}

/**
 * As the store keeps an organization's own: with their fingerprints. They are files of the product,
 * which tests hold against their schema: no start waits for it.
 */
export function builtIn(): Template[] {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  return [...builtInTemplates(), ...documentTemplates()].map((template) =>
    withFingerprint(template as Template, sha256),
  )
}
