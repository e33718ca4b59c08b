/** What the monthly report counts, out of the database: nothing that is sealed is opened. */
import { Op, QueryTypes, type Sequelize } from 'sequelize'
import type { AuditEntry, TrailReader } from '../../core/audit/entry.ts'
import {
  type DossierDocument,
  fingerprintKey,
  type ReportSources,
} from '../../core/dossier/figures.ts'
import { DocumentDossierRow } from './dossier.ts'

interface Month {
  /** Null: the whole box. */
  organizationId: string | null
  from: Date
  until: Date
}

export function dossierSources(sequelize: Sequelize) {
  const Dossier = DocumentDossierRow.attach(sequelize)

  return async (
    { organizationId, from, until }: Month,
    reader: Pick<TrailReader, 'read'>,
  ): Promise<ReportSources> => {
    const select = <Found extends object>(sql: string) =>
      sequelize.query<Found>(sql, {
        type: QueryTypes.SELECT,
        replacements: { organizationId, from, until },
      })
    const own = organizationId === null ? '' : 'AND organization_id = :organizationId'
    const ids = async (sql: string) => (await select<{ id: string }>(sql)).map(({ id }) => id)
    const where = organizationId === null ? {} : { organizationId }
    const month = { [Op.gte]: from, [Op.lt]: until }

    const documents = (await Dossier.findAll({
      where: {
        ...where,
        [Op.or]: [{ createdAt: month }, { writtenAt: month }, { reviewedAt: month }],
      },
      order: [
        ['createdAt', 'ASC'],
        ['documentId', 'ASC'],
      ],
    })) as DossierDocument[]
    const earlier = (await Dossier.findAll({
      attributes: ['generator', 'model', 'modelSha256', 'recipeVersion', 'productVersion'],
      where: { ...where, writtenAt: { [Op.lt]: from } },
      group: ['generator', 'model', 'modelSha256', 'recipeVersion', 'productVersion'],
    })) as DossierDocument[]
    const recorded = await select<Recorded>(
      `SELECT c.consent_status AS consent, c.consent_recorded_at AS consent_at, r.first_sound_at
       FROM consultations c JOIN (SELECT consultation_id, MIN(started_at) AS first_sound_at FROM recordings GROUP BY consultation_id) r
         ON r.consultation_id = c.id
       WHERE r.first_sound_at >= :from AND r.first_sound_at < :until ${own}`,
    )
    const states = await select<{ state: string; n: number | string }>(
      `SELECT state, COUNT(*) AS n FROM rnds_submissions
       WHERE submitted_at >= :from AND submitted_at < :until ${own} GROUP BY state ORDER BY state`,
    )
    const [failed] = await select<{ n: number | string }>(
      `SELECT COUNT(*) AS n FROM jobs j JOIN recordings r ON r.id = j.recording_id
       WHERE j.state = 'failed' AND r.started_at >= :from AND r.started_at < :until
         ${organizationId === null ? '' : 'AND r.organization_id = :organizationId'}`,
    )
    const erased = await ids(`SELECT consultation_id AS id FROM erasures WHERE 1 = 1 ${own}`)
    const known =
      organizationId === null
        ? null
        : new Set([...erased, ...(await ids(`SELECT id FROM consultations WHERE 1 = 1 ${own}`))])

    return {
      entries: ofOrganization(reader.read({ since: from, until }), organizationId, known),
      documents,
      earlierFingerprints: new Set(earlier.map(fingerprintKey)),
      recorded: recorded.map(({ consent, consent_at, first_sound_at }) => ({
        consent,
        consentAt: consent_at === null ? null : new Date(consent_at),
        firstSoundAt: new Date(first_sound_at),
      })),
      begun: await ids(
        `SELECT id FROM consultations WHERE created_at >= :from AND created_at < :until ${own} ORDER BY id`,
      ),
      submissions: Object.fromEntries(states.map(({ state, n }) => [state, Number(n)])),
      failedTexts: Number(failed?.n ?? 0),
      from,
      until,
    }
  }
}

interface Recorded {
  consent: string
  consent_at: string | Date | null
  first_sound_at: string | Date
}

/**
 * Acts of the box itself belong to everybody; what only names a consultation, to the organization
 * of that.
 */
async function* ofOrganization(
  pages: AsyncIterable<readonly AuditEntry[]>,
  organizationId: string | null,
  known: ReadonlySet<string> | null,
): AsyncGenerator<readonly AuditEntry[]> {
  for await (const page of pages)
    yield known === null
      ? page
      : page.filter(
          (entry) =>
            entry.organizationId === organizationId ||
            (entry.organizationId === null &&
              (entry.consultationId === null || known.has(entry.consultationId))),
        )
}
