import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { env, execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { generatedAvatar } from '../../../src/appearance/generated-avatar.ts'
import { namehash } from '../../../src/ens/names.ts'
import { contentSecurityPolicy } from '../../../src/http/documents/security-headers.ts'
import { createFolder } from '../folders.ts'

export interface ServedGallery {
  readonly url: string
  readonly stop: () => Promise<void>
}

const script = fileURLToPath(new URL('../../../../web/scripts/build-gallery.js', import.meta.url))

/** Builds the page of all components and serves it under the policy of the pages. */
export async function serveGallery(): Promise<ServedGallery> {
  const outDir = await createFolder('gallery')
  const { NODE_ENV: _, ...environment } = env
  await promisify(execFile)(execPath, [script, outDir], { env: environment })
  const app = Fastify()
  await app.register(fastifyStatic, { root: outDir, prefix: '/_/', wildcard: true })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', contentSecurityPolicy)
  })
  app.get<{ Params: { name: string } }>('/_/avatars/:name', async ({ params: { name } }, reply) =>
    reply.type('image/svg+xml').send(generatedAvatar(namehash(name))),
  )
  app.get('/', async (_request, reply) => reply.type('text/html').send(document))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    stop: async () => {
      await app.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

const document = [
  '<!doctype html>',
  '<html lang="en">',
  '<head>',
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<title>Components</title>',
  '<link rel="icon" href="data:,">',
  '<link rel="stylesheet" href="/_/style.css">',
  '<script type="module" src="/_/gallery.js"></script>',
  '</head>',
  '<body><div id="root"></div></body>',
  '</html>',
].join('\n')
