import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/** Who takes the patient's consent in the legacy iframe; those from before have what is shipped. */
export const iframeConsent: Migration = {
  name: '0031-iframe-consent',
  async up(queryInterface) {
    // A step that broke off goes on where it was.
    if ('iframe_consent' in (await queryInterface.describeTable('organizations'))) return
    await queryInterface.addColumn('organizations', 'iframe_consent', {
      type: DataTypes.STRING(8),
      allowNull: true,
    })
  },
}
