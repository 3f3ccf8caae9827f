import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'

/** The public URL, else the listen address; without a trailing slash. */
export function baseUrl({ config }: Context, app: FastifyInstance): string {
  return config.publicUrl ?? app.listeningOrigin
}

/** Accepts the absolute form, as a server must (RFC 9112 §3.2.2). */
export function withoutAuthority(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
}

export function pathWithoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? url
}

/**
 * Parses a query: a repeated parameter is a list; `name[]` and `name[0]`, in which many HTTP clients write a list, are `name`; an
 * empty parameter is absent, unless it is one of several.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const values = new Map<string, string[]>()
  for (const [key, value] of new URLSearchParams(text)) {
    const name = key.replace(/\[\d*\]$/, '')
    const list = values.get(name)
    if (list) list.push(value)
    else values.set(name, [value])
  }
  const nonEmpty = [...values].filter(([, list]) => list.length > 1 || list[0] !== '')
  return Object.fromEntries(nonEmpty.map(([name, list]) => [name, list.length === 1 ? list.join() : list]))
}
