import { DataTypes, type Sequelize } from 'sequelize'
import type { CertificateStore, ClientCertificate } from '../../core/rnds/certificate.ts'
import type { Sealer } from '../../core/vault/ports.ts'
import { Row } from '../database/row.ts'

/** The certificate of an organization for the national network. */
class RndsCertificateRow extends Row<RndsCertificateRow> {
  declare organizationId: string
  /** A `ClientCertificate` as JSON, sealed by the master key. */
  declare sealedBody: Buffer
  declare fingerprint: string
  declare notAfter: Date
  declare createdAt: Date

  static attach(sequelize: Sequelize): typeof RndsCertificateRow {
    const attributes = {
      organizationId: { type: DataTypes.UUID, primaryKey: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      fingerprint: { type: DataTypes.STRING(64), allowNull: false },
      notAfter: { type: DataTypes.DATE, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      tableName: 'rnds_certificates',
      underscored: true,
      timestamps: false,
    }
    return class extends RndsCertificateRow {}.init(attributes, options)
  }
}

/**
 * Certificates in the database: key and names sealed for their organization, so that rows cannot be
 * exchanged.
 */
export function certificateStore(sequelize: Sequelize, sealer: Sealer): CertificateStore {
  const certificates = RndsCertificateRow.attach(sequelize)
  const contextOf = (organizationId: string) => `rnds-certificate:${organizationId}`

  return {
    async find(organizationId) {
      const row = await certificates.findByPk(organizationId)
      if (!row) return null
      const body = Buffer.from(sealer.open(row.sealedBody, contextOf(organizationId)))
      return revived(JSON.parse(body.toString('utf8')) as Stored)
    },
    async save(organizationId, certificate, at) {
      const body = Buffer.from(JSON.stringify(certificate))
      await certificates.upsert({
        organizationId,
        sealedBody: Buffer.from(sealer.seal(body, contextOf(organizationId))),
        fingerprint: certificate.fingerprint,
        notAfter: certificate.notAfter,
        createdAt: at,
      })
    },
    async remove(organizationId) {
      return (await certificates.destroy({ where: { organizationId } })) > 0
    },
  }
}

/** When each organization's certificate ends, without opening any. */
export async function certificateDates(
  sequelize: Sequelize,
): Promise<{ organizationId: string; notAfter: Date }[]> {
  const rows = await RndsCertificateRow.attach(sequelize).findAll({
    attributes: ['organizationId', 'notAfter'],
  })
  return rows.map(({ organizationId, notAfter }) => ({ organizationId, notAfter }))
}

type Stored = Omit<ClientCertificate, 'notBefore' | 'notAfter' | 'cnpj'> & {
  /** Absent in certificates that earlier versions took. */
  cnpj?: string | null
  notBefore: string
  notAfter: string
}

function revived(stored: Stored): ClientCertificate {
  return {
    ...stored,
    cnpj: stored.cnpj ?? null,
    notBefore: new Date(stored.notBefore),
    notAfter: new Date(stored.notAfter),
  }
}
