import { z } from 'zod'
import { lookLimits } from '../../core/domains/change-look.ts'
import { textColorOn } from '../../core/domains/contrast.ts'
import type { Look } from '../../model/look.ts'
import { optional } from './primitives.ts'

const fields = {
  accent: z.string().nullable().meta({
    description: 'Colour of buttons, `#rrggbb`; null: that of this service.',
    example: '#1a56db',
  }),
  title: z.string().meta({ description: 'Shown in place of the name; empty: the name.', example: 'Acme' }),
  words: z.string().meta({
    description: "The owner's words to visitors, with line feeds; empty: none.",
    example: 'Names for members of Acme.',
  }),
  links: z
    .array(
      z.object({
        title: z.string().meta({ description: 'Text of the link.', example: 'Website' }),
        url: z.string().meta({ description: 'http(s).', example: 'https://acme.example/' }),
      }),
    )
    .meta({ description: 'Links, in order.' }),
}

/** Bounds are those of `changeLook`; these keep inputs small. */
export const lookInput = optional(
  z.object({
    accent: fields.accent.optional(),
    title: optional(z.string().max(4 * lookLimits.title)).meta({
      ...fields.title.meta(),
      description: `At most ${lookLimits.title} characters; empty deletes it.`,
    }),
    words: optional(z.string().max(4 * lookLimits.words)).meta({
      ...fields.words.meta(),
      description: `At most ${lookLimits.words} characters, with line feeds; empty deletes them.`,
    }),
    links: optional(fields.links).meta({
      description: `At most ${lookLimits.links}, http(s), titles of at most ${lookLimits.linkTitle} characters; replaces them all.`,
    }),
  }),
).meta({
  description:
    'How public pages present the domain, in plain text. `accent` needs a contrast of 4.5:1 with the light or the dark ground.',
})

export const look = z
  .object({
    ...fields,
    accentText: z.enum(['#000000', '#ffffff']).nullable().meta({
      description: 'Colour of text on `accent`, with a contrast of at least 4.5:1; null without an accent.',
      example: '#ffffff',
    }),
  })
  .meta({ id: 'Look', description: 'How public pages present a domain, in plain text.' })

export function serializeLook({ accent, title, words, links }: Look): z.output<typeof look> {
  return { accent, accentText: accent === null ? null : textColorOn(accent), title, words, links: [...links] }
}
