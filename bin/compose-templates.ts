import type { Sequelize } from 'sequelize'
import { builtInTemplates } from '../config/templates.ts'
import { templateCatalogue } from '../core/document/template-catalogue.ts'
import { parseTemplate } from '../core/document/template-schema.ts'
import { templateStore } from '../models/templates.ts'
import type { Platform } from './platform.ts'

/** The built-in document models and the organizations' own. */
export function composeTemplates(sequelize: Sequelize, { newId, now }: Platform) {
  return templateCatalogue({
    builtIn: builtInTemplates().map(parseTemplate),
    store: templateStore(sequelize),
    newId,
    now,
  })
}
