import type { Sequelize } from 'sequelize'
import { builtInTemplates } from '../config/templates.ts'
import { ownModels } from '../core/document/own-models.ts'
import { templateCatalogue } from '../core/document/template-catalogue.ts'
import { parseTemplate } from '../core/document/template-schema.ts'
import { templateStore } from '../models/templates.ts'
import type { Platform } from './platform.ts'

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

function builtIn() {
  return builtInTemplates().map(parseTemplate)
}
