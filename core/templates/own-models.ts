/**
 * Models that doctors make for themselves (SPEC-GAPS 2.8). The doctor is the consultation's, as the
 * host names him: a model is private until it is shared, only its maker changes it, and whoever may
 * not see one is told that there is none.
 */
import type { Consultation } from '../consultation/consultation.ts'
import type { OwnModelBody } from '../contract/own-models.ts'
import type { Template } from '../document/models/ports.ts'
import { TemplateFile } from '../document/models/template-schema.ts'
import { AppError, notFound, validationError } from '../errors.ts'
import { modelConflict, nextVersion, slugOf } from './model-identity.ts'
import type { OwnTemplate, TemplateStore } from './template-catalogue.ts'

/** A model as one doctor may choose it. */
export interface ChoosableModel {
  template: Template
  mine: boolean
  shared: boolean
}

type Doctor = Pick<Consultation, 'organizationId' | 'externalDoctorId'>

export type OwnModels = ReturnType<typeof ownModels>

interface Deps {
  /** In catalogue order. */
  builtIn: Template[]
  store: TemplateStore
  /** The operator lets doctors share. */
  mayShare: boolean
  newId: () => string
  now: () => Date
}

/** Limit of one doctor, beyond any use, so that a faulty page cannot fill the catalogue. */
const MOST = 100
const MOST_ATTEMPTS = 5

export function ownModels({ builtIn, store, mayShare, newId, now }: Deps) {
  async function visible(doctor: Doctor): Promise<OwnTemplate[]> {
    const own = await store.list(doctor.organizationId)
    return own.filter((one) => one.shared || isMine(one, doctor))
  }

  /** @throws {AppError} `not_found`, `template_not_yours` */
  async function getMine(doctor: Doctor, id: string): Promise<OwnTemplate> {
    const found = (await visible(doctor)).find(({ template }) => template.id === id)
    if (!found && !builtIn.some((one) => one.id === id)) throw notFound('Modelo não encontrado.')
    if (!found || !isMine(found, doctor))
      throw new AppError(
        'forbidden',
        'template_not_yours',
        'Este modelo não é seu: duplique-o para mudá-lo.',
      )
    return found
  }

  async function freeSlug(organizationId: string, name: string, except?: string): Promise<string> {
    const taken = new Set([
      ...builtIn.flatMap(({ id, slug }) => [id, slug]),
      ...(await store.list(organizationId))
        .filter(({ template }) => template.id !== except)
        .map(({ template }) => template.slug),
    ])
    const base = slugOf(name)
    for (let n = 1; ; n++) {
      const slug = n === 1 ? base : `${base}-${n}`
      if (!taken.has(slug)) return slug
    }
  }

  return {
    mayShare,

    /**
     * Built-in ones in catalogue order, then by name those the doctor made and those others share.
     */
    async list(doctor: Doctor): Promise<ChoosableModel[]> {
      const own = (await visible(doctor)).map((one) => ({
        template: one.template,
        mine: isMine(one, doctor),
        shared: one.shared,
      }))
      return [...builtIn.map((template) => ({ template, mine: false, shared: true })), ...own]
    },

    /** A model this doctor may write with. */
    async find(doctor: Doctor, id: string): Promise<Template | null> {
      const known = builtIn.find((one) => one.id === id)
      if (known) return known
      return (await visible(doctor)).find(({ template }) => template.id === id)?.template ?? null
    },

    /**
     * @throws {AppError} `validation_error` naming the faults, `too_many_models`,
     * `sharing_not_allowed`
     */
    async create(doctor: Doctor, body: OwnModelBody): Promise<ChoosableModel> {
      const { organizationId, externalDoctorId } = doctor
      const mine = (await store.list(organizationId)).filter((one) => isMine(one, doctor))
      if (mine.length >= MOST)
        throw new AppError(
          'conflict',
          'too_many_models',
          `Cada profissional pode ter até ${MOST} modelos. Remova os que não usa.`,
        )
      const id = newId()
      for (let attempt = 1; ; attempt++) {
        const slug = await freeSlug(organizationId, body.name)
        const template = read({ ...body, id, slug, version: 1 })
        const own = { template, owner: externalDoctorId, shared: body.shared }
        const kept = await keep(organizationId, own, null)
        if (kept) return kept
        // Another model of that name was made in the same moment.
        if (attempt === MOST_ATTEMPTS) throw modelConflict()
      }
    },

    /**
     * @param version what the doctor has seen
     * @throws {AppError} also `not_found`, `template_not_yours`, `version_conflict`
     */
    async change(
      doctor: Doctor,
      id: string,
      { version, ...body }: OwnModelBody & { version: number },
    ): Promise<ChoosableModel> {
      const before = await getMine(doctor, id)
      if (before.template.version !== version) throw modelConflict()
      const slug =
        body.name === before.template.name
          ? before.template.slug
          : await freeSlug(doctor.organizationId, body.name, id)
      const next = nextVersion(await store.listVersions(doctor.organizationId), id)
      const template = withWhatOnlyFilesSay(
        before.template,
        read({ ...body, id, slug, version: Math.max(next, version + 1) }),
      )
      const own = { ...before, template, shared: body.shared }
      const kept = await keep(doctor.organizationId, own, version)
      if (!kept) throw modelConflict()
      return kept
    },

    /**
     * Documents written with it stay as they are. @throws {AppError} `not_found`,
     * `template_not_yours`
     */
    async remove(doctor: Doctor, id: string): Promise<void> {
      await getMine(doctor, id)
      await store.remove(doctor.organizationId, id)
    },
  }

  /** @returns null when another one is current by now, or has the slug */
  async function keep(
    organizationId: string,
    own: OwnTemplate,
    replaces: number | null,
  ): Promise<ChoosableModel | null> {
    if (own.shared && !mayShare)
      throw new AppError(
        'forbidden',
        'sharing_not_allowed',
        'Nesta instituição os modelos próprios não podem ser compartilhados.',
      )
    if (!(await store.save(organizationId, own, { replaces, at: now() }))) return null
    return { template: own.template, mine: true, shared: own.shared }
  }
}

function isMine({ owner }: OwnTemplate, { externalDoctorId }: Doctor): boolean {
  return owner !== null && owner === externalDoctorId
}

function read(given: OwnModelBody & Pick<Template, 'id' | 'slug' | 'version'>): Template {
  const { id, slug, version, name, purpose, fields } = given
  const file = { id, slug, version, name: name.trim(), purpose: purpose.trim(), fields }
  const parsed = TemplateFile.safeParse({ ...file, group: 'own', pendingClinicalReview: false })
  if (parsed.success) return parsed.data as Template
  throw validationError(
    parsed.error.issues.map(({ path, code, message }) => ({
      field: path.join('.'),
      issue: code === 'custom' ? message : 'invalid',
    })),
  )
}

/**
 * The page knows nothing of sections, examples, cues, style: saving there must not lose what an
 * administrator's file said.
 */
function withWhatOnlyFilesSay(before: Template, after: Template): Template {
  const { instructions, style } = before
  return {
    ...after,
    ...(instructions && { instructions }),
    ...(style && { style }),
    fields: after.fields.map((field) => {
      const { section, examples, cues } =
        before.fields.find(({ name }) => name === field.name) ?? {}
      return {
        ...field,
        ...(section && { section }),
        ...(examples && { examples }),
        ...(cues && { cues }),
      }
    }),
  }
}
