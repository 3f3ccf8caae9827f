import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authorizeClient, exchangeCode, oauthScopes, revokeToken } from '../core/oauth/authorize.ts'
import { isLoopback, maxOauthUrlLength, readOauthClient } from '../core/oauth/client.ts'
import { AppError } from '../errors.ts'
import { authenticateRequest, toCaller } from './credentials/auth.ts'
import { credentialOf } from './credentials/credentials.ts'
import { anySession } from './credentials/operation-auth.ts'
import { loadSubjectOf } from './load-shedding/admission-control.ts'
import { actorOf, limitRead, type RouteDependencies } from './mount-route.ts'
import { baseUrl } from './requests/url.ts'

const metadataUrls = {
  resource: '/.well-known/oauth-protected-resource',
  resourceOfTools: '/.well-known/oauth-protected-resource/mcp',
  server: '/.well-known/oauth-authorization-server',
} as const

/** For the list of routes. */
export const oauthRoutes = [
  ...Object.values(metadataUrls).map((url) => ({ method: 'GET', url }) as const),
  { method: 'GET', url: '/oauth/client' },
  { method: 'POST', url: '/oauth/authorize' },
  { method: 'POST', url: '/oauth/token' },
  { method: 'POST', url: '/oauth/revoke' },
] as const

const url = z.string().min(1).max(maxOauthUrlLength)
const ofClient = z.object({ client_id: url, redirect_uri: url })

const authorization = ofClient.extend({
  workspaceId: z.uuid(),
  scopes: z.array(z.enum(oauthScopes)).min(1).max(oauthScopes.length),
  domains: z.array(z.uuid()).min(1).max(1000).optional(),
  code_challenge: z.string().regex(/^[\w-]{43}$/, 'is not a challenge of the method S256'),
  state: z.string().max(2000).optional(),
})

const tokenRequest = ofClient.extend({
  grant_type: z.literal('authorization_code'),
  code: z.string().min(1).max(8000),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
})

/**
 * An authorization server (OAuth 2.1) for the keys of this service: an app, such as a client of models, sends a person to the
 * console, who chooses what it may do; it fetches a key with a code and the verifier of PKCE. Apps are public clients, which a
 * document at their id describes; none is registered here. The token is an API key with an end, listed and revoked among the keys.
 */
