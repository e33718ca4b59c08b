import { DataTypes, type Sequelize } from 'sequelize'
import { Row } from '../database/row.ts'

/** The certificate of an organization for the national network. */
export class RndsCertificateRow extends Row<RndsCertificateRow> {
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
