import { browserTest } from '../../helpers/browser.ts'
import { visitUnderFaults } from '../../helpers/network-faults.ts'

browserTest(
  'cuts, a killed server, a reload, expired tokens and a second tab: the sound on the disk is the sound of the source',
  async (t) => {
    const report = await visitUnderFaults(t, {
      minutes: 2,
      speed: 20,
      faultMs: 1000,
      tokenLifeS: 4,
      faults: ['cut', 'kill', 'reload', 'hang', 'other-tab', 'cut'],
    })
    t.log(report)
    t.is(report.stated, 'complete')
    t.true(report.tokens > 1)
    t.deepEqual(
      report.channels.map(({ samples, expected, equal }) => [samples === expected, equal]),
      [
        [true, true],
        [true, true],
      ],
    )
  },
)