export async function mountOauth(app: FastifyInstance, dependencies: RouteDependencies): Promise<void> {
  const { context, rateLimits, admission } = dependencies
  const base = () => baseUrl(context, app)
  addMetadata(app, dependencies, base)

  const withSession = {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      admission.assertAdmitted('outbound')
      rateLimits.limitByIp(request, reply, true)
      reply.header('cache-control', 'no-store')
      const credential = await authenticateRequest(context, { accepts: anySession }, request)
      request.setDecorator('credential', credential)
      rateLimits.limitByCredential(request, reply)
    },
  }
  const within = <Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (signal: AbortSignal) => Promise<Result>,
  ) => {
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    return admission.runWithinLimits('outbound', loadSubjectOf(request, false), () => work(gone.signal))
  }
  const contextOf = (request: FastifyRequest) => ({
    ...context,
    outbound: context.outboundFor({
      key: loadSubjectOf(request, false).client,
      cdnLoop: request.headers['cdn-loop']?.toString(),
    }),
    cause: { actor: actorOf(credentialOf(request)), requestId: request.id },
  })

  app.get('/oauth/client', withSession, async (request, reply) => {
    const { client_id: clientId, redirect_uri: redirectUri } = parse(ofClient, request.query)
    const client = await within(request, reply, (signal) =>
      readOauthClient(contextOf(request), { clientId, redirectUri, signal }),
    )
    const target = new URL(redirectUri)
    return {
      ...client,
      redirect: isLoopback(target)
        ? 'this-device'
        : target.protocol === 'https:'
          ? target.host
          : target.protocol,
    }
  })

  app.post('/oauth/authorize', withSession, async (request, reply) => {
    const { client_id: clientId, redirect_uri: redirectUri, ...input } = parse(authorization, request.body)
    const { workspaceId, scopes, domains, code_challenge: codeChallenge, state } = input
    const caller = toCaller(request, credentialOf(request), refuseSignatures, context.config.publicUrl)
    const { code } = await within(request, reply, (signal) =>
      authorizeClient(contextOf(request), {
        ...{ caller, workspaceId, scopes, domainIds: domains, clientId, redirectUri, codeChallenge, signal },
      }),
    )
    context.trafficCounter.addWrite()
    return { location: withParameters(redirectUri, { code, state, iss: base() }) }
  })

  await app.register(async (scope) => {
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
    )
    const anonymous = {
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        admission.assertAdmitted(undefined)
        rateLimits.limitByIp(request, reply, true)
        reply.header('cache-control', 'no-store')
      },
    }
    scope.post('/oauth/token', anonymous, async (request, reply) => {
      const { data, error } = tokenRequest.safeParse(request.body)
      if (!data) return reply.code(400).send(tokenErrorOf(request.body, error))
      const token = await exchangeCode(contextOf(request), {
        code: data.code,
        clientId: data.client_id,
        redirectUri: data.redirect_uri,
        codeVerifier: data.code_verifier,
      })
      if (!token)
        return reply.code(400).send({
          error: 'invalid_grant',
          error_description: 'The code is unknown, used, late, of another client, or its verifier is wrong.',
        })
      context.trafficCounter.addWrite()
      return {
        access_token: token.accessToken,
        token_type: 'Bearer',
        expires_in: token.expiresInSeconds,
        scope: token.scopes.join(' '),
      }
    })
    scope.post('/oauth/revoke', anonymous, async (request) => {
      const { token } = parse(z.object({ token: z.string().min(1).max(1000) }), request.body)
      await revokeToken(contextOf(request), token)
      return {}
    })
  })
}

function addMetadata(app: FastifyInstance, dependencies: RouteDependencies, base: () => string): void {
  const { mcp } = dependencies.context.config
  const onRequest = limitRead(dependencies)
  const resource = (path: string) => ({
    resource: `${base()}${path}`,
    authorization_servers: [base()],
    scopes_supported: oauthScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Byname',
    resource_documentation: `${base()}/guide/mcp/`,
  })
  app.get(metadataUrls.resource, { onRequest }, async () => resource(''))
  if (mcp) app.get(metadataUrls.resourceOfTools, { onRequest }, async () => resource('/mcp'))
  app.get(metadataUrls.server, { onRequest }, async () => ({
    issuer: base(),
    authorization_endpoint: `${base()}/console/authorize`,
    token_endpoint: `${base()}/oauth/token`,
    revocation_endpoint: `${base()}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: oauthScopes,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  }))
}

/** Where the metadata of the tools is, for the challenge of a 401. */
export function toolsMetadataUrl(base: string): string {
  return `${base}${metadataUrls.resourceOfTools}`
}

function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(input)
  if (error === undefined) return data
  const [issue] = error.issues
  throw new AppError(
    'BadRequestException',
    `${issue?.path.join('.') || 'the request'}: ${issue?.message ?? 'is not valid'}`,
  )
}

/** RFC 6749 §5.2. */
function tokenErrorOf(body: unknown, { issues: [issue] }: z.ZodError): object {
  const grantType = z.object({ grant_type: z.string() }).safeParse(body).data?.grant_type
  const isOther = grantType !== undefined && grantType !== 'authorization_code'
  return {
    error: isOther ? 'unsupported_grant_type' : 'invalid_request',
    error_description: `${issue?.path.join('.') || 'the request'}: ${issue?.message ?? 'is not valid'}`,
  }
}

function withParameters(target: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const redirect = new URL(target)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) redirect.searchParams.set(name, value)
  return redirect.href
}

/** A session needs no signature. */
async function refuseSignatures(): Promise<never> {
  throw new AppError('BadRequestException', 'This request takes no signature.')
}
