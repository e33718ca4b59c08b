import { createHash } from 'node:crypto'
import type { Sequelize } from 'sequelize'
import { builtInTemplates, documentTemplates } from '../../config/templates.ts'
import { ownModels } from '../../core/document/own-models.ts'
import type { Template } from '../../core/document/ports.ts'
import { templateCatalogue } from '../../core/document/template-catalogue.ts'
import { parseTemplate } from '../../core/document/template-schema.ts'
import { withFingerprint } from '../../core/templates/fingerprint.ts'
import { templateStore } from '../../models/template/templates.ts'
import type { Platform } from '../platform.ts'

/** The built-in document models and the organizations' own, as administrators see them. */
export function composeTemplates(sequelize: Sequelize, { newId, now }: Platform) {
  return templateCatalogue({ builtIn: builtIn(), store: templateStore(sequelize), newId, now })
}

/** The same as doctors see them, who make their own. */
export function composeOwnModels(
  sequelize: Sequelize,
  { newId, now }: Platform,
  { mayShare }: { mayShare: boolean },
) {
  return ownModels({ builtIn: builtIn(), store: templateStore(sequelize), mayShare, newId, now })
}

/** As the store keeps an organization's own: with their fingerprints. */
export function builtIn(): Template[] {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  return [...builtInTemplates(), ...documentTemplates()].map((template) =>
    withFingerprint(parseTemplate(template), sha256),
  )
}
