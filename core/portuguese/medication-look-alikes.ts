import lookAlikes from '../../config/portuguese/look-alike-medicines.json' with { type: 'json' }

/**
 * Names of medicines that look or sound alike and are not each other. A name that was misheard is
 * never read as the other one of its pair: left unread it is quoted as it was said, read wrongly it
 * would be another medicine. Folded.
 */
export const LOOK_ALIKES: readonly (readonly [string, string])[] = lookAlikes.pairs.map((pair) => {
  const [one = '', other = ''] = pair.split(' ')
  return [one, other]
})
