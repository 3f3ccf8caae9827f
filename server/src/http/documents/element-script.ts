import type { FastifyInstance } from 'fastify'
import { contentTag, isNotModified } from '../requests/conditional-requests.ts'
import type { WebBuild } from './web-build.ts'

const elementScriptPath = '/embed.js'

/**
 * A page of another site may run it, and no page may frame this service. Its address never changes, so it is kept for a minute, and
 * names the files of this build, which are kept without limit: after an upgrade, a page finds the new ones within that minute.
 */
const headers = {
  'cache-control': 'public, max-age=60',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const

/** The script of the elements for other sites (docs/embed.md): it imports the build's, all files at once. */
export function addElementScript(app: FastifyInstance, elements: WebBuild['elements']): void {
  const text = composeScript(elements)
  const etag = contentTag(text)
  app.get(elementScriptPath, async (request, reply) => {
    reply.headers({ ...headers, etag })
    if (isNotModified(request, etag)) return reply.code(304).send()
    return reply.type('text/javascript; charset=utf-8').send(text)
  })
}

/**
 * As a classic script of another origin it has no base URL but that of its element; as a module it has its own. An element of the page
 * whose name is `currentScript` hides the property, and is no script to load from. A failure is an event of the page, whatever its
 * scripts have replaced: there is no element yet, and a rejection would be one of the page's own.
 */
function composeScript({ scripts, messages }: WebBuild['elements']): string {
  const [entry = '', ...imported] = scripts.map((url) => `.${url}`)
  const lines = [
    'const script = document.currentScript',
    'const isScript = script instanceof HTMLScriptElement',
    'const load = async (file) => import(isScript ? new URL(file, script.src).href : file)',
    // Which the entry imports too: at once, none waits for another.
    `for (const file of ${JSON.stringify(imported)}) load(file).catch(() => {})`,
    `load(${JSON.stringify(entry)}).then(({ start }) => start(${JSON.stringify(messages)})).catch(({ message }) => {`,
    "  const detail = { name: 'NotLoadedError', message: 'The elements of Byname could not be loaded: ' + message }",
    '  console.error(detail.message)',
    "  document.dispatchEvent(new CustomEvent('byname-error', { detail, bubbles: true }))",
    '})',
  ]
  // Its names are its own: a page may load it twice.
  return `{\n${lines.join('\n')}\n}\n`
}
