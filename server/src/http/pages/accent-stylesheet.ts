import type { FastifyInstance } from 'fastify'
import { textColorOn } from '../../core/domains/contrast.ts'

/** The content security policy allows no colour in the document itself. */
export function accentStylesheetUrl(color: string): string {
  return `/_/accent/${color.slice(1)}.css`
}

/** A stylesheet for each colour, which never changes. */
export function addAccentStylesheets(app: FastifyInstance): void {
  app.get<{ Params: { color: string } }>(
    '/_/accent/:color(^[0-9a-f]{6}).css',
    async ({ params: { color } }, reply) =>
      reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .type('text/css; charset=utf-8')
        .send(`:root:root{--accent:#${color};--accent-ink:${textColorOn(`#${color}`)}}`),
  )
}
