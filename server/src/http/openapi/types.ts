import type { Tag } from './tags.ts'

/** The parts of OpenAPI 3.1 that this folder makes. */
export interface OpenapiDocument {
  readonly openapi: string
  readonly info: object
  readonly servers: readonly object[]
  readonly tags: readonly Tag[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly [section: string]: object
  }
}

type PathItem = Partial<Record<'get' | 'post' | 'patch' | 'delete', OperationObject>>

export interface OperationObject {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: RequestBodyObject
  readonly security: readonly object[]
  /** Absent: of a file. */
  readonly 'x-max-response-bytes'?: number
  readonly responses: Record<string, ResponseObject>
}

export interface ParameterObject {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

interface RequestBodyObject {
  readonly required: boolean
  readonly description?: string
  readonly content: Content
}

export interface ResponseObject {
  readonly description: string
  readonly content?: Content
  headers?: Record<string, object>
  links?: Record<string, LinkObject>
}

interface LinkObject {
  readonly operationId: string
  /** Expressions (OpenAPI 3.1 §4.8.20.4). */
  readonly parameters: Readonly<Record<string, string>>
}

type Content = Readonly<Record<string, MediaType>>

interface MediaType {
  readonly schema: JsonSchema
  example?: unknown
  examples?: Record<string, Reference>
}

interface Reference {
  readonly $ref: string
}

export interface JsonSchema {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string
  readonly format?: string
  readonly example?: unknown
  readonly const?: unknown
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | false
  readonly required?: readonly string[]
}

export function operationsOf({ paths }: OpenapiDocument): readonly OperationObject[] {
  return Object.values(paths).flatMap((item) => Object.values(item).filter((each) => each !== undefined))
}
