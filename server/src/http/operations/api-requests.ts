import { z } from 'zod'
import { listApiRequests } from '../../core/api-requests.ts'
import {
  apiRequestDays,
  apiRequestOutcomes,
  maxApiRequestPathLength,
  maxApiRequests,
  type StoredApiRequest,
} from '../../model/api-key.ts'
import { needs } from '../credentials/operation-auth.ts'
import { bynameTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { createOperationTitles, type OperationTitles } from '../requests/operation-titles.ts'
import { listQuery, listResponse } from '../schema/pages.ts'
import { exampleId, optional, responseOf, toIsoTime, uuid, wireId } from '../schema/primitives.ts'

const apiRequest = z
  .object({
    keyId: wireId('Id of the API key.'),
    time: z.iso
      .datetime()
      .meta({ description: 'When it was answered.', example: '2030-01-01T00:00:00.000Z' }),
    method: z.string().meta({ description: 'The HTTP method.', example: 'POST' }),
    path: z.string().meta({
      description: `The path without its query; at most ${maxApiRequestPathLength} characters.`,
      example: '/ens/v1/subname/add',
    }),
    operation: z.string().nullable().meta({
      description: 'Title of the operation in the reference; null for a path of none.',
      example: 'Issue a subname',
    }),
    status: z.number().int().meta({ description: 'The HTTP status of the response.', example: 201 }),
    error: z.string().nullable().meta({
      description: 'Name of the error; null for a success, and for errors without a name.',
      example: 'SubdomainAlreadyExistsException',
    }),
    durationMs: z.number().int().meta({ description: 'Until the response was sent.', example: 3 }),
    requestId: z.string().meta({ description: '`x-request-id` of the response.', example: 'a1b2c3' }),
  })
  .meta({ id: 'ApiRequest', description: 'A request with an API key, without its query, headers and body.' })

const responseWith = (titleOf: OperationTitles) =>
  responseOf(
    apiRequest,
    ({
      key: _key,
      workspaceId: _workspaceId,
      answeredAt,
      errorName,
      ...request
    }: StoredApiRequest): z.output<typeof apiRequest> => ({
      ...request,
      operation: titleOf(request.method, request.path),
      time: toIsoTime(answeredAt),
      error: errorName,
    }),
  )

/** @param routes All of the interface, read with the first request: they are not complete while this one is made. */
export function apiRequests(routes: () => Parameters<typeof createOperationTitles>[0]) {
  let titles: OperationTitles | undefined
  const titleOf: OperationTitles = (method, path) => {
    titles ??= createOperationTitles(routes())
    return titles(method, path)
  }
  return operation({
    summary: 'List the last requests of the API keys of a workspace',
    description: `The newest first, within seconds: the last ${maxApiRequests} that had a valid key, for at most ${apiRequestDays} days. Lookups have no key.`,
    auth: needs('keys:write'),
    params: z.object({ workspaceId: uuid }),
    query: z.object({
      keyId: optional(uuid).meta({ description: 'Only those with this key.', example: exampleId }),
      outcome: z.enum(apiRequestOutcomes).prefault('all').meta({
        description:
          '`succeeded`: with a status below 400; `failed`: from 400 on; `client-error`: 400 to 499; `server-error`: from 500 on.',
      }),
      ...listQuery,
    }),
    errors: ['WorkspaceNotFoundException'],
    handle: ({ context, caller, params, query }) => listApiRequests(context, { caller, ...params, ...query }),
    mounts: [
      {
        method: 'GET',
        url: '/byname/v1/workspaces/:workspaceId/requests',
        id: 'bynameListApiRequests',
        tag: bynameTag,
        response: listResponse(responseWith(titleOf), 'The newest first.'),
      },
    ],
  })
}
