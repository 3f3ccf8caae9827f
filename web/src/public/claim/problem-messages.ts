/** Of a text that is no label, whatever the policy says. */
export const problemMessages = {
  dot: 'claim.has-dot',
  mixed: 'claim.mixed-alphabets',
  character: 'claim.bad-character',
} as const
