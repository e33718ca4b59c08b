import { DataTypes } from 'sequelize'
import type { Migration } from './migration.ts'

/**
 * What the network answered when it took a record, when it was told that one waits, and who works
 * on which, found by an index.
 */
export const rndsAnswerHeaders: Migration = {
  name: '0034-rnds-answer-headers',
  async up(queryInterface) {
    const there = await queryInterface.describeTable('rnds_submissions')
    // A step that broke off goes on where it was.
    if (!('answer_headers' in there))
      await queryInterface.addColumn('rnds_submissions', 'answer_headers', {
        type: DataTypes.TEXT,
        allowNull: true,
      })
    if (!('waiting_told_at' in there))
      await queryInterface.addColumn('rnds_submissions', 'waiting_told_at', {
        type: DataTypes.DATE,
        allowNull: true,
      })
    const indices = (await queryInterface.showIndex('rnds_submissions')) as { name: string }[]
    if (!indices.some(({ name }) => name === BY_LEASE))
      await queryInterface.addIndex('rnds_submissions', {
        fields: ['lease_expires_at'],
        name: BY_LEASE,
      })
  },
}

const BY_LEASE = 'rnds_submissions_by_lease'
