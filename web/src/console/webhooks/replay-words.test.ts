import { expect, test } from 'vitest'
import { replayPlanWords, sendWords } from './replay-words.ts'

test.each([
  [0, false, 'No event that this webhook gets has happened since then.', 'Send them again'],
  [1, false, 'One event will be sent again.', 'Send one event again'],
  [12, false, '12 events will be sent again, the oldest first.', 'Send 12 events again'],
  [
    1000,
    true,
    'The newest 1,000 events will be sent again, the oldest of them first. Earlier ones are left out.',
    'Send 1,000 events again',
  ],
])(
  'rule: a replay of %i events says what it sends (older ones left out: %s)',
  (events, isCut, plan, button) => {
    expect(replayPlanWords({ events, isCut })).toBe(plan)
    expect(sendWords({ events, isCut })).toBe(button)
  },
)
