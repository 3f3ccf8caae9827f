import { describe, expect, it } from 'vitest'
import { isProfane } from './rules.ts'

describe('isProfane', () => {
  it.each([
    'fuck',
    'motherfucker',
    'fuuuck',
    'sh1t',
    'bullshit',
    'a55hole',
    'n1gger',
    'f-u-c-k',
    'f_u_c_k-you',
  ])('refuses %s', (label) => expect(isProfane(label)).toBe(true))

  it.each(
    (
      'scunthorpe cockburn assassin class glass bass pass sussex essex therapist analyst canal dickens hancock ' +
      'cocktail peacock grape drape titan constitution saltwater arsenal document circumference cucumber nigeria ' +
      'raccoon button basement embarrass hello shell cumberland sexton buttercup cassandra compass massage kumquat ' +
      'skyscraper phuket penistone shiitake dickson pussycat rapeseed fukuoka vandyke mishit pussywillow a-b-c x-y-z pass-hit'
    ).split(' '),
  )('admits %s', (label) => expect(isProfane(label)).toBe(false))

  it('rule: takes time in proportion to the label', () => {
    const start = performance.now()
    for (const unit of ['a-', 'f-u-', 'fu', 'ass', '-']) isProfane(unit.repeat(200))
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
