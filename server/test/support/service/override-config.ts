import type { Config } from '../../../src/config/config.ts'

/** Values that replace those of the configuration, one level deep. */
export type ConfigOverrides = {
  readonly [Key in keyof Config]?: NonNullable<Config[Key]> extends object
    ? Partial<NonNullable<Config[Key]>>
    : Config[Key]
}

/** Replaces values of a configuration, those that are not settings included. */
export function overrideConfig(config: Config, overrides: ConfigOverrides = {}): Config {
  const entries = Object.entries(config).map(([key, value]) => [
    key,
    merge(value, Object.entries(overrides).find(([name]) => name === key)?.[1]),
  ])
  return Object.fromEntries(entries)
}

function merge(value: unknown, override: unknown): unknown {
  if (override === undefined) return value
  return isPlainObject(value) && isPlainObject(override) ? { ...value, ...override } : override
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
