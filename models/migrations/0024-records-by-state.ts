import type { Migration } from './migration.ts'

/**
 * What is asked of records all day (how many stand where, what waits, the newest) is answered from
 * an index, not from years of rows.
 */
export const recordsByState: Migration = {
  name: '0024-records-by-state',
  async up(queryInterface) {
    const wanted = [
      { fields: ['state', 'submitted_at'], name: 'rnds_submissions_by_state' },
      { fields: ['submitted_at'], name: 'rnds_submissions_by_submission' },
    ]
    // A step that broke off goes on where it was.
    const there = (await queryInterface.showIndex('rnds_submissions')) as { name: string }[]
    for (const { fields, name } of wanted)
      if (!there.some((index) => index.name === name))
        await queryInterface.addIndex('rnds_submissions', { fields, name })
  },
}
