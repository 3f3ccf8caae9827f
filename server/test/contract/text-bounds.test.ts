import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, it } from 'vitest'
import { titleOf } from '../support/openapi/operations.ts'
import { operationsOf, type ServedDocument } from '../support/openapi/response-schemas.ts'
import { describeService } from '../support/service/describe-service.ts'

type Schema = OpenAPIV3_1.SchemaObject

/** Characters that cost most where a text is normalized, split, decoded or searched before its bound is checked. */
const costly = ['aα.', '%_', 'ﷺ', '\\"', '👩‍👩‍👧‍👦', '0x', '%41', '[', ' ']

const settings = { RATE_LIMIT_EXPENSIVE_PER_IP: '100000', RATE_LIMIT_PER_IP: '1000000' }

/** Of the request line and the headers. */
const maxUrlChars = 30_000

describeService(
  'texts of requests without a credential',
  (service) => {
    it('property: at its bound and above it, each text has a response within a second of processor time', async () => {
      const document = (await (await fetch(`${service().url}/openapi.json`)).json()) as ServedDocument
      const resolve = (schema: object): Schema => {
        if (!('$ref' in schema)) return schema
        const path = String(schema.$ref).slice(2).split('/')
        return resolve(
          path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document) as object,
        )
      }
      const boundOf = (schema: object): number | undefined => {
        const { maxLength, anyOf = [], items, ...own } = resolve(schema) as Schema & { items?: object }
        return (
          maxLength ??
          (items && boundOf(items)) ??
          anyOf.map(boundOf).find(Boolean) ??
          (own.pattern ? 200 : undefined)
        )
      }
      const exampleOf = (schema: object): unknown => {
        const { example, examples, anyOf = [], properties, type, enum: values } = resolve(schema)
        if (example !== undefined) return example
        if (examples?.[0] !== undefined) return examples[0]
        if (properties)
          return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, exampleOf(value)]))
        return values?.[0] ?? (anyOf[0] && exampleOf(anyOf[0])) ?? (type === 'array' ? [] : '1')
      }
      const slow: string[] = []
      let sent = 0
      const send = async (what: string, path: string, init: RequestInit) => {
        sent += 1
        const before = process.cpuUsage()
        const response = await fetch(service().url + path, { ...init, redirect: 'manual' })
        await response.arrayBuffer()
        const { user, system } = process.cpuUsage(before)
        const milliseconds = (user + system) / 1000
        if (milliseconds > 1_000) slow.push(`${what}: ${milliseconds.toFixed(0)} ms`)
        expect(response.status, what).not.toBe(500)
      }
      for (const { method, path, operation } of operationsOf(document)) {
        const isOpen =
          (operation.security ?? []).length === 0 ||
          operation.security?.some((each) => Object.keys(each).length === 0)
        if (!isOpen) continue
        const parameters = (operation.parameters ?? []).map(
          (each) => resolve(each) as unknown as OpenAPIV3_1.ParameterObject,
        )
        const content =
          operation.requestBody &&
          (resolve(operation.requestBody) as { content?: Record<string, { schema: object }> }).content
        const bodySchema = content?.['application/json']?.schema
        const body = bodySchema ? exampleOf(bodySchema) : undefined
        const request = (changed: { place?: string; name?: string; text?: string }) => {
          const textFor = ({ in: place, name, schema = {}, example }: OpenAPIV3_1.ParameterObject) =>
            changed.place === place && changed.name === name
              ? (changed.text ?? '')
              : String(example ?? exampleOf(schema))
          const query = new URLSearchParams()
          let target = path
          for (const each of parameters) {
            const value = textFor(each)
            if (each.in === 'path')
              target = target.replace(
                `{${each.name}}`,
                encodeURIComponent(value.slice(0, maxUrlChars / 9).toWellFormed()),
              )
            if (each.in === 'query' && (each.required || changed.name === each.name))
              query.append(each.name, value)
          }
          const url = `${target}?${query}`.slice(0, maxUrlChars)
          const changedBody =
            changed.place === 'body' ? { ...(body as object), [changed.name ?? '']: changed.text } : body
          return {
            url,
            init: {
              method: method.toUpperCase(),
              ...(body !== undefined && {
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify(changedBody),
              }),
            },
          }
        }
        const texts = [
          ...parameters.flatMap(({ in: place, name, schema = {} }) => {
            const bound = place === 'header' ? undefined : boundOf(schema)
            return bound === undefined ? [] : [{ place, name, bound }]
          }),
          ...Object.entries((bodySchema && resolve(bodySchema).properties) ?? {}).flatMap(
            ([name, schema]) => {
              const bound = boundOf(schema)
              return bound === undefined ? [] : [{ place: 'body', name, bound }]
            },
          ),
        ]
        for (const [index, { place, name, bound }] of texts.entries())
          for (const length of [bound, bound + 1, 250_000]) {
            const unit = costly[(index + length + sent) % costly.length] ?? 'a'
            const text = unit
              .repeat(Math.ceil(length / unit.length))
              .slice(0, length)
              .toWellFormed()
            const { url, init } = request({ place, name, text })
            await send(`${titleOf({ method, path })} ${place} ${name} of ${length}`, url, init)
          }
      }
      expect(sent).toBeGreaterThan(200)
      expect(slow).toEqual([])
    }, 120_000)
  },
  { settings },
)
