/** Whether an unknown value, such as parsed JSON, is an object (or an array), whose properties `in` can test. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
