import type { Tone } from '../ui/StateMark.tsx'

const dayMs = 86_400_000

/** Warnings at 90, 30, 7 and 1 days before the registration ends. */
export function expiryState(
  expirySeconds: number,
  now: number,
): { readonly tone: Tone; readonly text: string } {
  const days = (expirySeconds * 1000 - now) / dayMs
  if (days <= 0) return { tone: 'bad', text: 'Expired: renew it now' }
  if (days <= 1) return { tone: 'bad', text: 'Expires within a day: renew it now' }
  if (days <= 7) return { tone: 'bad', text: `Expires in ${Math.ceil(days)} days: renew it` }
  if (days <= 30) return { tone: 'warn', text: `Expires in ${Math.ceil(days)} days: renew it` }
  if (days <= 90) return { tone: 'warn', text: `Expires in ${Math.ceil(days)} days` }
  // Beyond the years that a date can have, nothing expires.
  const date = new Date(expirySeconds * 1000)
  return {
    tone: 'good',
    text: Number.isNaN(date.getTime()) ? 'No end' : `Until ${date.toISOString().slice(0, 10)}`,
  }
}
