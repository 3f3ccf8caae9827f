import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'

/** The reader's page and its script of 5 MB. The build of the server keeps both as files (scripts/build-server.js). */
export async function renderReader(): Promise<{ readonly html: string; readonly script: string }> {
  // An instance of its own: plugins cannot be added to a running one.
  const app = fastify()
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '../openapi.json',
      pageTitle: 'Byname',
      theme: 'none',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  const { body: html } = await app.inject('/docs/')
  const { body: script } = await app.inject('/docs/js/scalar.js')
  await app.close()
  return { html, script: withoutProbe(script) }
}

/** A library in it tries whether code can be made of text, which the policy of the page refuses, and reports. */
function withoutProbe(script: string): string {
  const probe = /return (?:new )?Function\((?:``|""|'')\),\s*!0/
  if (!probe.test(script))
    throw new Error('The script of the reader has no probe for code of texts any more.')
  return script.replace(probe, 'return!1')
}
